/** What becomes of a promise, as the board, the ledger and the record tell it. */
import { expect, it } from 'vitest'
import { historyOf } from '../../test/record-history.ts'
import { ledgerOf } from './ledger.ts'
import { projectPast } from './project-past.ts'
import { recordEntries } from './record-entries.ts'

const TODAY = '2026-11-20'
const DAYS = { zone: 'UTC', today: TODAY }

function pastsOf(lines: readonly string[]) {
  return historyOf(...lines).histories.flatMap((history) => projectPast(history, 'UTC') ?? [])
}

/** `id kind day`, with what the entry has of `>to` and `+days late`; oldest first. */
function recordOf(lines: readonly string[]): string {
  const entries = recordEntries({ posts: [], pasts: pastsOf(lines), ...DAYS })
  const told = entries.reverse().map(({ entry: { kind, day, to, days_late, id } }) => {
    const more = `${to === null ? '' : ` >${to.slice(5)}`}${days_late ? ` +${days_late}` : ''}`
    return `${id} ${kind} ${day.slice(5)}${more}`
  })
  return told.join(', ')
}

/** The groups that are not empty, with their projects. */
function groupsOf(lines: readonly string[]): string[] {
  const { projects } = ledgerOf(pastsOf(lines), TODAY)
  const groups = Object.entries(projects).filter(([, ids]) => ids.length > 0)
  return groups.map(([group, ids]) => `${group} ${ids.join(' ')}`)
}

/** What it is, its commits, the group that each project is in, and the record. */
const PROMISES = `
is open until its day has passed
  11-01 a 11-20
  open a
  a promised 11-01 >11-20
is missed on the day after
  11-01 a 11-19
  missed a
  a promised 11-01 >11-19, a missed 11-20
is kept on its last day; Done after Completed is no other end
  11-01 a 11-10 | 11-10 a 11-10 completed | 11-15 a 11-10 done
  kept_first a
  a promised 11-01 >11-10, a kept 11-10
is done late, and was missed before
  11-01 a 11-10 | 11-15 a 11-10 completed
  missed a
  a promised 11-01 >11-10, a missed 11-11, a done_late 11-15 +5
is kept after two moves in time
  11-01 a 11-05 | 11-04 a 11-08 | 11-08 a 11-18 | 11-17 a 11-18 done
  kept_moved a
  a promised 11-01 >11-05, a moved 11-04 >11-08, a moved 11-08 >11-18, a kept 11-17
is moved too late: the day that had passed stays missed
  11-01 a 11-05 | 11-08 a 11-18 | 11-17 a 11-18 done
  kept_moved a
  a promised 11-01 >11-05, a missed 11-06, a moved 11-08 >11-18, a kept 11-17
is judged by the date it had when it was completed, wherever that goes later
  11-01 a 11-05 | 11-08 a 11-05 done | 11-09 a 11-30 done
  missed a
  a promised 11-01 >11-05, a missed 11-06, a done_late 11-08 +3, a moved 11-09 >11-30
stays kept on its first date when that is moved in the second of its end
  11-01 a 11-05 | 11-04 a 11-05 done | = a 11-30 done
  kept_first a
  a promised 11-01 >11-05, a kept 11-04, a moved 11-04 >11-30
is told in the order of its commits within one second
  11-01 a 11-10 | = a 11-12 | = a 11-14 done | = a 11-18 done
  kept_moved a
  a promised 11-01 >11-10, a moved 11-01 >11-12, a moved 11-01 >11-14, a kept 11-01, a moved 11-01 >11-18
is not kept by a completion that was taken back
  11-01 a 11-30 | 11-04 a 11-30 done | 11-06 a 11-30 open
  open a
  a promised 11-01 >11-30
ends with its last completion
  11-01 a 11-05 | 11-04 a 11-05 done | 11-04 a 11-05 open | 11-08 a 11-05 done
  missed a
  a promised 11-01 >11-05, a missed 11-06, a done_late 11-08 +3
is given up after its day
  11-01 a 11-05 | 11-08 a 11-05 failed
  given_up a
  a promised 11-01 >11-05, a missed 11-06, a given_up 11-08
that is deleted is given up, not forgotten
  11-01 a 11-30 | 11-04 a -
  given_up a
  a promised 11-01 >11-30, a given_up 11-04
that is deleted once it was kept stays kept
  11-01 a 11-30 | 11-04 a 11-30 done | 11-06 a -
  kept_first a
  a promised 11-01 >11-30, a kept 11-04
that is deleted and comes back with another date has moved
  11-01 a 11-10 | 11-04 a - | 11-06 a 11-18 | 11-17 a 11-18 done
  kept_moved a
  a promised 11-01 >11-10, a moved 11-06 >11-18, a kept 11-17
is the same under another file name
  11-01 a 11-10 open Book | 11-04 a - !x | 11-04 b 11-10 open Book !x | 11-09 b 11-10 done
  kept_first b
  b promised 11-01 >11-10, b kept 11-09
is the same under another name with another date, and another at its old name is another
  11-01 a 11-10 open Book | 11-03 a 11-12 open Book | 11-04 a - !x | 11-04 b 11-18 open Book !x | 11-06 a 11-30 open Film | 11-07 a 11-29 open Film
  missed b, open a
  b promised 11-01 >11-10, b moved 11-03 >11-12, b moved 11-04 >11-18, a promised 11-06 >11-30, a moved 11-07 >11-29, b missed 11-19
of another title and date is another one, though it came as one went
  11-01 a 11-10 open Book | 11-04 a - !x | 11-04 b 11-30 open Film !x
  given_up a, open b
  a promised 11-01 >11-10, b promised 11-04 >11-30, a given_up 11-04
that came into the repository completed is completed on that day
  11-10 a 11-12 done | 11-10 b 11-08 done
  kept_first a, missed b
  a promised 11-10 >11-12, a kept 11-10, b promised 11-10 >11-08, b done_late 11-10 +2
that came in overdue is missed where that stays so
  11-10 a 11-08 | 11-10 b 11-08 | 11-11 b 11-28
  missed a, open b
  a missed 11-09, a promised 11-10 >11-08, b promised 11-10 >11-08, b moved 11-11 >11-28`

const rows = PROMISES.trim().split(/\n(?=\S)/)
it.each(rows.map((row) => row.split(/\n */)))('a promise %s', (_, ...told) => {
  const [history = '', groups = '', record = ''] = told
  const lines = history.split(' | ')
  expect(groupsOf(lines).toSorted()).toEqual(groups.split(', ').toSorted())
  expect(recordOf(lines)).toBe(record)
})

it.each<[string, number | null, number]>([
  ['11-01 a 11-30', null, 0],
  ['11-01 a 11-10 | 11-02 a 11-29 | 11-03 b 11-10 | 11-04 b 11-08 | 11-01 c 11-30', 8.5, 19],
  ['11-03 b 11-10 | 11-04 b 11-08 | 11-01 c 11-30', -2, 0],
])('of all that moved in %j there is the mean and the longest slip', (lines, mean, max) => {
  const ledger = ledgerOf(pastsOf(lines.split(' | ')), TODAY)
  expect(ledger).toMatchObject({ slip_days_mean: mean, slip_days_max: max })
})

it('the board of a day ends at midnight of the zone', () => {
  const [history] = historyOf('11-01 a 11-10').histories
  if (history === undefined) throw new Error('There is no history')
  const at = '2026-11-01'
  expect(projectPast(history, 'Pacific/Kiritimati', at)).toBeNull()
  expect(projectPast(history, 'America/Anchorage', at)?.first.day).toBe(at)
})
