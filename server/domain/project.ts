/** Deadline projects: statuses, countdown, statistics. */

import type { Project } from './answers/public-answers.ts'
import type { ProjectStatus } from './answers/words.ts'
import { addDays, type Day, daysBetween, startOfWeek } from './days/day.ts'

export type { Project, ProjectFields, ProjectMove } from './answers/public-answers.ts'
export { PROJECT_STATUSES, type ProjectStatus } from './answers/words.ts'

/** Statuses in the forms; a project with another one has it as an additional choice. */
export const FORM_PROJECT_STATUSES = [
  'Not Started',
  'In Progress',
  'Completed',
  'On Hold',
] as const satisfies readonly ProjectStatus[]

/** Maximum characters of the reason for a move. */
export const REASON_LENGTH_MAX = 1000

/** Maximum characters of the texts about a goal. */
export const GOAL_LIMITS = { unit: 20, stake: 200, description: 2000 } as const

export const DEFAULT_PROJECT_STATUS: ProjectStatus = 'Not Started'

type Deadline = Pick<Project, 'status' | 'due_date'>

/** Done counts as Completed everywhere. */
export function isCompleted({ status }: Pick<Project, 'status'>): boolean {
  return status === 'Completed' || status === 'Done'
}

/** On the public page a project is completed only once its due date has passed. */
export function isCompletedAndPast(project: Deadline, today: Day): boolean {
  return isCompleted(project) && project.due_date < today
}

type CountdownTone = 'red' | 'orange' | 'yellow' | 'green'
interface Countdown {
  text: string
  tone: CountdownTone
}

/** Days from which on the tone is yellow. */
const COUNTDOWN_SOON_DAYS = 7

/** Time left until the due date, as text and tone. */
export function countdown(dueDate: Day, today: Day): Countdown {
  const days = daysBetween(today, dueDate)
  if (days < 0) return { text: `${formatDays(-days)} overdue`, tone: 'red' }
  if (days === 0) return { text: 'Due today', tone: 'orange' }
  return {
    text: `${formatDays(days)} remaining`,
    tone: days <= COUNTDOWN_SOON_DAYS ? 'yellow' : 'green',
  }
}

/** '1 day', '2 days'. */
export function formatDays(count: number): string {
  return count === 1 ? '1 day' : `${count} days`
}

type StatusTone = 'green' | 'blue' | 'gray' | 'yellow'

/** The badge's colour. */
export function statusTone(status: ProjectStatus): StatusTone {
  if (status === 'Completed' || status === 'Done') return 'green'
  if (status === 'In Progress') return 'blue'
  return status === 'On Hold' ? 'gray' : 'yellow'
}

/**
 * The figures of 'Project Stats'. Completed depends on the status alone; due and missed count open
 * projects; due today is not missed. Weeks run Monday to Sunday. The rate is in percent, rounded.
 */
export function projectStats(projects: readonly Deadline[], today: Day) {
  const open = projects.filter((project) => !isCompleted(project))
  const monday = startOfWeek(today, 1)
  const sunday = addDays(monday, 6)
  const month = today.slice(0, 7)
  const completed = projects.length - open.length
  return {
    total: projects.length,
    active: open.length,
    completed,
    due_this_week: open.filter(({ due_date: due }) => due >= monday && due <= sunday).length,
    due_this_month: open.filter(({ due_date: due }) => due.startsWith(month)).length,
    missed: open.filter(({ due_date: due }) => due < today).length,
    completion_rate: projects.length === 0 ? 0 : Math.round((completed / projects.length) * 100),
  }
}
