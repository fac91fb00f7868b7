/** `npm run bench`: each row of scripts/lab/README.md, with its target. Only ratios count. */
import { parseArgs } from 'node:util'
import { runCleanUps } from '../../../server/test/at-end.ts'
import { faultsOf } from '../../../server/test/git-fixture.ts'
import { measureChanges } from './changes.ts'
import { type Result, resultLine } from './figures.ts'
import { type Bench, makeSite } from './measured-site.ts'
import { measureReaders } from './readers.ts'
import { measureSaves } from './saves.ts'
import { measureServing } from './serving.ts'
import { measureFirstViews, measureMemory, measurePage, measureStarts } from './starts.ts'

const SUBJECTS: readonly [rows: number[], measure: (bench: Bench) => Promise<Result[]>][] = [
  [[6, 7], measureStarts],
  [[8], measureFirstViews],
  [[1, 2, 4], measureServing],
  [[5], measureReaders],
  [[10, 11, 12], measureSaves],
  [[13], measureMemory],
  [[15], measurePage],
  // Last: its pulls add thousands of posts to the site.
  [[9], measureChanges],
]

const { values } = parseArgs({
  options: { posts: { type: 'string', default: '1000' }, only: { type: 'string' } },
})
const rows = SUBJECTS.flatMap(([measured]) => measured).sort((a, b) => a - b)
const requested = values.only?.split(',').map(Number) ?? rows
const posts = Number(values.posts)
if (!(posts >= 1) || !requested.every((row) => rows.includes(row))) {
  console.error(`--posts takes a number, --only takes rows out of ${rows.join(', ')}, as in 1,10.`)
  process.exit(2)
}
await measureAll().finally(runCleanUps)

/** @throws Error if the repository has faults or changes afterwards */
async function measureAll(): Promise<void> {
  console.log(`${posts} posts`)
  const bench = makeSite(posts)
  for (const [measured, measure] of SUBJECTS) {
    if (!measured.some((row) => requested.includes(row))) continue
    for (const result of await measure(bench)) {
      if (requested.includes(result.row)) console.log(resultLine(result))
    }
  }
  const faults = faultsOf(bench.site)
  if (faults !== '') throw new Error(`The work tree is not clean:\n${faults}`)
  console.log('git fsck and git status report nothing afterwards.')
}
