import { expect, it } from 'vitest'
import { historyFacts } from '../../test/record-history.ts'
import { loggedOf } from './logged.ts'

const ZONE = 'Europe/Berlin'
const COMMIT = 'a'.repeat(40)
const PATH = 'posts/a.md'

/** The record begins on November 10 in Berlin, late in the evening. */
const factsOf = (at: string | null, isImported = false) =>
  historyFacts({
    beginsAt: Date.parse('2026-11-10T22:30:00Z'),
    logged: new Map(
      at === null ? [] : [[PATH, { commit: COMMIT, at: Date.parse(at), isImported }]],
    ),
  })

// Day of the post, time in UTC of its commit, and what is said of it; all of November 2026.
it.each([
  ['as the next day ends in the zone', '20', '21T22:59', 'on_time 21 +0'],
  ['as the day after begins in the zone', '20', '21T23:00', 'late 22 +2'],
  ['before its day begins where it was written', '20', '19T22:00', 'on_time 20 +0'],
  ['and is of the day of the first commit', '10', '20T12:00', 'late 20 +10'],
  ['by an import, and is older than the record', '01', 'import 20T12:00', 'imported 20 +0'],
])('a post that was committed %s', (_, day, commit, expected) => {
  const facts = factsOf(`2026-11-${commit.slice(-8)}:00Z`, commit.startsWith('import'))
  const logged = loggedOf({ path: PATH, day: `2026-11-${day}` }, facts, ZONE)
  expect(`${logged.state} ${logged.day?.slice(8)} +${logged.days_late}`).toBe(expected)
  expect(logged.commit).toBe(COMMIT)
})

it('nothing is said of a post that no commit has, or before the history is read', () => {
  const post = { path: PATH, day: '2026-11-20' }
  const nothing = { day: null, days_late: 0, commit: null }
  expect(loggedOf(post, factsOf(null), ZONE)).toEqual({ state: 'uncommitted', ...nothing })
  expect(loggedOf(post, null, ZONE)).toEqual({ state: 'pending', ...nothing })
})

it('another zone counts other days', () => {
  const facts = factsOf('2026-11-21T23:00:00Z')
  const in_ = (zone: string) => loggedOf({ path: PATH, day: '2026-11-20' }, facts, zone).days_late
  expect([in_(ZONE), in_('UTC'), in_(ZONE), in_('Asia/Tokyo')]).toEqual([2, 0, 2, 2])
})
