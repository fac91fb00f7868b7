/** Converts deadline projects to answers of the API, for today and for an earlier day. */
import type { Progress } from '#domain/answers/public-answers.ts'
import { type Day, daysBetween, LAST_DAY } from '#domain/days/day.ts'
import { isCompleted, type Project, type ProjectMove } from '#domain/project.ts'
import { progressOf } from '#domain/record/progress.ts'
import { completionOf, type ProjectPast, slipDays } from '#domain/record/project-past.ts'
import { PROJECTS } from '../content/formats/project-file.ts'
import type { PostRecord, ProjectRecord, Snapshot } from '../content/records.ts'
import { postLink } from './post-answer.ts'
import { pastsOf } from './site-record.ts'

const NOT_COMPLETED = { completed_on: null, completed_due_date: null }

/** A project with its evidence and, once read, its history. */
export function projectAnswer(project: ProjectRecord, snapshot: Snapshot, today: Day): Project {
  const past = snapshot.facts === null ? undefined : pastsOf(snapshot).get(project.id)
  const first = past?.first.project.due_date ?? null
  return {
    id: project.id,
    ...PROJECTS.fieldsOf(project),
    moves: past ? movesOf(past) : [],
    first_due_date: first,
    slip_days: first === null ? null : daysBetween(first, project.due_date),
    // An uncommitted completion has no day.
    ...(past && isCompleted(project) ? completionOf(past) : NOT_COMPLETED),
    progress: progressOn(today, project, { past, snapshot }),
    evidence: postsOf(project.id, snapshot).map(postLink),
    revision: project.revision,
  }
}

/** A project at the end of a day, with its evidence until then. */
export function projectAnswerAt(
  past: ProjectPast,
  { day, snapshot }: { day: Day; snapshot: Snapshot },
): Project {
  const { project } = past.last
  return {
    id: past.id,
    ...project,
    moves: movesOf(past),
    first_due_date: past.first.project.due_date,
    slip_days: slipDays(past),
    ...completionOf(past),
    progress: progressOn(day, { id: past.id, ...project }, { past, snapshot }),
    evidence: postsOf(past.id, snapshot, day).map(postLink),
    // No base for an edit.
    revision: '',
  }
}

interface ProjectPlace {
  /** Undefined without a commit. */
  past: ProjectPast | undefined
  snapshot: Snapshot
}

/** Public posts that name a project, until a day. */
function postsOf(id: string, snapshot: Snapshot, day: Day = LAST_DAY): PostRecord[] {
  return (snapshot.lists().evidence.get(id) ?? []).filter((post) => post.day <= day)
}

/** What the progress of a project on a day is made of. */
export function goalFacts(
  day: Day,
  { id, each }: Pick<Project, 'id' | 'each'>,
  { past, snapshot }: ProjectPlace,
) {
  const commits = (past?.steps ?? []).map(({ day: on, project: { due_date, goal, start } }) => {
    return { day: on, dueDate: due_date, goal, start }
  })
  const posts = postsOf(id, snapshot, day).map((post) => {
    return { day: post.day, amount: post.amount ?? each }
  })
  return { commits, posts, day }
}

function progressOn(
  day: Day,
  project: Pick<Project, 'id' | 'goal' | 'start' | 'each'>,
  place: ProjectPlace,
): Progress | null {
  const { goal, start } = project
  return goal === null ? null : progressOf({ goal, start }, goalFacts(day, project, place))
}

function movesOf({ moves }: ProjectPast): ProjectMove[] {
  return moves.map(({ from, step: { project, date, commit, reason } }) => ({
    from,
    to: project.due_date,
    at: date,
    commit,
    reason,
  }))
}
