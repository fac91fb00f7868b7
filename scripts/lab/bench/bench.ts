/**
 * `npm run bench`: what the built server costs beside constant answers, git, Hugo and a bare Fastify,
 * row by row of what is wanted. Times are of this machine at this moment; ratios are what counts.
 */
import { parseArgs } from 'node:util'
import { runCleanUps } from '../../../server/test/at-end.ts'
import { faultsOf, fixtureIn, makeFolder } from '../../../server/test/git-fixture.ts'
import { measureChanges } from './changes.ts'
import { type Result, resultLine } from './figures.ts'
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
  options: { posts: { type: 'string', default: '1000' }, only: { type: 'string' } },
})
const rows = SUBJECTS.flatMap(([measured]) => measured).sort((a, b) => a - b)
const asked = values.only?.split(',').map(Number) ?? rows
const posts = Number(values.posts)
if (!(posts >= 1) || !asked.every((row) => rows.includes(row))) {
  console.error(`--posts takes a number, --only takes rows out of ${rows.join(', ')}, as in 1,10.`)
  process.exit(2)
}
await measureAll().finally(runCleanUps)

/** @throws Error where a repository is left that is not whole and clean */
async function measureAll(): Promise<void> {
  console.log(`${posts} posts`)
  const site = await makeSite(makeFolder(), { posts, seed: 1 })
  for (const [measured, measure] of SUBJECTS) {
    if (!measured.some((row) => asked.includes(row))) continue
    for (const result of await measure(site)) {
      if (asked.includes(result.row)) console.log(resultLine(result))
    }
  }
  const faults = faultsOf(fixtureIn(site.contentDir))
  if (faults !== '') throw new Error(`The work tree is not clean:\n${faults}`)
  console.log('git fsck and git status find nothing afterwards.')
}
