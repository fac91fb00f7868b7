/** The projects admin: active and completed projects, and one form at a time. */
import { type FormEvent, type ReactNode, useEffect, useState } from 'react'
import type { Answer } from '#domain/answers/public-answers.ts'
import { formatFullDay, formatLongDay, isDay } from '#domain/days/day.ts'
import {
  countdown,
  DEFAULT_PROJECT_STATUS,
  FORM_PROJECT_STATUSES,
  isCompleted,
  type Project,
  type ProjectStatus,
  statusTone,
} from '#domain/project.ts'
import { useApp } from '../../app-context.ts'
import { Loaded, OutLink } from '../../components/frame/parts.tsx'
import { type ControlProps, FieldTable, type FormState } from '../forms/field-table.ts'
import {
  AddressField,
  Choice,
  DayField,
  EditorBar,
  FormFields,
  LineField,
  onFormKey,
  RestoredNotice,
} from '../forms/fields.tsx'
import { readUnsaved } from '../forms/unsaved.ts'
import { type FormRules, useForm } from '../forms/use-form.ts'
import { PanelHead } from '../frame/panel-head.tsx'
import { Button, CREATE_BUTTON, Row, useFocusBack } from '../frame/parts.tsx'
import { ListedTags } from '../posts/tag-picker.tsx'
import { FormConflict } from '../versions/two-texts.tsx'

export function ProjectsPanel() {
  /** The open form, with the project as it was when the form opened; null for a new project. */
  const [open, setOpen] = useState<{ project: Project | null } | null>(null)
  useFocusBack(open && (open.project?.id ?? ''))
  const isAdding = open !== null && open.project === null
  const form = open && (
    <ProjectForm
      key={open.project?.id}
      project={open.project}
      // Another form may have been opened during the save.
      onClose={() => setOpen((now) => (now === open ? null : now))}
      onReopen={() => setOpen(open)}
    />
  )
  return (
    <>
      <PanelHead title="Projects Admin">
        <Button
          id={CREATE_BUTTON}
          isPrimary={open === null}
          aria-expanded={isAdding}
          onClick={() => (isAdding ? cancelForm() : setOpen({ project: null }))}
        >
          {isAdding ? 'Cancel' : 'Add New Project'}
        </Button>
      </PanelHead>
      {!isAdding && <UnsavedMark id="new" />}
      {isAdding && (
        <section className="box" aria-label="New project">
          {form}
        </section>
      )}
      <Loaded<Answer<readonly Project[]>>
        path="/deadline-projects"
        loading="Loading projects admin panel..."
        failed="Failed to load deadline projects"
        shape="rows"
      >
        {({ data }) => (
          <ProjectLists
            projects={data}
            open={open?.project ?? null}
            form={form}
            onEdit={(project) => setOpen({ project })}
          />
        )}
      </Loaded>
    </>
  )
}

interface ProjectListsProps {
  projects: readonly Project[]
  /** The project in the form, as it was when that opened. */
  open: Project | null
  form: ReactNode
  onEdit: (project: Project) => void
}

function ProjectLists({ projects, open, form, onEdit }: ProjectListsProps) {
  const isGone = open && !projects.some(({ id }) => id === open.id)
  // The open form stays where it was opened, whatever it saves.
  const placed = projects.map((project) => (project.id === open?.id ? open : project))
  const byDueDate = placed.toSorted((a, b) => a.due_date.localeCompare(b.due_date))
  const lists = [
    ['Active Projects', byDueDate.filter((project) => !isCompleted(project))],
    ['Completed Projects', byDueDate.filter(isCompleted).toReversed()],
  ] as const
  return (
    <>
      {isGone && (
        <>
          <p className="notice notice-failed notice-title" role="alert">
            Error: Project data not found
          </p>
          {form}
        </>
      )}
      {lists.map(([heading, listed]) => (
        <section key={heading} aria-label={heading}>
          <h2 className="admin-subtitle">{heading}</h2>
          {listed.length === 0 && <p className="admin-hint">No {heading.toLowerCase()}.</p>}
          <ul className="admin-rows">
            {listed.map((project) =>
              project === open ? (
                <li key={project.id} className="project-row">
                  {form}
                </li>
              ) : (
                <ProjectRow key={project.id} project={project} onEdit={() => onEdit(project)} />
              ),
            )}
          </ul>
        </section>
      ))}
    </>
  )
}

function ProjectRow({ project, onEdit }: { project: Project; onEdit: () => void }) {
  const { id, title, due_date, status, tags, link } = project
  const { today } = useApp()
  const { text, tone } = countdown(due_date, today)
  return (
    <Row
      subject={title}
      isHeading
      actions={[{ label: 'Edit', id: `edit-${id}`, onClick: onEdit }]}
      aside={
        !isCompleted(project) && (
          <div className="project-row-due stack tight">
            <span className={`countdown countdown-small tone-${tone}`}>{text}</span>
            {due_date < today && <span className="overdue-again small">{text}</span>}
          </div>
        )
      }
    >
      <p className="meta">
        <span>
          Due <time dateTime={due_date}>{formatLongDay(due_date)}</time>
        </span>
        <span className={`status tone-${statusTone(status)}`}>{status}</span>
        {tags.length > 0 && <span>{tags.join(', ')}</span>}
        <UnsavedMark id={id} />
      </p>
      {link ? (
        <p className="admin-hint">
          <OutLink href={link}>{link}</OutLink>
        </p>
      ) : (
        <p className="warning small">No project link provided</p>
      )}
    </Row>
  )
}

/** Mark of a project whose form has an unsaved text. @param id `new` for that of a new project */
function UnsavedMark({ id }: { id: string }) {
  const words = id === 'new' ? 'Unsaved: new project' : 'Unsaved text'
  return readUnsaved(`project:${id}`) && <span className="status tone-yellow">{words}</span>
}

interface ProjectFields {
  title: string
  due_date: string
  status: ProjectStatus
  /** Reason for a moved deadline; shown only if it moves. */
  reason: string
  tags: readonly string[]
  link: string
}

type ProjectState = FormState<ProjectFields, Project>

const PROJECT_FIELDS = new FieldTable<ProjectFields, Project>({
  title: {
    label: 'Title',
    slot: 'top',
    empty: '',
    read: ({ title }) => title,
    Control: LineField,
    ifEmpty: 'Enter a title.',
    toSend: (title) => title.trim(),
  },
  due_date: {
    label: 'Due Date',
    slot: 'row',
    empty: '',
    read: ({ due_date }) => due_date,
    Control: DayField,
    ifEmpty: 'Enter a due date.',
    hint: ({ fields: { due_date } }) =>
      isDay(due_date) ? formatFullDay(due_date) : 'No date chosen yet.',
  },
  status: {
    label: 'Status',
    slot: 'row',
    empty: DEFAULT_PROJECT_STATUS,
    read: ({ status }) => status,
    Control: StatusChoice,
  },
  reason: {
    label: 'Why does the deadline move?',
    slot: 'below',
    empty: '',
    read: () => '',
    Control: LineField,
    ifEmpty: 'Say in a line why the deadline moves.',
    isShown: isMoved,
    hint: ({ savedFields }) =>
      `It was ${formatLongDay(savedFields.due_date)}. The reason is public, beside the move.`,
    toSend: (reason) => reason.trim() || undefined,
  },
  tags: {
    label: 'Tags',
    slot: 'below',
    empty: [],
    read: ({ tags }) => tags,
    Control: ListedTags,
  },
  link: {
    label: 'Link',
    slot: 'below',
    empty: '',
    read: ({ link }) => link,
    Control: AddressField,
    toSend: (link) => link.trim(),
  },
})

/** Whether the form changes the due date of a saved project. */
function isMoved({ version, fields, savedFields }: ProjectState): boolean {
  return version !== null && isDay(fields.due_date) && fields.due_date !== savedFields.due_date
}

/** Rules of the project form. */
const PROJECT_RULES: FormRules<ProjectFields, Project> = {
  table: PROJECT_FIELDS,
  nameOf: (project) => `project:${project?.id ?? 'new'}`,
  pathOf: (project) =>
    project ? `/deadline-projects/${encodeURIComponent(project.id)}` : '/deadline-projects',
  method: 'PATCH',
  savedToast: ({ title }, { version }) => ({
    ...(version
      ? { title: 'Success', description: 'Project updated successfully' }
      : { title: 'Project added', description: 'New project has been added.' }),
    subject: title,
  }),
  failedTitle: ({ version }) => (version ? 'Failed to update project' : 'Failed to add project'),
}

/** Select of the status, with the project's own status if the form does not offer it. */
function StatusChoice(field: ControlProps<ProjectStatus>) {
  const usual: readonly ProjectStatus[] = FORM_PROJECT_STATUSES
  const statuses = usual.includes(field.savedValue) ? usual : [...usual, field.savedValue]
  return <Choice {...field} choices={statuses.map((status) => [status, status] as const)} />
}

/** Discards what is typed in the open form and closes it. */
function cancelForm(): void {
  document.querySelector<HTMLFormElement>('.project-form')?.reset()
}

interface ProjectFormProps {
  project: Project | null
  onClose: () => void
  onReopen: () => void
}

/** The form of a project. A moved deadline asks for a reason. */
function ProjectForm({ project, onClose, onReopen }: ProjectFormProps) {
  const form = useForm(PROJECT_RULES, { version: project })
  const { element, save } = form
  useEffect(() => element.current?.querySelector('input')?.focus(), [element])
  const onSubmit = async (event: FormEvent) => {
    event.preventDefault()
    if (await save()) onClose()
  }
  const onReset = (event: FormEvent) => {
    event.preventDefault()
    form.discard(onReopen)
    onClose()
  }
  return (
    // The shortcut works with the focus anywhere in the form.
    <form
      ref={element}
      className="stack project-form"
      noValidate
      onSubmit={onSubmit}
      onReset={onReset}
      onKeyDown={onFormKey(save, element)}
    >
      <RestoredNotice form={form} />
      <FormConflict form={form} subject="project" />
      <FormFields form={form} slot="top" />
      <div className="cards project-form-row">
        <FormFields form={form} slot="row" />
      </div>
      <FormFields form={form} slot="below" />
      <EditorBar
        action={form.version ? 'Save Changes' : 'Add Project'}
        form={form}
        // The button above the list closes the form of a new project.
        onCancel={project === null ? undefined : cancelForm}
      />
    </form>
  )
}
