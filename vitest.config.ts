import { defineConfig } from 'vitest/config'

// Server tests start real git processes and real servers, so they get time rather than retries:
// a test that passes only on a second try is broken.
export default defineConfig({
  test: {
    include: [
      'server/**/*.test.ts',
      'client/**/*.test.ts',
      'client/**/*.test.tsx',
      'scripts/**/*.test.ts',
    ],
    environment: 'node',
    testTimeout: 30_000,
    hookTimeout: 30_000,
    maxWorkers: 2,
    // What a browser or a watcher brings about takes its time on a busy machine.
    expect: { poll: { timeout: 15_000 } },
  },
})
