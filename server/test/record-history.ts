/** Histories of deadline projects for tests. */
import type { ProjectFields, ProjectStatus } from '#domain/project.ts'
import type { HistoryFacts } from '#domain/record/history-facts.ts'
import { PROJECTS } from '../content/formats/project-file.ts'
import { projectRecord } from './test-records.ts'

/** A commit of a project's file, days as `11-20` of 2026; a due date of null deletes the file. */
export type ProjectCommit = readonly [
  day: string,
  due: string | null,
  status?: ProjectStatus,
  title?: string,
]

/** The versions of projects by id, committed at noon (UTC), those of one day in the same second. */
export function projectsOf(
  commits: Readonly<Record<string, readonly ProjectCommit[]>>,
): HistoryFacts['projects'] {
  const plain = PROJECTS.fieldsOf(projectRecord({ id: '' }))
  const versionsOf = (id: string, own: readonly ProjectCommit[]) =>
    own.map(([day, due, status = 'In Progress', title = id], index) => {
      const at = Date.parse(`2026-${day}T12:00:00Z`)
      const project: ProjectFields | null =
        due === null ? null : { ...plain, title, due_date: `2026-${due}`, status }
      const commit = `commit ${index} of ${id}`
      const date = new Date(at).toISOString()
      return { commit, at, date, reason: `why ${index}`, project }
    })
  return new Map(Object.entries(commits).map(([id, own]) => [id, versionsOf(id, own)]))
}

/** The facts of a history that has nothing but these. */
export function historyFacts(facts: Partial<HistoryFacts> = {}): HistoryFacts {
  const none = { logged: new Map(), projects: new Map(), breaks: [] }
  return { readTo: null, beginsAt: 0, ...none, ...facts }
}
