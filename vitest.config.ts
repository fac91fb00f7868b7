import { resolve } from 'node:path'
import { configDefaults, defineConfig } from 'vitest/config'
import { BaseSequencer, type TestSpecification } from 'vitest/node'

/** These measure how long something takes, so nothing runs beside them. */
const MEASURING = ['server/test/stalls.test.ts', 'server/test/growth.test.ts']

/**
 * Tests that start no server, no git and no browser, and leave nothing behind in a module: a room, or
 * the files of one that are like that.
 * A worker loads what they import once rather than once a file.
 */
const RULES = [
  'client/**/!(*.browser).test.ts',
  'client/**/*.test.tsx',
  'scripts/{build-stamp,test-report}.test.ts',
  'scripts/import/read/*.test.ts',
  'scripts/lab/**/*.test.ts',
  'server/{bounded-map,config}.test.ts',
  'server/answers/*.test.ts',
  'server/api/{http,posts}/*.test.ts',
  'server/auth/{login-limit,preview-links}.test.ts',
  'server/content/formats/**/*.test.ts',
  'server/content/index/*.test.ts',
  'server/content/history/{edited-note,post-lines,post-renames,project-lines,public-texts,same-post}.test.ts',
  'server/content/search/*.test.ts',
  'server/content/writes/reviews/*.test.ts',
  'server/domain/**/*.test.ts',
  'server/git/history/{follow-names,shared-questions}.test.ts',
  'server/markdown/**/!(create-markdown-renderer).test.ts',
  'server/queries/*.test.ts',
  'server/test/{exports,maps,readme}.test.ts',
  'server/web/**/!(*.browser).test.ts',
]
/** One more than two cores: much of the time goes by waiting for disk and browser. */
const WORKERS = 3

const HELP = resolve(import.meta.dirname, 'server/test/help')
// From the sources there is no build that has the workers as files.
const alias = [{ find: /^.*\/worker-file\.ts$/, replacement: `${HELP}/worker-file.ts` }]
const noFixture = { find: /^.*\/git-fixture\.ts$/, replacement: `${HELP}/no-fixture.ts` }

// Server tests start real git processes and real servers, so they get time rather than retries:
// a test that passes only on a second try is broken.
const limits = {
  testTimeout: 30_000,
  hookTimeout: 30_000,
  // What a browser or a watcher brings about takes its time on a busy machine.
  expect: { poll: { timeout: 15_000 } },
}

/**
 * Vitest begins with the files that took longest the last time, or else with those of most bytes. In
 * a fresh clone a short file that takes long would come last, with a core that has nothing to do.
 */
const LONG = /\.browser\.test|first-start|faults|process-end|words-survive|author\.test/

class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const sorted = await super.sort(files)
    const isLong = ({ moduleId }: TestSpecification) => LONG.test(moduleId)
    return [...sorted.filter(isLong), ...sorted.filter((file) => !isLong(file))]
  }
}

export default defineConfig({
  test: {
    sequence: { sequencer: LongestFirst },
    globalSetup: 'server/test/help/worker-bundles.ts',
    projects: [
      {
        resolve: { alias },
        test: {
          ...limits,
          name: 'all',
          include: ['server/**/*.test.ts', 'client/**/*.browser.test.ts', 'scripts/**/*.test.ts'],
          exclude: [...configDefaults.exclude, ...MEASURING, ...RULES],
          maxWorkers: WORKERS,
        },
      },
      {
        resolve: { alias: [...alias, noFixture] },
        test: {
          ...limits,
          name: 'rules',
          include: RULES,
          maxWorkers: WORKERS,
          isolate: false,
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
