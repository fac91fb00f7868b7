/** The form of a deadline project, new or not; moving a deadline asks for a line of reason. */
import { type FormEvent, useEffect, useRef } from 'react'
import { formatFullDay, formatLongDay, isDay } from '#domain/days/day.ts'
import type { Project } from '#domain/project.ts'
import type { ProjectDraft } from '../forms/drafts.ts'
import { EditorBar, onSaveKey } from '../forms/editor-bar.tsx'
import { focusFault } from '../forms/field.tsx'
import { AddressField, ChoiceField, DateField, TextField } from '../forms/inputs.tsx'
import { useForm } from '../forms/use-form.ts'
import { TagPicker } from '../posts/tag-picker.tsx'
import { EarlierMoves } from './earlier-moves.tsx'
import { isMoved, type ProjectFields, projectFields, statusChoices } from './project-form.ts'
import { changeProject, type ProjectEditing, projectRules } from './project-rules.ts'

interface ProjectFormProps {
  draft: ProjectDraft
  onClose: () => void
  onChanged: () => void
}

export function ProjectForm({ draft: opened, onClose, onChanged }: ProjectFormProps) {
  const form: ProjectEditing = useForm(opened, projectRules(onChanged))
  const element = useRef<HTMLFormElement>(null)
  useEffect(() => element.current?.querySelector('input')?.focus(), [])
  const { conflict, draft } = form
  // What was opened as an edit has its own Cancel; the toggle above the list closes a new one.
  const isNew = opened.start === null
  const save = async () => {
    const saved = await form.save()
    if (saved === null) focusFault(element.current)
    return saved
  }
  const onSubmit = async (event: FormEvent) => {
    event.preventDefault()
    if (await save()) onClose()
  }
  return (
    // The shortcut works wherever in the form the focus is.
    <form
      ref={element}
      className="project-form"
      noValidate
      onSubmit={onSubmit}
      onKeyDown={onSaveKey(
        () => void save(),
        () => element.current?.requestSubmit(),
      )}
    >
      {conflict && (
        <ProjectClash
          theirs={conflict.current}
          onTake={(fields = draft.fields) =>
            form.resolve((known) => ({ ...known, start: conflict.current, fields }))
          }
        />
      )}
      <ProjectFormFields form={form} />
      <EditorBar
        action={draft.start ? 'Save Changes' : 'Add Project'}
        form={form}
        {...(!isNew && { onCancel: onClose })}
      />
    </form>
  )
}

function ProjectFormFields({ form }: { form: ProjectEditing }) {
  const { draft, faults } = form
  const { fields, start } = draft
  return (
    <>
      <TextField
        label="Title"
        name="title"
        required={start === null}
        value={fields.title}
        fault={faults.title}
        onChange={(title) => changeProject(form, { title })}
      />
      <DeadlineFields form={form} />
      <TagPicker
        tags={fields.tags}
        fault={faults.tags}
        custom={false}
        onChange={(tags) => changeProject(form, { tags })}
      />
      <AddressField
        label="Link"
        name="link"
        value={fields.link}
        fault={faults.link}
        onChange={(link) => changeProject(form, { link })}
      />
    </>
  )
}

function dueDateHint(day: string, fault: string | undefined): string | undefined {
  if (isDay(day)) return formatFullDay(day)
  return fault ? undefined : 'No date chosen yet.'
}

/** Due date and status, with the reason of a move and the moves before it. */
function DeadlineFields({ form }: { form: ProjectEditing }) {
  const { draft, faults } = form
  const { fields, start } = draft
  return (
    <>
      <div className="project-form-row">
        <DateField
          label="Due Date"
          name="due_date"
          type="date"
          required={start === null}
          value={fields.due_date}
          fault={faults.due_date}
          hint={dueDateHint(fields.due_date, faults.due_date)}
          onChange={(due_date) => changeProject(form, { due_date })}
        />
        <ChoiceField
          label="Status"
          name="status"
          value={fields.status}
          choices={statusChoices(start?.status ?? fields.status).map((status) => [status, status])}
          fault={faults.status}
          onChange={(status) => changeProject(form, { status })}
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
          onChange={(reason) => changeProject(form, { reason })}
        />
      )}
      {start && <EarlierMoves moves={start.moves} />}
    </>
  )
}

interface ProjectClashProps {
  theirs: Project
  /** Goes on from the project as it is now, with these fields or with those of the form. */
  onTake: (fields?: ProjectFields) => void
}

/** A project that was changed under its form: what git has now, and whose goes on. */
function ProjectClash({ theirs, onTake }: ProjectClashProps) {
  const { title, due_date, status, link, tags } = theirs
  const heading = useRef<HTMLParagraphElement>(null)
  useEffect(() => heading.current?.focus(), [])
  return (
    <div className="conflict" role="alert">
      <p className="conflict-heading" ref={heading} tabIndex={-1}>
        The project was changed while you were editing
      </p>
      <p>
        Nothing was overwritten. In git it is now “{title}”, due {formatLongDay(due_date)}, {status}
        {tags.length > 0 && `, ${tags.join(', ')}`}
        {link && `, ${link}`}. Yours is in the form.
      </p>
      <div className="admin-row-buttons">
        <button type="button" className="button button-small" onClick={() => onTake()}>
          Keep mine
        </button>
        <button
          type="button"
          className="button button-small"
          onClick={() => onTake(projectFields(theirs))}
        >
          Take theirs
        </button>
      </div>
    </div>
  )
}
