/** Converts deadline projects to answers of the API, for today and for an earlier day. */
import { type Day, daysBetween } from '#domain/days/day.ts'
import { isCompleted, type Project, type ProjectMove } from '#domain/project.ts'
import { completionOf, type ProjectPast, slipDays } from '#domain/record/project-past.ts'
import { PROJECTS } from '../content/formats/project-file.ts'
import type { ProjectRecord, Snapshot } from '../content/records.ts'
import { postLink } from './post-answer.ts'
import { pastsOf } from './site-record.ts'

const NOT_COMPLETED = { completed_on: null, completed_due_date: null }

/** A project with its evidence and, once read, its history. */
export function projectAnswer(project: ProjectRecord, snapshot: Snapshot): Project {
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
    evidence: (snapshot.lists().evidence.get(project.id) ?? []).map(postLink),
    revision: project.revision,
  }
}

/** A project at the end of a day, with its evidence until then. */
export function projectAnswerAt(
  past: ProjectPast,
  { day, snapshot }: { day: Day; snapshot: Snapshot },
): Project {
  const evidence = (snapshot.lists().evidence.get(past.id) ?? []).filter((post) => post.day <= day)
  return {
    id: past.id,
    ...past.last.project,
    moves: movesOf(past),
    first_due_date: past.first.project.due_date,
    slip_days: slipDays(past),
    ...completionOf(past),
    evidence: evidence.map(postLink),
    // No base for an edit.
    revision: '',
  }
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
