import { resolve } from 'node:path'
import { configDefaults, defineConfig } from 'vitest/config'

/** These measure how long something takes, so nothing runs beside them. */
const MEASURING = ['server/test/stalls.test.ts', 'server/test/growth.test.ts']

// From the sources there is no build that has the workers as files.
const alias = [
  {
    find: /^.*\/worker-file\.ts$/,
    replacement: resolve(import.meta.dirname, 'server/test/help/worker-file.ts'),
  },
]

// Server tests start real git processes and real servers, so they get time rather than retries:
// a test that passes only on a second try is broken.
const limits = {
  testTimeout: 30_000,
  hookTimeout: 30_000,
  // What a browser or a watcher brings about takes its time on a busy machine.
  expect: { poll: { timeout: 15_000 } },
}

export default defineConfig({
  test: {
    globalSetup: 'server/test/help/worker-bundles.ts',
    projects: [
      {
        resolve: { alias },
        test: {
          ...limits,
          name: 'all',
          include: [
            'server/**/*.test.ts',
            'client/**/*.test.ts',
            'client/**/*.test.tsx',
            'scripts/**/*.test.ts',
          ],
          exclude: [...configDefaults.exclude, ...MEASURING],
          // One more than two cores: of the time of a test a third is waiting for disk and browser.
          maxWorkers: 3,
        },
      },
      {
        resolve: { alias },
        test: {
          ...limits,
          name: 'measuring',
          include: MEASURING,
          maxWorkers: 1,
          sequence: { groupOrder: 1 },
        },
      },
    ],
  },
})
