/** The form of a deadline project: its fields, one row each, and the form itself. */

import { type FormEvent, useEffect } from 'react'
import { formatFullDay, formatLongDay, isDay } from '#domain/days/day.ts'
import {
  DEFAULT_PROJECT_STATUS,
  FORM_PROJECT_STATUSES,
  type Project,
  type ProjectStatus,
} from '#domain/project.ts'
import { isTypedWebAddress } from '#domain/web-address.ts'
import { EditorBar, Restored } from '../forms/editor-bar.tsx'
import { type ControlProps, FieldTable, type FormState } from '../forms/field-table.ts'
import {
  AddressField,
  Choice,
  DayField,
  FormField,
  LineField,
  onSaveKey,
} from '../forms/fields.tsx'
import { type FormRules, useForm } from '../forms/use-form.ts'
import { ListedTags } from '../posts/tag-picker.tsx'
import { FormConflict } from '../versions/two-texts.tsx'

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

const PROJECT_FIELDS = new FieldTable<ProjectFields, Project>({
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
})

/** Whether the form moves the deadline of a saved project. */
function isMoved({ version, fields, start }: ProjectState): boolean {
  return version !== null && isDay(fields.due_date) && fields.due_date !== start.due_date
}

/** How the form of a project is saved. */
const PROJECT_RULES: FormRules<ProjectFields, Project> = {
  table: PROJECT_FIELDS,
  nameOf: (project) => `project:${project?.id ?? 'new'}`,
  pathOf: (project) =>
    project ? `/deadline-projects/${encodeURIComponent(project.id)}` : '/deadline-projects',
  method: 'PATCH',
  savedWords: ({ title }, { version }) => ({
    ...(version
      ? { title: 'Success', description: 'Project updated successfully' }
      : { title: 'Project added', description: 'New project has been added.' }),
    about: title,
  }),
  failedWords: ({ version }) => (version ? 'Failed to update project' : 'Failed to add project'),
}

/** The statuses of the form, and the project's status where it is another. */
function StatusChoice(field: ControlProps<ProjectStatus>) {
  const usual: readonly ProjectStatus[] = FORM_PROJECT_STATUSES
  const statuses = usual.includes(field.start) ? usual : [...usual, field.start]
  return <Choice {...field} choices={statuses.map((status) => [status, status] as const)} />
}

interface ProjectFormProps {
  project: Project | null
  onClose: () => void
  onReopen: () => void
}

/** Moving a deadline asks for a line of reason. */
export function ProjectForm({ project, onClose, onReopen }: ProjectFormProps) {
  const form = useForm(PROJECT_RULES, project)
  const { element, save } = form
  useEffect(() => element.current?.querySelector('input')?.focus(), [element])
  const onSubmit = async (event: FormEvent) => {
    event.preventDefault()
    if (await save()) onClose()
  }
  const cancel = () => {
    form.discard(onReopen)
    onClose()
  }
  return (
    // The shortcut works wherever in the form the focus is.
    <form
      ref={element}
      className="stack project-form"
      noValidate
      onSubmit={onSubmit}
      onKeyDown={onSaveKey(save, element)}
    >
      <Restored form={form} reopen={onReopen} />
      <FormConflict form={form} subject="project" />
      <FormField form={form} name="title" />
      <div className="cards project-form-row">
        <FormField form={form} name="due_date" />
        <FormField form={form} name="status" />
      </div>
      <FormField form={form} name="reason" />
      <FormField form={form} name="tags" />
      <FormField form={form} name="link" />
      <EditorBar
        action={form.version ? 'Save Changes' : 'Add Project'}
        form={form}
        // The toggle above the list closes a new one.
        onCancel={project === null ? undefined : cancel}
      />
    </form>
  )
}
