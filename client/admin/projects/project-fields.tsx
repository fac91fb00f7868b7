/** The fields of a deadline project, one row each. */
import type { SavedMeta } from '#domain/answers/admin-answers.ts'
import { formatFullDay, formatLongDay, isDay } from '#domain/days/day.ts'
import {
  DEFAULT_PROJECT_STATUS,
  FORM_PROJECT_STATUSES,
  type Project,
  type ProjectStatus,
} from '#domain/project.ts'
import { isTypedWebAddress } from '#domain/web-address.ts'
import {
  type ControlProps,
  createBody,
  type FieldTable,
  type FormState,
  updateBody,
} from '../forms/field-table.ts'
import { AddressField, Choice, DayField, LineField } from '../forms/fields.tsx'
import type { FormRules } from '../forms/use-form.ts'
import { call } from '../frame/admin-api.ts'
import { MESSAGES } from '../frame/messages.ts'
import { ListedTags } from '../posts/tag-picker.tsx'

interface ProjectFields {
  title: string
  due_date: string
  status: ProjectStatus
  /** Why the deadline moves; asked for only then. */
  reason: string
  tags: readonly string[]
  link: string
}

type ProjectState = FormState<ProjectFields, Project>

const PROJECT_FIELDS: FieldTable<ProjectFields, Project> = {
  title: {
    label: 'Title',
    empty: '',
    read: ({ title }) => title,
    Control: LineField,
    required: true,
    sent: (title) => title.trim(),
    fault: (title) => (title.trim() === '' ? 'Enter a title.' : undefined),
  },
  due_date: {
    label: 'Due Date',
    empty: '',
    read: ({ due_date }) => due_date,
    Control: DayField,
    required: true,
    hint: ({ fields: { due_date } }) =>
      isDay(due_date) ? formatFullDay(due_date) : 'No date chosen yet.',
    fault: (day) => (isDay(day) ? undefined : 'Enter a due date.'),
  },
  status: {
    label: 'Status',
    empty: DEFAULT_PROJECT_STATUS,
    read: ({ status }) => status,
    Control: StatusChoice,
  },
  reason: {
    label: 'Why does the deadline move?',
    empty: '',
    read: () => '',
    Control: LineField,
    required: true,
    isShown: isMoved,
    hint: ({ start }) =>
      `It was ${formatLongDay(start.due_date)}. The reason is public, beside the move.`,
    sent: (reason) => reason.trim() || undefined,
    fault: (reason) => (reason.trim() === '' ? 'Say in a line why the deadline moves.' : undefined),
  },
  tags: { label: 'Tags', empty: [], read: ({ tags }) => tags, Control: ListedTags },
  link: {
    label: 'Link',
    empty: '',
    read: ({ link }) => link,
    Control: AddressField,
    sent: (link) => link.trim(),
    fault: (value) => {
      const link = value.trim()
      return link === '' || isTypedWebAddress(link)
        ? undefined
        : 'The link must be a full address that begins with http:// or https://.'
    },
  },
}

/** Whether the form moves the deadline of a saved project. */
function isMoved({ version, fields, start }: ProjectState): boolean {
  return version !== null && isDay(fields.due_date) && fields.due_date !== start.due_date
}

/** How the form of a project is saved. */
export const PROJECT_RULES: FormRules<ProjectFields, Project> = {
  table: PROJECT_FIELDS,
  nameOf: (project) => `project:${project?.id ?? 'new'}`,
  revisionOf: ({ revision }) => revision,
  send(state) {
    const { version, fields, createKey } = state
    if (version === null) {
      const body = createBody(PROJECT_FIELDS, fields)
      return call<Project, SavedMeta>('POST', '/deadline-projects', body, {
        'idempotency-key': createKey,
      })
    }
    const path = `/deadline-projects/${encodeURIComponent(version.id)}`
    return call<Project, SavedMeta>('PATCH', path, updateBody(PROJECT_FIELDS, state))
  },
  savedWords: ({ title }, { version }) => ({
    ...(version ? MESSAGES.projectUpdated : MESSAGES.projectAdded),
    about: title,
  }),
  failedWords: ({ version }) => (version ? 'Failed to update project' : 'Failed to add project'),
}

/** Those of the form, and the one that the project came with. */
function StatusChoice(field: ControlProps<ProjectStatus>) {
  const usual: readonly ProjectStatus[] = FORM_PROJECT_STATUSES
  const statuses = usual.includes(field.start) ? usual : [...usual, field.start]
  return <Choice {...field} choices={statuses.map((status) => [status, status] as const)} />
}
