/** Deadline projects as they stood at the end of a day. */
import type { Day } from '../days/day.ts'
import type { ProjectHistory } from './project-histories.ts'
import { type ProjectPast, projectPast } from './project-past.ts'

/** Those that a commit had by then and none had deleted, by due date, then id. */
export function projectsAt(
  histories: readonly ProjectHistory[],
  { day, zone }: { day: Day; zone: string },
): ProjectPast[] {
  const pasts = histories.flatMap((history) => projectPast(history, zone, day) ?? [])
  return pasts.filter(({ isDeleted }) => !isDeleted).sort(compareDue)
}

function compareDue(a: ProjectPast, b: ProjectPast): number {
  const [due, other] = [a.last.project.due_date, b.last.project.due_date]
  return due === other ? (a.id < b.id ? -1 : 1) : due < other ? -1 : 1
}
