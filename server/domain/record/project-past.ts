/** The past of one deadline: promise, moves, outcome, which is that of the last completion. */
import { addDays, type Day, daysBetween } from '../days/day.ts'
import { startOfDay } from '../days/zone.ts'
import { isCompleted, type ProjectFields } from '../project.ts'
import { commitDay, type HistoryFacts, type ProjectVersion } from './history-facts.ts'

/** A readable version with its day in the site's zone, or the deletion, with the last fields. */
export interface ProjectStep extends ProjectVersion {
  project: ProjectFields
  day: Day
  index: number
}

interface ProjectOutcome {
  kind: 'kept' | 'done_late' | 'given_up'
  step: ProjectStep
  /** Days after the due date at that time; null for all but `done_late`. */
  daysLate: number | null
}

export interface ProjectPast {
  id: string
  first: ProjectStep
  last: ProjectStep
  /** Oldest first, without the deletion. */
  steps: readonly ProjectStep[]
  /** Steps that changed the due date, oldest first. */
  moves: readonly { from: Day; step: ProjectStep }[]
  /** Steps that changed the goal, oldest first. */
  goalChanges: readonly { from: string | null; step: ProjectStep }[]
  /** Null while it is open. */
  outcome: ProjectOutcome | null
  isDeleted: boolean
}

/** The past of a project until the end of a day or now; null if it has no commit by then. */
export function projectPast(
  { id, versions }: { id: string; versions: readonly ProjectVersion[] },
  zone: string,
  until: Day | null = null,
): ProjectPast | null {
  // Without `until`, commits of clocks that were ahead count too.
  const end = until === null ? Infinity : startOfDay(addDays(until, 1), zone)
  const past = versions.filter((version) => version.at < end)
  const steps: ProjectStep[] = []
  for (const version of past) {
    const { project } = version
    const day = commitDay(version, version.at, zone)
    if (project !== null) steps.push({ ...version, project, day, index: steps.length })
  }
  const [first] = steps
  const last = steps.at(-1)
  const newest = past.at(-1)
  if (first === undefined || last === undefined || newest === undefined) return null
  const changes = steps.slice(1).map((step, index) => ({ before: steps[index] ?? first, step }))
  const moves = changes.flatMap(({ before, step }) => {
    const { due_date: from } = before.project
    return from === step.project.due_date ? [] : [{ from, step }]
  })
  const goalChanges = changes.flatMap(({ before, step }) => {
    const isSame = before.project.goal === step.project.goal
    return isSame ? [] : [{ from: goalText(before.project), step }]
  })
  const isDeleted = newest.project === null
  const day = commitDay(newest, newest.at, zone)
  const deletion = { ...newest, project: last.project, day, index: steps.length }
  const outcome = outcomeOf(steps, isDeleted ? deletion : null)
  return { id, first, last, steps, moves, goalChanges, outcome, isDeleted }
}

/** A goal with its unit, such as '30 cups'; null without one. */
export function goalText({ goal, unit }: Pick<ProjectFields, 'goal' | 'unit'>): string | null {
  return goal === null ? null : [goal, unit].filter((part) => part !== null).join(' ')
}

/** Days from the first due date to the present one. */
export function slipDays({ first, last }: Pick<ProjectPast, 'first' | 'last'>): number {
  return daysBetween(first.project.due_date, last.project.due_date)
}

/** Day of completion and the due date at that time; null if not completed. */
export function completionOf({ outcome }: Pick<ProjectPast, 'outcome'>) {
  const step = outcome === null || outcome.kind === 'given_up' ? null : outcome.step
  return { completed_on: step?.day ?? null, completed_due_date: step?.project.due_date ?? null }
}

/** @param deletion the final deletion, or null: a deleted project counts as given up */
function outcomeOf(
  steps: readonly ProjectStep[],
  deletion: ProjectStep | null,
): ProjectOutcome | null {
  const completed = startOfTrailingRun(steps, isCompleted)
  if (completed !== null) {
    const daysLate = daysBetween(completed.project.due_date, completed.day)
    if (daysLate > 0) return { kind: 'done_late', step: completed, daysLate }
    return { kind: 'kept', step: completed, daysLate: null }
  }
  const step = startOfTrailingRun(steps, ({ status }) => status === 'Failed') ?? deletion
  return step && { kind: 'given_up', step, daysLate: null }
}

/** First step of the unbroken run of matches at the end, or null. */
function startOfTrailingRun(
  steps: readonly ProjectStep[],
  matches: (project: ProjectFields) => boolean,
): ProjectStep | null {
  return steps[steps.findLastIndex(({ project }) => !matches(project)) + 1] ?? null
}

/**
 * Due dates that passed while the project was open, oldest first. A date already past when it was
 * set counts only if it is still set.
 */
export function missedDates({ steps, outcome }: ProjectPast, today: Day): Day[] {
  const missed: Day[] = []
  const open = outcome === null ? steps : steps.slice(0, outcome.step.index + 1)
  for (const [index, { project, day }] of open.entries()) {
    const { due_date: due } = project
    const next = open[index + 1]
    if (next?.project.due_date === due) continue
    const until = next?.day ?? outcome?.step.day ?? today
    const setOn = open.find((step) => step.project.due_date === due)?.day ?? day
    const isOpen = next === undefined && outcome === null
    if (due < until && (isOpen || setOn <= due)) missed.push(due)
  }
  return missed
}

/** Projects that existed at the end of a day, by due date, then id. */
export function projectsAt(
  projects: HistoryFacts['projects'],
  { day, zone }: { day: Day; zone: string },
): ProjectPast[] {
  const dueAndId = ({ id, last }: ProjectPast) => `${last.project.due_date} ${id}`
  return [...projects]
    .flatMap(([id, versions]) => projectPast({ id, versions }, zone, day) ?? [])
    .filter(({ isDeleted }) => !isDeleted)
    .sort((a, b) => (dueAndId(a) < dueAndId(b) ? -1 : 1))
}
