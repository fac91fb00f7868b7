/** The form of a deadline project, new or not; moving a deadline asks for a line of reason. */
import { type FormEvent, useEffect, useRef } from 'react'
import { formatFullDay, formatLongDay, isDay } from '#domain/days/day.ts'
import type { ProjectDraft } from '../forms/drafts.ts'
import { EditorBar, onSaveKey } from '../forms/editor-bar.tsx'
import { focusFault } from '../forms/field.tsx'
import { AddressField, ChoiceField, DateField, TextField } from '../forms/inputs.tsx'
import { TagPicker } from '../posts/tag-picker.tsx'
import { EarlierMoves } from './earlier-moves.tsx'
import { ProjectClash } from './project-clash.tsx'
import { isMoved, projectFields, statusChoices } from './project-form.ts'
import { type ProjectWriting, useProjectWriting } from './use-project-writing.ts'

interface ProjectFormProps {
  draft: ProjectDraft
  onClose: () => void
  onChanged: () => void
}

export function ProjectForm({ draft: opened, onClose, onChanged }: ProjectFormProps) {
  const writing = useProjectWriting(opened, onChanged)
  const form = useRef<HTMLFormElement>(null)
  useEffect(() => form.current?.querySelector('input')?.focus(), [])
  const { theirs, resolve, draft } = writing
  // What was opened as an edit has its own Cancel; the toggle above the list closes a new one.
  const isNew = opened.start === null
  const save = async () => {
    const isDone = await writing.save()
    if (!isDone) focusFault(form.current)
    return isDone
  }
  const onSubmit = async (event: FormEvent) => {
    event.preventDefault()
    if (await save()) onClose()
  }
  return (
    // The shortcut works wherever in the form the focus is.
    <form
      ref={form}
      className="project-form"
      noValidate
      onSubmit={onSubmit}
      onKeyDown={onSaveKey(() => void save())}
    >
      {theirs && (
        <ProjectClash
          theirs={theirs}
          onMine={() => resolve(theirs, draft.fields)}
          onTheirs={() => resolve(theirs, projectFields(theirs))}
        />
      )}
      <ProjectFormFields writing={writing} />
      <EditorBar
        action={draft.start ? 'Save Changes' : 'Add Project'}
        writing={writing}
        {...(!isNew && { onCancel: onClose })}
      />
    </form>
  )
}

function ProjectFormFields({ writing }: { writing: ProjectWriting }) {
  const { draft, faults, change } = writing
  const { fields, start } = draft
  const isNew = start === null
  return (
    <>
      <TextField
        label="Title"
        name="title"
        required={isNew}
        value={fields.title}
        fault={faults.title}
        onChange={(title) => change({ title })}
      />
      <div className="project-form-row">
        <DateField
          label="Due Date"
          name="due_date"
          type="date"
          required={isNew}
          value={fields.due_date}
          fault={faults.due_date}
          hint={isDay(fields.due_date) ? formatFullDay(fields.due_date) : 'No date chosen yet.'}
          onChange={(due_date) => change({ due_date })}
        />
        <ChoiceField
          label="Status"
          name="status"
          value={fields.status}
          choices={statusChoices(start?.status ?? fields.status).map((status) => [status, status])}
          fault={faults.status}
          onChange={(status) => change({ status })}
        />
      </div>
      {start && isMoved(fields, start) && (
        <TextField
          label="Why does the deadline move?"
          name="reason"
          required
          value={fields.reason}
          fault={faults.reason}
          hint={`It was ${formatLongDay(start.due_date)}. The reason is public, beside the move.`}
          onChange={(reason) => change({ reason })}
        />
      )}
      {start && <EarlierMoves moves={start.moves} />}
      <TagPicker
        tags={fields.tags}
        fault={faults.tags}
        custom={false}
        onChange={(tags) => change({ tags })}
      />
      <AddressField
        label="Link"
        name="link"
        value={fields.link}
        fault={faults.link}
        onChange={(link) => change({ link })}
      />
    </>
  )
}
