/** What becomes of a promise, as the ledger and the record tell it. */
import { expect, it } from 'vitest'
import { type ProjectCommit, projectsOf } from '../../test/record-history.ts'
import { ledgerOf } from './ledger.ts'
import { projectPast } from './project-past.ts'
import { recordEntries } from './record-entries.ts'

const TODAY = '2026-11-20'

/** A commit on a day, with the due date that it has, null where it deletes the file. */
const on = (...commit: ProjectCommit): ProjectCommit => commit

function pastsOf(commits: Record<string, readonly ProjectCommit[]>) {
  return [...projectsOf(commits)].flatMap(
    ([id, versions]) => projectPast({ id, versions }, 'UTC') ?? [],
  )
}

/** Each promise: its commits, and its group with the record, oldest first. */
it.each<[string, ProjectCommit[], string]>([
  ['is open until its day has passed', [on('11-01', '11-20')], 'open: 11-01 promised 11-20'],
  ['is missed a day later', [on('11-01', '11-19')], 'missed: 11-01 promised 11-19, 11-20 missed'],
  [
    'is kept on its last day; Done after Completed is no other end',
    [on('11-01', '11-10'), on('11-10', '11-10', 'Completed'), on('11-15', '11-10', 'Done')],
    'kept_first: 11-01 promised 11-10, 11-10 kept',
  ],
  [
    'is moved too late: the day that had passed stays missed',
    [on('11-01', '11-05'), on('11-08', '11-18'), on('11-17', '11-18', 'Done')],
    'kept_moved: 11-01 promised 11-05, 11-06 missed, 11-08 moved 11-18, 11-17 kept',
  ],
  [
    'is judged by the date it had when it was completed, wherever that goes later',
    [on('11-01', '11-05'), on('11-08', '11-05', 'Done'), on('11-09', '11-30', 'Done')],
    'missed: 11-01 promised 11-05, 11-06 missed, 11-08 done_late +3, 11-09 moved 11-30',
  ],
  [
    'stays kept on its first date when that is moved in the second of its end',
    [on('11-01', '11-05'), on('11-04', '11-05', 'Done'), on('11-04', '11-30', 'Done')],
    'kept_first: 11-01 promised 11-05, 11-04 kept, 11-04 moved 11-30',
  ],
  [
    'is told in the order of its commits within one second',
    [
      on('11-01', '11-10'),
      on('11-01', '11-12'),
      on('11-01', '11-14', 'Done'),
      on('11-01', '11-18', 'Done'),
    ],
    'kept_moved: 11-01 promised 11-10, 11-01 moved 11-12, 11-01 moved 11-14, 11-01 kept, 11-01 moved 11-18',
  ],
  [
    'is not kept by a completion that was taken back',
    [on('11-01', '11-30'), on('11-04', '11-30', 'Done'), on('11-06', '11-30')],
    'open: 11-01 promised 11-30',
  ],
  [
    'ends with its last completion',
    [
      on('11-01', '11-05'),
      on('11-04', '11-05', 'Done'),
      on('11-04', '11-05'),
      on('11-08', '11-05', 'Done'),
    ],
    'missed: 11-01 promised 11-05, 11-06 missed, 11-08 done_late +3',
  ],
  [
    'that is deleted once it was kept stays kept',
    [on('11-01', '11-30'), on('11-04', '11-30', 'Done'), on('11-06', null)],
    'kept_first: 11-01 promised 11-30, 11-04 kept',
  ],
  [
    'that is deleted and comes back with another date has moved',
    [on('11-01', '11-10'), on('11-04', null), on('11-06', '11-18'), on('11-17', '11-18', 'Done')],
    'kept_moved: 11-01 promised 11-10, 11-06 moved 11-18, 11-17 kept',
  ],
  [
    'that came into the repository completed after its date is done late on that day',
    [on('11-10', '11-08', 'Done')],
    'missed: 11-10 promised 11-08, 11-10 done_late +2',
  ],
  [
    'that came in overdue is missed where that stays so',
    [on('11-10', '11-08')],
    'missed: 11-09 missed, 11-10 promised 11-08',
  ],
  [
    'that came in overdue is not missed where its date was moved on',
    [on('11-10', '11-08'), on('11-11', '11-28')],
    'open: 11-10 promised 11-08, 11-11 moved 11-28',
  ],
])('a promise %s', (_, commits, expected) => {
  const pasts = pastsOf({ a: commits })
  const groups = Object.entries(ledgerOf(pasts, TODAY).projects).filter(([, ids]) => ids.length > 0)
  const entries = recordEntries({ posts: [], pasts, zone: 'UTC', today: TODAY })
  const lines = entries.reverse().map(({ entry: { kind, day, to, days_late } }) => {
    const details = [to?.slice(5), days_late && `+${days_late}`].filter(Boolean)
    return [day.slice(5), kind, ...details].join(' ')
  })
  expect(`${groups.map(([group]) => group)}: ${lines.join(', ')}`).toBe(expected)
})

const UNMOVED: ProjectCommit[] = [on('11-01', '11-30')]
const LATER: ProjectCommit[] = [on('11-01', '11-10'), on('11-02', '11-29')]
const EARLIER: ProjectCommit[] = [on('11-03', '11-10'), on('11-04', '11-08')]
it.each<[string, Record<string, ProjectCommit[]>, number | null, number]>([
  ['none moved', { a: UNMOVED }, null, 0],
  ['one moved by 19 days, one by 2 days back', { a: LATER, b: EARLIER, c: UNMOVED }, 8.5, 19],
  ['one moved by 2 days back', { b: EARLIER, c: UNMOVED }, -2, 0],
])('the ledger has the mean and the longest slip: %s', (_, pasts, mean, max) => {
  const ledger = ledgerOf(pastsOf(pasts), TODAY)
  expect(ledger).toMatchObject({ slip_days_mean: mean, slip_days_max: max })
})

it('the board of a day ends at midnight of the zone', () => {
  const versions = projectsOf({ a: UNMOVED }).get('a') ?? []
  const pastIn = (zone: string) => projectPast({ id: 'a', versions }, zone, '2026-11-01')
  expect(pastIn('Pacific/Kiritimati')).toBeNull()
  expect(pastIn('America/Anchorage')?.first.day).toBe('2026-11-01')
})
