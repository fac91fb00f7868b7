/**
 * `npm run bench`: what the built server costs beside constant answers, git, Hugo and a bare Fastify,
 * row by row of what is wanted. Times are of this machine at this moment; ratios are what counts.
 */
import { execFileSync } from 'node:child_process'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { runCleanUps } from '../../../server/test/at-end.ts'
import { startBuiltServer } from '../../../server/test/built-server.ts'
import { makeFolder } from '../../../server/test/git-fixture.ts'
import { measureChanges } from './changes.ts'
import { figureOf, type Result, resultLine, verdictOf } from './figures.ts'
import { type Bench, makeSite } from './measured-site.ts'
import { measureReaders } from './readers.ts'
import { measureSaves } from './saves.ts'
import { measureServing } from './serving.ts'
import { measureMemory, measurePage } from './sizes.ts'
import { measureFirstLooks, measureStarts } from './starts.ts'

/** Rows that one function measures. `npm test` is a row too, and is measured by running it. */
const SUBJECTS: readonly [rows: number[], measure: (bench: Bench) => Promise<Result[]>][] = [
  [[6, 7], measureStarts],
  [[3, 8], measureFirstLooks],
  [[1, 2, 3, 4], measureServing],
  [[5], measureReaders],
  [[10, 11, 12], measureSaves],
  [[13], measureMemory],
  [[14, 15], measurePage],
  // Last: its pulls leave the site with thousands of posts more.
  [[9], measureChanges],
]

const { values } = parseArgs({
  options: {
    posts: { type: 'string', default: '1000' },
    only: { type: 'string' },
    json: { type: 'boolean', default: false },
  },
})
const only = values.only === undefined ? null : new Set(values.only.split(',').map(Number))
const posts = Number(values.posts)
const known = new Set(SUBJECTS.flatMap(([rows]) => rows))
if (!Number.isInteger(posts) || posts < 1) fail('--posts takes a number.')
if (only && [...only].some((row) => !known.has(row))) {
  fail(`--only takes rows out of ${[...known].sort((a, b) => a - b).join(', ')}, as in 1,2,10.`)
}

const all: Result[] = []
if (!values.json) console.log(`${posts} posts`)
await measureAll(makeFolder()).finally(runCleanUps)
if (values.json) {
  const rows = all.map((result) => ({
    ...result,
    value: figureOf(result),
    verdict: verdictOf(result),
  }))
  console.log(JSON.stringify(rows, null, 2))
}

async function measureAll(folder: string): Promise<void> {
  const site = await makeSite({ folder, posts, seed: 1 })
  const isAsked = (row: number) => only?.has(row) ?? true
  for (const [rows, measure] of SUBJECTS) {
    if (!rows.some(isAsked)) continue
    const stateDir = join(folder, 'state')
    const start = () => startBuiltServer({ contentDir: site.contentDir, stateDir })
    for (const result of await measure({ posts, folder, site, stateDir, start })) {
      if (!isAsked(result.row)) continue
      all.push(result)
      if (!values.json) console.log(resultLine(result))
    }
  }
  checkRepository(site.contentDir)
}

/** What all of it left behind. @throws Error for a repository that is not whole and clean */
function checkRepository(contentDir: string): void {
  const git = (...args: string[]) =>
    execFileSync('git', ['-C', contentDir, ...args], { encoding: 'utf8', stdio: 'pipe' })
  git('fsck', '--full', '--strict')
  const status = git('status', '--porcelain')
  if (status !== '') throw new Error(`The work tree is not clean:\n${status}`)
  const commits = git('rev-list', '--count', 'HEAD').trim()
  if (!values.json) console.log(`git fsck and git status find nothing after ${commits} commits.`)
}

function fail(text: string): never {
  console.error(text)
  process.exit(2)
}
