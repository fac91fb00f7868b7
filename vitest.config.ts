import { resolve } from 'node:path'
import { defineConfig } from 'vitest/config'

// Server tests start real git processes and real servers, so they get time rather than retries:
// a test that passes only on a second try is broken.
export default defineConfig({
  resolve: {
    // From the sources there is no build that has the workers as files.
    alias: [
      {
        find: /^.*\/worker-file\.ts$/,
        replacement: resolve(import.meta.dirname, 'server/test/help/worker-file.ts'),
      },
    ],
  },
  test: {
    globalSetup: 'server/test/help/worker-bundles.ts',
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
