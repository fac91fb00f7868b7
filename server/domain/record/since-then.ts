/** What became of the promises of an earlier day. */
import type { Day } from '../days/day.ts'
import { isCompleted, type Project } from '../project.ts'

export const FATES = ['kept', 'moved', 'missed', 'dropped', 'new'] as const
export type Fate = (typeof FATES)[number]

type Promised = Pick<Project, 'id' | 'status' | 'due_date' | 'completed_on' | 'completed_due_date'>

/**
 * What became of a project that stood on the board of an earlier day.
 * @param now the same project today; undefined where it is gone
 * @returns null where nothing did: it had its end then, or is open with the same date
 */
export function fateOf(then: Promised, now: Promised | undefined, today: Day): Fate | null {
  if (isCompleted(then) || then.status === 'Failed') return null
  if (now === undefined || now.status === 'Failed') return 'dropped'
  if (isCompleted(now)) return isInTime(now) ? 'kept' : 'missed'
  if (now.due_date < today) return 'missed'
  return now.due_date === then.due_date ? null : 'moved'
}

/** While the day of its end is not known, a completed one counts as kept. */
function isInTime({ completed_on: done, completed_due_date: due }: Promised): boolean {
  return !done || !due || done <= due
}

/** The projects of today that were not there then. */
export function newSince<P extends Promised>(then: readonly Promised[], now: readonly P[]): P[] {
  const known = new Set(then.map(({ id }) => id))
  return now.filter(({ id }) => !known.has(id))
}
