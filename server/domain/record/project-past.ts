/**
 * The past of one deadline: first promise, moves, outcome. Only the last completion counts: a
 * revoked one kept no promise.
 */
import { addDays, type Day, daysBetween } from '../days/day.ts'
import { startOfDay } from '../days/zone.ts'
import { isCompleted } from '../project.ts'
import { commitDay, type HistoryFacts, type ProjectVersion } from './history-facts.ts'

/** A readable version, with its day in the site's zone. */
interface ProjectStep extends ProjectVersion {
  project: NonNullable<ProjectVersion['project']>
  day: Day
}

interface ProjectOutcome {
  kind: 'kept' | 'done_late' | 'given_up'
  day: Day
  /** Milliseconds since 1970. */
  at: number
  commit: string
  /** Days after the due date at that time; 0 for all but `done_late`. */
  daysLate: number
  /** Index of its step; after the last one for a deletion. */
  order: number
}

/** A changed due date. */
interface DatedMove {
  from: Day
  /** The step that has the new date. */
  step: ProjectStep
  /** Index of the step. */
  order: number
}

export interface ProjectPast {
  id: string
  first: ProjectStep
  last: ProjectStep
  /** Oldest first. */
  steps: readonly ProjectStep[]
  /** Oldest first. */
  moves: readonly DatedMove[]
  /** Null while it is open. */
  outcome: ProjectOutcome | null
  isDeleted: boolean
}

/**
 * The past of a project until the end of a day or now; null if it has no commit by then.
 * @param versions oldest first
 */
export function projectPast(
  { id, versions }: { id: string; versions: readonly ProjectVersion[] },
  zone: string,
  until: Day | null = null,
): ProjectPast | null {
  // Without `until`, commits of clocks that were ahead count too.
  const end = until === null ? Infinity : startOfDay(addDays(until, 1), zone)
  const past = versions.filter((version) => version.at < end)
  const steps = past.flatMap((version) => {
    const { project } = version
    return project === null ? [] : [{ ...version, project, day: dayOf(version, zone) }]
  })
  const [first] = steps
  const last = steps.at(-1)
  const newest = past.at(-1)
  if (first === undefined || last === undefined || newest === undefined) return null
  const moves = steps.flatMap((step, order) => {
    const from = steps[order - 1]?.project.due_date ?? step.project.due_date
    return from === step.project.due_date ? [] : [{ from, step, order }]
  })
  const isDeleted = newest.project === null
  const outcome = outcomeOf(steps, isDeleted ? { ...newest, day: dayOf(newest, zone) } : null)
  return { id, first, last, steps, moves, outcome, isDeleted }
}

/** Days from the first due date to the present one. */
export function slipDays({ first, last }: Pick<ProjectPast, 'first' | 'last'>): number {
  return daysBetween(first.project.due_date, last.project.due_date)
}

/** Day of completion and the due date at that time; null if not completed. */
export function completionOf({ outcome, steps }: Pick<ProjectPast, 'outcome' | 'steps'>) {
  const step = outcome === null || outcome.kind === 'given_up' ? undefined : steps[outcome.order]
  return { completed_on: step?.day ?? null, completed_due_date: step?.project.due_date ?? null }
}

const dayOf = (version: ProjectVersion, zone: string): Day => commitDay(version, version.at, zone)

type Ending = Pick<ProjectStep, 'day' | 'at' | 'commit'>

/** @param deletion the final deletion, or null */
function outcomeOf(steps: readonly ProjectStep[], deletion: Ending | null): ProjectOutcome | null {
  const completed = startOfTrailingRun(steps, isCompleted)
  if (completed !== null) {
    const { day, at, commit, project } = completed
    const daysLate = Math.max(0, daysBetween(project.due_date, day))
    const kind = daysLate === 0 ? 'kept' : 'done_late'
    return { kind, day, at, commit, daysLate, order: steps.indexOf(completed) }
  }
  // A deleted project counts as given up.
  const ending = startOfTrailingRun(steps, ({ status }) => status === 'Failed') ?? deletion
  if (ending === null) return null
  const { day, at, commit } = ending
  const order = steps.findIndex((step) => step.commit === commit)
  return { kind: 'given_up', day, at, commit, daysLate: 0, order: order < 0 ? steps.length : order }
}

/** First step of the unbroken run of matches at the end, or null. */
function startOfTrailingRun(
  steps: readonly ProjectStep[],
  matches: (project: ProjectStep['project']) => boolean,
): ProjectStep | null {
  const before = steps.findLastIndex(({ project }) => !matches(project))
  return steps[before + 1] ?? null
}

/**
 * Due dates that passed while the project was open, oldest first. A date already past when it was
 * set counts only if it is still set.
 */
export function missedDates({ steps, outcome }: ProjectPast, today: Day): Day[] {
  const missed: Day[] = []
  const open = outcome === null ? steps : steps.slice(0, outcome.order + 1)
  const firstDays = new Map(
    open.map(({ project, day }) => [project.due_date, day] as const).toReversed(),
  )
  for (const [index, { project, day }] of open.entries()) {
    const next = open[index + 1]
    if (next?.project.due_date === project.due_date) continue
    const until = next?.day ?? outcome?.day ?? today
    const setOn = firstDays.get(project.due_date) ?? day
    const isOpen = next === undefined && outcome === null
    if (project.due_date < until && (isOpen || setOn <= project.due_date)) {
      missed.push(project.due_date)
    }
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
