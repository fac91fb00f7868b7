/** Compares the day of a post with the day of its first public commit. */

import type { Logged } from '../answers/public-answers.ts'
import type { LoggedState } from '../answers/words.ts'
import { type Day, daysBetween } from '../days/day.ts'
import { commitDay, type HistoryFacts } from './history-facts.ts'

export type { Logged } from '../answers/public-answers.ts'

/** A post is on time until the end of this many days after its own. */
const GRACE_DAYS = 1

/** @param post present path and own day */
export function loggedOf(
  post: { path: string; day: Day },
  facts: HistoryFacts | null,
  timeZone: string,
): Logged {
  const loggedCommit = facts?.logged.get(post.path)
  if (facts === null || loggedCommit === undefined) {
    const state = facts === null ? 'pending' : 'uncommitted'
    return { state, day: null, days_late: 0, commit: null }
  }
  const { commit, at, isImported } = loggedCommit
  const day = commitDay(loggedCommit, at, timeZone)
  const days = daysBetween(post.day, day)
  const { beginsAt } = facts
  const isBefore = beginsAt !== null && post.day < commitDay(facts, beginsAt, timeZone)
  let state: LoggedState = days > GRACE_DAYS ? 'late' : 'on_time'
  if (isBefore) state = 'before_record'
  if (isImported) state = 'imported'
  // A post committed before its day was scheduled.
  const loggedDay = days < 0 ? post.day : day
  return { state, day: loggedDay, days_late: state === 'late' ? days : 0, commit }
}
