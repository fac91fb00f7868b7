/** Converts deadline projects to answers of the API, for today and for an earlier day. */
import { type Day, daysBetween } from '#domain/days/day.ts'
import { isCompleted, type Project, type ProjectFields, type ProjectMove } from '#domain/project.ts'
import { progressOf } from '#domain/record/progress.ts'
import { completionOf, type ProjectPast } from '#domain/record/project-past.ts'
import { PROJECTS } from '../content/formats/project-file.ts'
import type { PostRecord, ProjectRecord, Snapshot } from '../content/records.ts'
import { postLink } from './post-answer.ts'
import { pastsOf } from './site-record.ts'

/** A project with its evidence and, once read, its history. */
export function projectAnswer(project: ProjectRecord, snapshot: Snapshot, today: Day): Project {
  const { id, revision } = project
  const past = pastNow(id, snapshot)
  const fields = { id, revision, ...PROJECTS.fieldsOf(project) }
  return answerOf(fields, { day: today, past, posts: postsOf(id, snapshot) })
}

/** A project at the end of a day, with its evidence until then. */
export function projectAnswerAt(past: ProjectPast, day: Day, snapshot: Snapshot): Project {
  const { id, last } = past
  const posts = postsOf(id, snapshot).filter((post) => post.day <= day)
  // No base for an edit.
  return answerOf({ id, revision: '', ...last.project }, { day, past, posts })
}

/** The whole past of a project, if the history is read and has it. */
export function pastNow(id: string, snapshot: Snapshot): ProjectPast | undefined {
  return snapshot.facts === null ? undefined : pastsOf(snapshot).get(id)
}

/** Public posts that name a project, newest first. */
export function postsOf(id: string, snapshot: Snapshot): readonly PostRecord[] {
  return snapshot.lists().evidence.get(id) ?? []
}

interface ProjectHistory {
  day: Day
  /** Undefined without a commit. */
  past: ProjectPast | undefined
  posts: readonly PostRecord[]
}

function answerOf(
  project: ProjectFields & Pick<Project, 'id' | 'revision'>,
  history: ProjectHistory,
): Project {
  const { past, posts } = history
  const { goal, start } = project
  const first = past?.first.project.due_date ?? null
  // An uncommitted completion has no day.
  const outcome = isCompleted(project) ? (past?.outcome ?? null) : null
  return {
    ...project,
    moves: past ? movesOf(past) : [],
    first_due_date: first,
    slip_days: first === null ? null : daysBetween(first, project.due_date),
    ...completionOf({ outcome }),
    progress: goal === null ? null : progressOf({ goal, start }, goalFacts(project, history)),
    evidence: posts.map(postLink),
  }
}

/** What the progress of a project on a day is made of. */
export function goalFacts({ each }: Pick<Project, 'each'>, { day, past, posts }: ProjectHistory) {
  const commits = (past?.steps ?? []).map(({ day: on, project: { due_date, goal, start } }) => {
    return { day: on, dueDate: due_date, goal, start }
  })
  const amounts = posts.map((post) => ({ day: post.day, amount: post.amount ?? each }))
  return { commits, posts: amounts, day }
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
