/** A deadline project as its form has it, and what the form refuses. */
import { isDay } from '#domain/days/day.ts'
import {
  DEFAULT_PROJECT_STATUS,
  FORM_PROJECT_STATUSES,
  type Project,
  type ProjectStatus,
} from '#domain/project.ts'
import { isTypedWebAddress } from '#domain/web-address.ts'

export interface ProjectFields {
  title: string
  due_date: string
  tags: readonly string[]
  status: ProjectStatus
  link: string
  /** Why the deadline moves; asked for only then. */
  reason: string
}

type ProjectFaults = Partial<Record<string, string>>

export const NEW_PROJECT: ProjectFields = {
  title: '',
  due_date: '',
  tags: [],
  status: DEFAULT_PROJECT_STATUS,
  link: '',
  reason: '',
}

export function projectFields({ title, due_date, tags, status, link }: Project): ProjectFields {
  return { title, due_date, tags, status, link, reason: '' }
}

/** The statuses to choose from: those of the form, and the one a project came with. */
export function statusChoices(own: ProjectStatus): readonly ProjectStatus[] {
  return FORM_PROJECT_STATUSES.some((status) => status === own)
    ? FORM_PROJECT_STATUSES
    : [...FORM_PROJECT_STATUSES, own]
}

/** A sentence for each field that keeps the form from being sent. */
export function projectFaults(fields: ProjectFields, project: Project | null): ProjectFaults {
  const faults: ProjectFaults = {}
  if (fields.title.trim() === '') faults.title = 'Enter a title.'
  if (!isDay(fields.due_date)) faults.due_date = 'Enter a due date.'
  const link = fields.link.trim()
  if (link !== '' && !isTypedWebAddress(link)) {
    faults.link = 'The link must be a full address that begins with http:// or https://.'
  }
  if (isMoved(fields, project) && !faults.due_date && fields.reason.trim() === '') {
    faults.reason = 'Say in a line why the deadline moves.'
  }
  return faults
}

/** Whether the form moves the project's deadline. */
export function isMoved({ due_date }: ProjectFields, project: Project | null): boolean {
  return project !== null && due_date !== project.due_date
}

/** Whether two forms would send the same. */
export function isSameProjectForm(a: ProjectFields, b: ProjectFields): boolean {
  return JSON.stringify(sentFields(a)) === JSON.stringify(sentFields(b))
}

/** In the order that is sent; the reason too, since it was typed. */
function sentFields({ title, due_date, tags, status, link, reason }: ProjectFields) {
  return { title: title.trim(), due_date, tags, status, link: link.trim(), reason: reason.trim() }
}

/** What is sent: a change names the version it started from, and why a deadline moves. */
export function projectBody(fields: ProjectFields, project: Project | null): object {
  const { reason, ...sent } = sentFields(fields)
  if (project === null) return sent
  const moved = isMoved(fields, project) ? { reason } : {}
  return { ...sent, ...moved, revision: project.revision }
}
