/** The form of a post, new or not (spec §2, §5): text first, what goes with it beside. */
import { type FormEvent, type KeyboardEvent, useEffect, useRef, useState } from 'react'
import type { ProjectsAnswer } from '#domain/answers.ts'
import { FORM_POST_TYPES } from '#domain/post.ts'
import { useApp } from '../app-context.ts'
import { useQuery } from '../data/use-query.ts'
import { ConflictView } from './conflict-view.tsx'
import type { Draft } from './drafts.ts'
import { Field } from './field.tsx'
import type { FormPostType } from './post-form.ts'
import { TagPicker } from './tag-picker.tsx'
import { TextEditor } from './text-editor.tsx'
import { usePostWriting, type Writing } from './use-post-writing.ts'

const TYPE_WORDS: Record<FormPostType, string> = { short: 'Short', essay: 'Essay', link: 'Link' }

interface PostEditorProps {
  draft: Draft
  onClose: () => void
}

export function PostEditor({ draft: opened, onClose }: PostEditorProps) {
  const { site } = useApp()
  const writing = usePostWriting(opened, site.time_zone)
  const form = useRef<HTMLFormElement>(null)
  const isNew = opened.postId === null
  useEffect(() => form.current?.querySelector<HTMLElement>('[name="title"]')?.focus(), [])

  const save = async () => {
    const saved = await writing.save()
    if (!saved) form.current?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus()
    return saved
  }
  const onSubmit = async (event: FormEvent) => {
    event.preventDefault()
    if (await save()) onClose()
  }
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key.toLowerCase() !== 's' || !(event.ctrlKey || event.metaKey)) return
    event.preventDefault()
    void save()
  }
  const { conflict, draft, saving, unsaved } = writing
  return (
    <section className="editor" aria-label={isNew ? 'New post' : 'Edit post'}>
      <div className="editor-head">
        <h2 className="admin-subtitle">{draft.postId === null ? 'New Post' : 'Edit Post'}</h2>
        <p className="editor-state" role="status">
          {saving ? 'Saving...' : unsaved ? 'Unsaved changes, kept in this browser' : ''}
        </p>
      </div>
      {conflict && (
        <ConflictView
          conflict={conflict}
          mine={draft.fields}
          onResolve={(fields) => writing.resolve(conflict, fields)}
          onDrop={writing.dropConflict}
        />
      )}
      {/* The shortcut works wherever in the form the focus is. */}
      <form ref={form} className="editor-form" noValidate onSubmit={onSubmit} onKeyDown={onKeyDown}>
        <EditorFields writing={writing} />
        <div className="editor-actions">
          <button
            type="submit"
            className="button button-primary"
            disabled={saving}
            title="Ctrl+S saves and stays"
          >
            {draft.postId === null ? 'Publish Post' : 'Update Post'}
          </button>
          <button type="button" className="button" onClick={onClose}>
            Cancel
          </button>
        </div>
      </form>
    </section>
  )
}

function EditorFields({ writing }: { writing: Writing }) {
  const { site } = useApp()
  const { draft, faults, change } = writing
  const { fields } = draft
  return (
    <div className="editor-columns">
      <div className="editor-main">
        <Field label="Title" fault={faults.title}>
          <input
            name="title"
            className="input"
            required
            value={fields.title}
            onChange={(event) => change({ title: event.target.value })}
          />
        </Field>
        {fields.type === 'link' && (
          <Field label="URL" fault={faults.url}>
            <input
              name="url"
              type="url"
              className="input"
              required
              placeholder="https://"
              value={fields.url}
              onChange={(event) => change({ url: event.target.value })}
            />
          </Field>
        )}
        <TextEditor
          text={fields.content}
          fault={faults.content}
          onChange={(content) => change({ content })}
        />
      </div>
      <div className="editor-side">
        <Field label="Type" fault={faults.type}>
          <select
            name="type"
            className="input"
            value={fields.type}
            // The options are the types of the form.
            onChange={(event) => change({ type: event.target.value as FormPostType })}
          >
            {FORM_POST_TYPES.map((type) => (
              <option key={type} value={type}>
                {TYPE_WORDS[type]}
              </option>
            ))}
          </select>
        </Field>
        <TagPicker tags={fields.tags} fault={faults.tags} onChange={(tags) => change({ tags })} />
        <div className="editor-checks">
          <Check
            label="Featured"
            checked={fields.featured}
            onChange={(featured) => change({ featured })}
          />
          <Check label="Draft" checked={fields.draft} onChange={(draft) => change({ draft })} />
        </div>
        <Field
          label="Date"
          fault={faults.date}
          hint={`Empty: now. A later date schedules the post (${site.time_zone} time).`}
        >
          <input
            name="date"
            type="datetime-local"
            className="input"
            value={fields.date}
            onChange={(event) => change({ date: event.target.value })}
          />
        </Field>
        <Field
          label="Description"
          fault={faults.description}
          hint="Empty: the first words of the text."
        >
          <textarea
            name="description"
            className="input"
            rows={3}
            value={fields.description}
            onChange={(event) => change({ description: event.target.value })}
          />
        </Field>
        <ProjectChoice writing={writing} />
      </div>
    </div>
  )
}

interface CheckProps {
  label: string
  checked: boolean
  onChange: (checked: boolean) => void
}

function Check({ label, checked, onChange }: CheckProps) {
  return (
    <label className="check">
      <input
        type="checkbox"
        checked={checked}
        onChange={(event) => onChange(event.target.checked)}
      />
      {label}
    </label>
  )
}

/** The project that the post is evidence for; one that is gone stays a choice while it is set. */
function ProjectChoice({ writing: { draft, faults, change } }: { writing: Writing }) {
  const { answer } = useQuery<ProjectsAnswer>('/deadline-projects')
  const { project } = draft.fields
  const projects = answer?.data ?? []
  const known = project === '' || projects.some(({ id }) => id === project)
  const [first] = useState(project)
  return (
    <Field label="Evidence for" fault={faults.project}>
      <select
        name="project"
        className="input"
        value={project}
        onChange={(event) => change({ project: event.target.value })}
      >
        <option value="">No project</option>
        {!known && <option value={project}>{project}</option>}
        {known && first && !projects.some(({ id }) => id === first) && (
          <option value={first}>{first}</option>
        )}
        {projects.map(({ id, title }) => (
          <option key={id} value={id}>
            {title}
          </option>
        ))}
      </select>
    </Field>
  )
}
