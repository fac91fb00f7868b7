/** The form of a project: its fields, one row each, for form, request body, merge and comparison. */
import { type FormEvent, useEffect, useState } from 'react'
import { projectPath } from '#domain/addresses.ts'
import { formatFullDay, formatLongDay, isDay } from '#domain/days/day.ts'
import {
  DEFAULT_PROJECT_STATUS,
  FORM_PROJECT_STATUSES,
  type Project,
  type ProjectFields,
  type ProjectStatus,
} from '#domain/project.ts'
import { formatAmount } from '#domain/texts/amounts.ts'
import { type ControlProps, FieldTable, type FormState } from '../forms/field-table.ts'
import {
  AddressField,
  Choice,
  DayField,
  EditorBar,
  FormFields,
  LineField,
  LinesField,
  onFormKey,
  RestoredNotice,
} from '../forms/fields.tsx'
import { NUMBER, numberText, typedNumber } from '../forms/typed-number.ts'
import { type FormRules, useForm } from '../forms/use-form.ts'
import { ListedTags } from '../posts/tag-picker.tsx'
import { FormConflict } from '../versions/two-texts.tsx'

/** A value as it is typed: a number is text, what is absent is empty text. */
type Typed<Value> = Value extends number | null ? string : Readonly<Value>
type TypedFields = { [Name in keyof ProjectFields]: Typed<ProjectFields[Name]> } & {
  /** Reason for a moved deadline or a changed goal; shown only then. */
  reason: string
}

type ProjectState = FormState<TypedFields, Project>

const PROJECT_FIELDS = new FieldTable<TypedFields, Project>({
  title: { label: 'Title', slot: 'top', Control: LineField, emptyFault: 'Enter a title.' },
  due_date: {
    label: 'Due Date',
    slot: 'row',
    Control: DayField,
    emptyFault: 'Enter a due date.',
    hint: ({ fields: { due_date } }) =>
      isDay(due_date) ? formatFullDay(due_date) : 'No date chosen yet.',
  },
  status: { label: 'Status', slot: 'row', empty: DEFAULT_PROJECT_STATUS, Control: StatusChoice },
  reason: {
    label: 'Why does the deadline move?',
    labelFor: (state) =>
      isMoved(state) ? 'Why does the deadline move?' : 'Why does the goal change?',
    slot: 'reason',
    read: () => '',
    Control: LineField,
    isShown: (state) => isMoved(state) || isGoalChanged(state),
    hint: reasonHint,
    check: (reason, state) =>
      isMoved(state) && reason.trim() === '' ? 'Say in a line why the deadline moves.' : undefined,
    toSend: (reason) => reason.trim() || undefined,
  },
  tags: { label: 'Tags', slot: 'below', empty: [], Control: ListedTags },
  link: { label: 'Link', slot: 'below', Control: AddressField },
  description: { label: 'Description', slot: 'goal', Control: LinesField },
  goal: { label: 'Goal', slot: 'numbers', read: ({ goal }) => numberText(goal), ...NUMBER },
  unit: { label: 'Unit', slot: 'numbers', Control: LineField },
  start: {
    label: 'Start',
    slot: 'numbers',
    read: ({ start }) => numberText(start || null),
    ...NUMBER,
  },
  each: {
    label: 'Counts per post',
    slot: 'numbers',
    read: ({ each }) => numberText(each || null),
    ...NUMBER,
  },
  stake: {
    label: 'Stake',
    slot: 'stake',
    Control: LineField,
    hint: () => 'What you owe if you miss it, as “50 € to the fire brigade”.',
  },
})

/** The fields that are folded while all are empty. */
const GOAL_FIELDS = ['goal', 'numbers', 'stake'].flatMap((slot) => PROJECT_FIELDS.namesIn(slot))

/** Whether the form changes the due date of a saved project. */
function isMoved({ version, fields, savedFields }: ProjectState): boolean {
  return version !== null && isDay(fields.due_date) && fields.due_date !== savedFields.due_date
}

/** Whether the form changes the goal of a saved project. */
function isGoalChanged({ version, fields, savedFields }: ProjectState): boolean {
  return version !== null && typedNumber(fields.goal) !== typedNumber(savedFields.goal)
}

function reasonHint(state: ProjectState): string {
  const { version, savedFields } = state
  if (isMoved(state)) {
    return `It was ${formatLongDay(savedFields.due_date)}. The reason is public, beside the move.`
  }
  const goal = version?.goal ?? null
  const before = goal === null ? 'none' : formatAmount(goal, version?.unit ?? null)
  return `It was ${before}. The reason is public, in the record.`
}

/** Rules of the project form. */
const PROJECT_RULES: FormRules<TypedFields, Project> = {
  table: PROJECT_FIELDS,
  nameOf: (project) => `project:${project?.id ?? 'new'}`,
  pathOf: (project) =>
    project ? `/deadline-projects/${encodeURIComponent(project.id)}` : '/deadline-projects',
  method: 'PATCH',
  savedToast: ({ id, title }, { version }) => ({
    ...(version
      ? { title: 'Success', description: 'Project updated successfully' }
      : { title: 'Project added', description: 'New project has been added.' }),
    subject: title,
    view: projectPath(id),
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
export function cancelForm(): void {
  document.querySelector<HTMLFormElement>('.project-form')?.reset()
}

interface ProjectFormProps {
  project: Project | null
  /** `stays` on the panel, whose toast has Undo. */
  onClose: (stays?: boolean) => void
  onReopen: () => void
}

/** The form of a project. A moved deadline asks for a reason, a changed goal offers one. */
export function ProjectForm({ project, onClose, onReopen }: ProjectFormProps) {
  const form = useForm(PROJECT_RULES, { version: project })
  const { element, save, fields } = form
  const hasMoved = isMoved(form)
  // Next to its fields: in another row it would push down the field that is being typed in.
  const reason = <FormFields form={form} slot="reason" />
  const [hasGoal] = useState(() => GOAL_FIELDS.some((name) => fields[name] !== ''))
  useEffect(() => element.current?.querySelector('input')?.focus(), [element])
  const onSubmit = async (event: FormEvent) => {
    event.preventDefault()
    if (await save()) onClose()
  }
  const onReset = (event: FormEvent) => {
    event.preventDefault()
    form.discard(onReopen)
    onClose(true)
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
      <FormFields form={form} slot="row" className="cards project-form-row" />
      {hasMoved && reason}
      <FormFields form={form} slot="below" />
      <details className="fold" open={hasGoal}>
        <summary>Goal and stake</summary>
        <div className="stack">
          <FormFields form={form} slot="goal" />
          <FormFields form={form} slot="numbers" className="cards project-numbers" />
          {!hasMoved && reason}
          <FormFields form={form} slot="stake" />
        </div>
      </details>
      <EditorBar
        action={form.version ? 'Save Changes' : 'Add Project'}
        form={form}
        // The button above the list closes the form of a new project.
        onCancel={project === null ? undefined : cancelForm}
      />
    </form>
  )
}
