/** The form of a deadline project, new or not; moving a deadline asks for a line of reason. */
import { type FormEvent, useEffect, useRef, useState } from 'react'
import type { SavedMeta } from '#domain/admin-answers.ts'
import { formatFullDay, formatLongDay, isDay } from '#domain/day.ts'
import type { Project, ProjectStatus } from '#domain/project.ts'
import { ApiError } from '../data/api-client.ts'
import { call } from './admin-api.ts'
import { EarlierMoves } from './earlier-moves.tsx'
import { Field } from './field.tsx'
import {
  isMoved,
  NEW_PROJECT,
  type ProjectFaults,
  type ProjectFields,
  projectBody,
  projectFaults,
  projectFields,
  statusChoices,
} from './project-form.ts'
import { SAID, sayFailed, saySaved } from './said.ts'
import { TagPicker } from './tag-picker.tsx'

interface ProjectFormProps {
  /** Null for a new one. */
  project: Project | null
  onClose: () => void
  onChanged: () => void
}

export function ProjectForm({ project, onClose, onChanged }: ProjectFormProps) {
  const [start, setStart] = useState(project)
  const [fields, setFields] = useState(project ? projectFields(project) : NEW_PROJECT)
  const [faults, setFaults] = useState<ProjectFaults>({})
  const [saving, setSaving] = useState(false)
  const [theirs, setTheirs] = useState<Project | null>(null)
  const form = useRef<HTMLFormElement>(null)
  useEffect(() => form.current?.querySelector('input')?.focus(), [])
  const change = (part: Partial<ProjectFields>) => {
    setFields((all) => ({ ...all, ...part }))
    setFaults({})
  }
  const refuse = (found: ProjectFaults) => {
    setFaults(found)
    requestAnimationFrame(() =>
      form.current?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus(),
    )
  }
  const onSubmit = async (event: FormEvent) => {
    event.preventDefault()
    if (saving) return
    const found = projectFaults(fields, start)
    if (Object.keys(found).length > 0) return refuse(found)
    setSaving(true)
    try {
      const body = projectBody(fields, start)
      const { meta } = await sendProject(start, body)
      saySaved(start ? SAID.projectUpdated : SAID.projectAdded, meta, onChanged)
      onChanged()
      onClose()
    } catch (error) {
      const failure = error instanceof ApiError ? error.failure : {}
      if (failure.fields) refuse(failure.fields)
      // The answer of a refused save has the project as it is now (contract §3).
      if (failure.code === 'conflict') setTheirs(failure.current as Project)
      sayFailed(start ? 'Failed to update project' : 'Failed to add project', error)
      setSaving(false)
    }
  }
  const goOn = (from: Project, next: ProjectFields) => {
    setStart(from)
    setFields(next)
    setTheirs(null)
  }
  return (
    <form ref={form} className="project-form" noValidate onSubmit={onSubmit}>
      {theirs && (
        <Clash
          theirs={theirs}
          onMine={() => goOn(theirs, fields)}
          onTheirs={() => goOn(theirs, projectFields(theirs))}
        />
      )}
      <ProjectFormFields fields={fields} faults={faults} start={start} change={change} />
      <div className="editor-actions">
        <button type="submit" className="button button-primary" disabled={saving}>
          {start ? 'Save Changes' : 'Add Project'}
        </button>
        {start && (
          <button type="button" className="button" onClick={onClose}>
            Cancel
          </button>
        )}
      </div>
    </form>
  )
}

function sendProject(project: Project | null, body: object) {
  if (project === null) return call<Project, SavedMeta>('POST', '/deadline-projects', body)
  const path = `/deadline-projects/${encodeURIComponent(project.id)}`
  return call<Project, SavedMeta>('PATCH', path, body)
}

interface ProjectFormFieldsProps {
  fields: ProjectFields
  faults: ProjectFaults
  start: Project | null
  change: (part: Partial<ProjectFields>) => void
}

function ProjectFormFields({ fields, faults, start, change }: ProjectFormFieldsProps) {
  const isNew = start === null
  return (
    <>
      <Field label="Title" fault={faults.title}>
        <input
          name="title"
          className="input"
          required={isNew}
          value={fields.title}
          onChange={(event) => change({ title: event.target.value })}
        />
      </Field>
      <div className="project-form-row">
        <Field
          label="Due Date"
          fault={faults.due_date}
          hint={isDay(fields.due_date) ? formatFullDay(fields.due_date) : 'No date chosen yet.'}
        >
          <input
            name="due_date"
            type="date"
            className="input"
            required={isNew}
            value={fields.due_date}
            onChange={(event) => change({ due_date: event.target.value })}
          />
        </Field>
        <Field label="Status" fault={faults.status}>
          <select
            name="status"
            className="input"
            value={fields.status}
            // The options are statuses.
            onChange={(event) => change({ status: event.target.value as ProjectStatus })}
          >
            {statusChoices(start?.status ?? fields.status).map((status) => (
              <option key={status} value={status}>
                {status}
              </option>
            ))}
          </select>
        </Field>
      </div>
      {start && isMoved(fields, start) && (
        <Field
          label="Why does the deadline move?"
          fault={faults.reason}
          hint={`It was ${formatLongDay(start.due_date)}. The reason is public, beside the move.`}
        >
          <input
            name="reason"
            className="input"
            required
            value={fields.reason}
            onChange={(event) => change({ reason: event.target.value })}
          />
        </Field>
      )}
      {start && <EarlierMoves moves={start.moves} />}
      <TagPicker
        tags={fields.tags}
        fault={faults.tags}
        custom={false}
        onChange={(tags) => change({ tags })}
      />
      <Field label="Link" fault={faults.link}>
        <input
          name="link"
          type="url"
          className="input"
          placeholder="https://"
          value={fields.link}
          onChange={(event) => change({ link: event.target.value })}
        />
      </Field>
    </>
  )
}

interface ClashProps {
  theirs: Project
  onMine: () => void
  onTheirs: () => void
}

function Clash({ theirs, onMine, onTheirs }: ClashProps) {
  const { title, due_date, status, link, tags } = theirs
  return (
    <div className="conflict" role="alert">
      <p className="conflict-heading">The project was changed while you were editing</p>
      <p>
        Nothing was overwritten. In git it is now “{title}”, due {formatLongDay(due_date)}, {status}
        {tags.length > 0 && `, ${tags.join(', ')}`}
        {link && `, ${link}`}. Yours is in the form.
      </p>
      <div className="admin-row-buttons">
        <button type="button" className="button button-small" onClick={onMine}>
          Keep mine
        </button>
        <button type="button" className="button button-small" onClick={onTheirs}>
          Take theirs
        </button>
      </div>
    </div>
  )
}
