/** Histories of deadline projects for tests, written as short lines. */
import type { ProjectMove, ProjectStatus } from '#domain/project.ts'
import type { ProjectVersion } from '#domain/record/history-facts.ts'
import { type ProjectHistory, projectHistories } from '#domain/record/project-histories.ts'

const STATUSES: Record<string, ProjectStatus> = {
  open: 'In Progress',
  done: 'Done',
  completed: 'Completed',
  failed: 'Failed',
}

/**
 * Commits as lines of `day id due status title`, due as month and day of 2026 (`11-20`); `day id -`
 * deletes the file. Two lines with one day and the same `!name` at their end are one commit; a day
 * `=` is the second of the line before.
 */
export function historyOf(...lines: string[]): {
  projects: Map<string, ProjectVersion[]>
  moves: Map<string, ProjectMove[]>
  histories: ProjectHistory[]
} {
  const projects = new Map<string, ProjectVersion[]>()
  const moves = new Map<string, ProjectMove[]>()
  const times = new Map<string, number>()
  let at = 0
  for (const [index, line] of lines.entries()) {
    const [text = '', name = String(index)] = line.split(' !')
    const [day, id = '', due = '', status = 'open', ...title] = text.split(' ')
    const known = times.get(name) ?? (day === '=' ? at : undefined)
    at = known ?? Date.parse(`2026-${day}T12:00:00Z`) + index * 60_000
    times.set(name, at)
    const commit = `commit ${name}`
    const own = projects.get(id) ?? []
    const before = own.at(-1)?.project
    const project: ProjectVersion['project'] =
      due === '-'
        ? null
        : {
            title: title.join(' ') || id,
            due_date: `2026-${due}`,
            status: STATUSES[status] ?? 'On Hold',
            tags: [],
            link: '',
          }
    projects.set(id, [...own, { commit, at, reason: `why ${name}`, project }])
    if (!before || !project || before.due_date === project.due_date) continue
    const [from, to] = [before.due_date, project.due_date]
    const move = { from, to, at: new Date(at).toISOString(), commit, reason: `why ${name}` }
    moves.set(id, [...(moves.get(id) ?? []), move])
  }
  return { projects, moves, histories: projectHistories(projects, moves) }
}
