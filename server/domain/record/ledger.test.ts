/** What becomes of a promise, as the board, the ledger and the record tell it. */
import { describe, expect, it } from 'vitest'
import { historyOf } from '../../test/record-history.ts'
import { ledgerOf } from './ledger.ts'
import { completionOf, projectPast, projectsAt, slipDays } from './project-past.ts'
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
it.each(rows.map((row) => row.split('\n').map((words) => words.trim())))(
  'a promise %s',
  (_, history = '', groups = '', record = '') => {
    const lines = history.split(' | ')
    expect(groupsOf(lines).toSorted()).toEqual(groups.split(', ').toSorted())
    expect(recordOf(lines)).toBe(record)
  },
)

it('of all that moved there is the mean and the longest slip', () => {
  const none = ledgerOf(pastsOf(['11-01 a 11-30']), TODAY)
  expect([none.slip_days_mean, none.slip_days_max]).toEqual([null, 0])
  const lines = [
    '11-01 a 11-10',
    '11-02 a 11-29',
    '11-03 b 11-10',
    '11-04 b 11-08',
    '11-01 c 11-30',
  ]
  const ledger = ledgerOf(pastsOf(lines), TODAY)
  expect([ledger.slip_days_mean, ledger.slip_days_max]).toEqual([8.5, 19])
  const earlier = ledgerOf(pastsOf(lines.slice(2)), TODAY)
  expect([earlier.slip_days_mean, earlier.slip_days_max]).toEqual([-2, 0])
})

it('the record tells titles as they were, and why a date moved', () => {
  const pasts = pastsOf(['11-01 a 11-10 open Run 10 km', '11-05 a 11-30 open Run 5 km'])
  const entries = recordEntries({ posts: [], pasts, ...DAYS }).map(({ entry }) => entry)
  expect(entries).toEqual([
    {
      ...{ kind: 'moved', day: '2026-11-05', title: 'Run 5 km', id: 'a', commit: 'commit 1' },
      ...{ from: '2026-11-10', to: '2026-11-30', reason: 'why 1', days_late: null },
    },
    {
      ...{ kind: 'promised', day: '2026-11-01', title: 'Run 10 km', id: 'a', commit: 'commit 0' },
      ...{ from: null, to: '2026-11-10', reason: null, days_late: null },
    },
  ])
})

it('the record has posts on their own day, with the days that they are late', () => {
  const post = { title: 'A', day: '2026-11-03', instant: Date.parse('2026-11-03T08:00:00Z') }
  const logged = { state: 'late', day: '2026-11-08', days_late: 5, commit: 'c' } as const
  const posts = [
    { ...post, id: 'late', logged },
    { ...post, id: 'new', logged: { ...logged, state: 'uncommitted' as const, commit: null } },
  ]
  const entries = recordEntries({ posts, pasts: [], ...DAYS }).map(({ entry }) => entry)
  expect(entries).toEqual([
    {
      ...{ kind: 'posted', day: '2026-11-03', title: 'A', id: 'late', commit: 'c' },
      ...{ from: null, to: null, reason: null, days_late: 5 },
    },
  ])
})

describe('the board of a day', () => {
  const { histories } = historyOf(
    '11-01 a 11-10',
    '11-05 a 11-18',
    '11-06 gone 11-30',
    '11-08 a 11-18 done',
    '11-09 gone -',
    '11-12 new 11-15',
  )

  it.each([
    ['2026-10-31', []],
    ['2026-11-01', ['a 11-10 In Progress 0 moves +0 open']],
    ['2026-11-05', ['a 11-18 In Progress 1 moves +8 open']],
    [
      '2026-11-08',
      ['a 11-18 Done 1 moves +8 2026-11-08', 'gone 11-30 In Progress 0 moves +0 open'],
    ],
    ['2026-11-20', ['new 11-15 In Progress 0 moves +0 open', 'a 11-18 Done 1 moves +8 2026-11-08']],
  ])('%s is as it was at its end', (at, expected) => {
    const board = projectsAt(histories, { day: at, zone: 'UTC' }).map((past) => {
      const { due_date, status } = past.last.project
      const slip = `${past.moves.length} moves +${slipDays(past)}`
      return `${past.id} ${due_date.slice(5)} ${status} ${slip} ${completionOf(past).completed_on ?? 'open'}`
    })
    expect(board).toEqual(expected)
  })

  it('ends at midnight of the zone', () => {
    const [history] = historyOf('11-01 a 11-10').histories
    if (history === undefined) throw new Error('There is no history')
    const at = '2026-11-01'
    expect(projectPast(history, 'Pacific/Kiritimati', at)).toBeNull()
    expect(projectPast(history, 'America/Anchorage', at)?.first.day).toBe(at)
  })
})
