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
  const day = commitDay(loggedCommit, loggedCommit.at, timeZone)
  const days = daysBetween(post.day, day)
  const state = stateOf({ ...loggedCommit, days, isBefore: isBefore(post.day, facts, timeZone) })
  return {
    state,
    // A post committed before its day was scheduled.
    day: days < 0 ? post.day : day,
    days_late: state === 'late' ? days : 0,
    commit: loggedCommit.commit,
  }
}

function stateOf(post: { isImported: boolean; isBefore: boolean; days: number }): LoggedState {
  if (post.isImported) return 'imported'
  if (post.isBefore) return 'before_record'
  return post.days > GRACE_DAYS ? 'late' : 'on_time'
}

/** Whether a day is before the repository's first commit. */
function isBefore(day: Day, facts: HistoryFacts, timeZone: string): boolean {
  const { beginsAt } = facts
  return beginsAt !== null && day < commitDay(facts, beginsAt, timeZone)
}
