import { readFileSync, statfsSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { resolve } from 'node:path'
import { pathToFileURL } from 'node:url'
import { configDefaults, defineConfig, type Plugin } from 'vitest/config'
import { BaseSequencer, type TestSpecification } from 'vitest/node'

const BROWSER = '{server,client,scripts}/**/*.browser.test.ts'
/** One more than two cores: much of the time goes by waiting for disk and browser. */
const WORKERS = 3

const MEMORY_BYTES_MIN = 4e9

// React as it is served, without its checks: not `test`, which vitest would set.
process.env.NODE_ENV = 'production'

const HELP = resolve(import.meta.dirname, 'server/test/help')
// From the sources there is no build that has the workers as files.
const alias = [{ find: /^.*\/worker-file\.ts$/, replacement: `${HELP}/worker-file.ts` }]

/** A font is its address, as in the build. */
const fonts: Plugin = {
  name: 'fonts',
  enforce: 'pre',
  load: (id) =>
    id.endsWith('.ttf') ? `export default ${JSON.stringify(pathToFileURL(id).href)}` : null,
}

/**
 * Git flushes each file that it writes; in memory that takes no time: a fifth of the tests' time. Not
 * where memory is small or runs no scripts, as in most containers.
 */
function temporaryFolder(): string {
  try {
    const { bavail, bsize } = statfsSync('/dev/shm')
    const takesScripts = /^\S+ \/dev\/shm tmpfs (?!\S*noexec)/m.test(
      readFileSync('/proc/mounts', 'utf8'),
    )
    if (takesScripts && bavail * bsize > MEMORY_BYTES_MIN) return '/dev/shm'
  } catch {
    // No Linux.
  }
  return tmpdir()
}

const shared = {
  env: { TMPDIR: process.env.TMPDIR ?? temporaryFolder() },
  // Server tests start real git processes and real servers, so they get time rather than retries:
  // a test that passes only on a second try is broken.
  testTimeout: 30_000,
  hookTimeout: 30_000,
  // What a browser or a watcher brings about takes its time on a busy machine.
  expect: { poll: { timeout: 15_000 } },
  setupFiles: [`${HELP}/tidy-up.ts`],
  maxWorkers: WORKERS,
  // A worker loads what its files import once, rather than once a file.
  isolate: false,
}

/** Chromium beside other suites on few cores is slow, not broken. */
const FOR_A_BROWSER = { testTimeout: 180_000, hookTimeout: 60_000 }

/**
 * Vitest begins with the files that took longest the last time, or else with those of most bytes. In
 * a fresh clone a short file that takes long would come last, with a core that has nothing to do.
 */
const LONG = /markdown-renderer|process-end|renames\.test|six-sites|kill|sync|missing-folder/

class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const sorted = await super.sort(files)
    const rank = ({ moduleId }: TestSpecification) => {
      if (moduleId.includes('.browser.test.')) return 0
      return LONG.test(moduleId) ? 1 : 2
    }
    return sorted.sort((a, b) => rank(a) - rank(b))
  }
}

export default defineConfig({
  test: {
    sequence: { sequencer: LongestFirst },
    globalSetup: 'server/test/help/worker-bundles.ts',
    projects: [
      // Apart from the others: these processes grow, and a large process starts git slowly.
      {
        plugins: [fonts],
        resolve: { alias },
        test: {
          ...shared,
          name: 'browser',
          include: [BROWSER],
          globalSetup: 'scripts/chromium.mjs',
          ...FOR_A_BROWSER,
        },
      },
      {
        plugins: [fonts],
        resolve: { alias },
        test: {
          ...shared,
          name: 'all',
          include: ['{server,client,scripts}/**/*.test.{ts,tsx}'],
          exclude: [...configDefaults.exclude, BROWSER],
        },
      },
    ],
  },
})
