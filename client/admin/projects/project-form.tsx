/** The form of a deadline project; moving a deadline asks for a line of reason. */
import { type FormEvent, useEffect, useRef } from 'react'
import { formatShortDay } from '#domain/days/day.ts'
import type { Project } from '#domain/project.ts'
import { EditorBar, Restored } from '../forms/editor-bar.tsx'
import { FormField, focusFault, onSaveKey } from '../forms/fields.tsx'
import { useForm } from '../forms/use-form.ts'
import { FormConflict } from '../versions/two-texts.tsx'
import { PROJECT_RULES } from './project-fields.tsx'

interface ProjectFormProps {
  /** Null for a new one. */
  project: Project | null
  onClose: () => void
  onReopen: () => void
}

export function ProjectForm({ project, onClose, onReopen }: ProjectFormProps) {
  const form = useForm(PROJECT_RULES, project)
  const element = useRef<HTMLFormElement>(null)
  useEffect(() => element.current?.querySelector('input')?.focus(), [])
  const save = async () => {
    const saved = await form.save()
    if (saved === null) focusFault(element.current)
    return saved
  }
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
      onKeyDown={onSaveKey(
        () => void save(),
        () => element.current?.requestSubmit(),
      )}
    >
      <Restored form={form} reopen={onReopen} />
      <FormConflict form={form} subject="project" />
      <FormField form={form} name="title" />
      <div className="project-form-row">
        <FormField form={form} name="due_date" />
        <FormField form={form} name="status" />
      </div>
      <FormField form={form} name="reason" />
      <EarlierMoves moves={form.version?.moves ?? []} />
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

/** Where a deadline was before, oldest first. */
function EarlierMoves({ moves }: { moves: Project['moves'] }) {
  if (moves.length === 0) return null
  return (
    <div className="admin-hint">
      <p className="admin-label">Earlier moves</p>
      <ol>
        {moves.map(({ from, to, commit, reason }) => (
          <li key={commit}>
            {formatShortDay(from)} to {formatShortDay(to)}
            {reason && `: ${reason}`}
          </li>
        ))}
      </ol>
    </div>
  )
}
