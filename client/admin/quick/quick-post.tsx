/** The quick post in a dialog: `n` opens it anywhere in the panel, Ctrl+Enter publishes. */
import { type FormEvent, useEffect, useLayoutEffect, useRef, useState } from 'react'
import type { Post } from '#domain/post.ts'
import { useApp } from '../../app-context.ts'
import { onKey } from '../../components/on-key.ts'
import { useSession } from '../../state/stored.ts'
import { FieldTable } from '../forms/field-table.ts'
import { EditorBar, Fault, Field, onFormKey } from '../forms/fields.tsx'
import { type FormRules, useForm } from '../forms/use-form.ts'
import { Button } from '../frame/parts.tsx'
import { postRules } from '../posts/post-calls.ts'
import type { PostFields } from '../posts/post-fields.tsx'
import { splitFirstLine } from './new-post.ts'

export function QuickPost() {
  const loggedIn = useSession(({ token }) => token !== null)
  const [isOpen, setOpen] = useState(false)
  useEffect(() => {
    if (!loggedIn) return
    return onKey('n', (event) => {
      event.preventDefault()
      setOpen(true)
    })
  }, [loggedIn])
  return (
    <>
      <Button
        aria-haspopup="dialog"
        aria-keyshortcuts="n"
        title="Quick Post (n)"
        onClick={() => setOpen(true)}
      >
        Quick Post
      </Button>
      {/* An open dialog would make the login of an ended session inert. */}
      {isOpen && loggedIn && <QuickForm onClose={() => setOpen(false)} />}
    </>
  )
}

/** The form of a quick post. This browser keeps unpublished text. */
function QuickForm({ onClose }: { onClose: () => void }) {
  const { site } = useApp()
  const form = useForm(quickRules(site.time_zone), { version: null })
  const dialog = useRef<HTMLDialogElement>(null)
  // Closing it before it leaves the document restores the focus.
  useLayoutEffect(() => {
    const { current } = dialog
    current?.showModal()
    return () => current?.close()
  }, [])
  const onSubmit = async (event: FormEvent) => {
    event.preventDefault()
    if (await form.save()) onClose()
  }
  return (
    <dialog
      ref={dialog}
      className="dialog raised"
      aria-label="Quick Post"
      // `close` fires later, and keys typed in between would be lost.
      onCancel={onClose}
      onClose={onClose}
    >
      <form
        ref={form.element}
        className="stack"
        noValidate
        onSubmit={onSubmit}
        // Each change is stored anyway, so Ctrl+S does nothing; it must not publish.
        onKeyDown={onFormKey(() => {}, form.element)}
      >
        <h2 className="admin-subtitle">Quick Post</h2>
        <Field
          label="Text"
          fault={form.faults.content}
          hint="A short first line becomes the title; otherwise the first words do."
        >
          <textarea
            className="input"
            name="content"
            rows={6}
            value={form.fields.content}
            onChange={(event) => form.change({ content: event.target.value })}
          />
        </Field>
        {/* Toasts are behind the dialog, so it shows the error itself, too. */}
        {form.error && (
          <div role="alert">
            <Fault text={form.error.message} />
          </div>
        )}
        <EditorBar action="Publish Post" form={form}>
          <Button onClick={onClose}>Close</Button>
        </EditorBar>
      </form>
    </dialog>
  )
}

/** Rules of a post whose title and text are in one field. */
function quickRules(timeZone: string): FormRules<PostFields, Post> {
  const rules = postRules(timeZone, 'quick:new')
  const { title, content, ...rows } = rules.table.rows
  return {
    ...rules,
    table: new FieldTable<PostFields, Post>({
      ...rows,
      title: {
        ...title,
        ifEmpty: undefined,
        toSend: (_, { content }) => splitFirstLine(content).title,
      },
      content: {
        ...content,
        toSend: (text, fields) => content.toSend?.(splitFirstLine(text).rest || text, fields),
      },
    }),
  }
}
