import { expect, it } from 'vitest'
import type { HistoryFacts, LoggedCommit } from './history-facts.ts'
import { type Logged, type LoggedState, loggedOf } from './logged.ts'

const ZONE = 'Europe/Berlin'
const COMMIT = 'a'.repeat(40)
const PATH = 'posts/a.md'

/** The record begins on November 10 in Berlin, late in the evening. */
const factsOf = (at: string | null, isImported = false): HistoryFacts => ({
  beginsAt: Date.parse('2026-11-10T22:30:00Z'),
  logged: new Map<string, LoggedCommit>(
    at === null ? [] : [[PATH, { commit: COMMIT, at: Date.parse(at), isImported }]],
  ),
  projects: new Map(),
})

it.each<
  [
    string,
    { day: string; at: string | null; isImported?: boolean },
    LoggedState,
    string | null,
    number,
  ]
>([
  ['on its own day', { day: '2026-11-20', at: '2026-11-20T09:00:00Z' }, 'on_time', '2026-11-20', 0],
  [
    'the next morning',
    { day: '2026-11-20', at: '2026-11-21T06:00:00Z' },
    'on_time',
    '2026-11-21',
    0,
  ],
  [
    'as the next day ends in the zone',
    { day: '2026-11-20', at: '2026-11-21T22:59:59Z' },
    'on_time',
    '2026-11-21',
    0,
  ],
  [
    'as the day after begins in the zone',
    { day: '2026-11-20', at: '2026-11-21T23:00:00Z' },
    'late',
    '2026-11-22',
    2,
  ],
  ['five days later', { day: '2026-11-20', at: '2026-11-25T12:00:00Z' }, 'late', '2026-11-25', 5],
  [
    'ahead, as a scheduled post',
    { day: '2026-11-20', at: '2026-11-12T12:00:00Z' },
    'on_time',
    '2026-11-20',
    0,
  ],
  [
    'before its day begins where it was written',
    { day: '2026-11-20', at: '2026-11-19T22:00:00Z' },
    'on_time',
    '2026-11-20',
    0,
  ],
  [
    'of a day before the first commit',
    { day: '2026-11-09', at: '2026-11-20T12:00:00Z' },
    'before_record',
    '2026-11-20',
    0,
  ],
  [
    'of the day of the first commit',
    { day: '2026-11-10', at: '2026-11-20T12:00:00Z' },
    'late',
    '2026-11-20',
    10,
  ],
  [
    'by an import',
    { day: '2026-11-15', at: '2026-11-20T12:00:00Z', isImported: true },
    'imported',
    '2026-11-20',
    0,
  ],
  [
    'by an import, and older than the record',
    { day: '2020-01-01', at: '2026-11-20T12:00:00Z', isImported: true },
    'imported',
    '2026-11-20',
    0,
  ],
  ['by no commit yet', { day: '2026-11-20', at: null }, 'uncommitted', null, 0],
])('a post that was committed %s', (_, { day, at, isImported }, state, logged, days_late) => {
  const commit = at === null ? null : COMMIT
  expect(loggedOf({ path: PATH, day }, factsOf(at, isImported), ZONE)).toEqual({
    ...{ state, day: logged, days_late, commit },
  } satisfies Logged)
})

it('nothing is said of a post before the history is read', () => {
  const pending = { state: 'pending', day: null, days_late: 0, commit: null }
  expect(loggedOf({ path: PATH, day: '2026-11-20' }, null, ZONE)).toEqual(pending)
})

it('another zone counts other days', () => {
  const facts = factsOf('2026-11-21T23:00:00Z')
  const in_ = (zone: string) => loggedOf({ path: PATH, day: '2026-11-20' }, facts, zone).days_late
  expect([in_(ZONE), in_('UTC'), in_(ZONE), in_('Asia/Tokyo')]).toEqual([2, 0, 2, 2])
})
