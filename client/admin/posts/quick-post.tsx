/**
 * The quick post in a dialog: `n` opens it anywhere in the panel, 'Check in' on a project's page.
 * Ctrl+Enter publishes.
 */
import { type FormEvent, useEffect, useLayoutEffect, useRef, useState } from 'react'
import type { Post } from '#domain/post.ts'
import { useApp } from '../../app-context.ts'
import { isAccepted, useSession } from '../../state/stored.ts'
import { FieldTable } from '../forms/field-table.ts'
import { EditorBar, Fault, FormFields, LongTextField, onFormKey } from '../forms/fields.tsx'
import { type FormRules, useForm } from '../forms/use-form.ts'
import { Button, type ButtonProps } from '../frame/parts.tsx'
import { useStatus } from '../frame/status.ts'
import { splitFirstLine } from './new-post.ts'
import { usePostRules } from './post-calls.ts'
import type { PostFields } from './post-fields.tsx'

/** The button of the panel's head, which the key `n` presses. */
export const QuickPost = () => (
  <QuickButton aria-keyshortcuts="n" title="Quick Post (n)">
    Quick Post
  </QuickButton>
)

/** 'Check in' on the page of a project, once the server has accepted the token. */
export function CheckIn({ project }: { project: string }) {
  const { queries } = useApp()
  const isAdmin = useSession(isAccepted)
  // Each write and each Undo reads the status again: then the page is old.
  useEffect(() => useStatus.subscribe(() => queries.expire()), [queries])
  return (
    isAdmin && (
      <QuickButton isPrimary project={project}>
        Check in
      </QuickButton>
    )
  )
}

/** A button that opens the form. @param props `project`: the chosen one */
function QuickButton(props: Omit<ButtonProps, 'onClick'> & { project?: string }) {
  const { project, ...button } = props
  const loggedIn = useSession(({ token }) => token !== null)
  const [isOpen, setOpen] = useState(false)
  return (
    <>
      <Button aria-haspopup="dialog" onClick={() => setOpen(true)} {...button} />
      {/* An open dialog would make the login of an ended session inert. */}
      {isOpen && loggedIn && <QuickForm project={project} onClose={() => setOpen(false)} />}
    </>
  )
}

/** The form of a quick post. This browser keeps unpublished text, one for each project's page. */
function QuickForm(props: { project: string | undefined; onClose: () => void }) {
  const { project = '', onClose } = props
  const rules = quickRules(usePostRules(`quick:${project || 'new'}`))
  const form = useForm(rules, { version: null, initial: { project } })
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
        <FormFields form={form} slot="quick" />
        <FormFields form={form} slot="project" className="cards project-form-row" />
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
function quickRules(rules: FormRules<PostFields, Post>): FormRules<PostFields, Post> {
  const { rows } = rules.table
  const { title, content, project } = rows
  return {
    ...rules,
    table: new FieldTable<PostFields, Post>({
      ...rows,
      title: {
        ...title,
        emptyFault: undefined,
        toSend: (_, { content }) => splitFirstLine(content).title,
      },
      content: {
        ...content,
        label: 'Text',
        slot: 'quick',
        Control: LongTextField,
        hint: () => 'A short first line becomes the title; otherwise the first words do.',
        toSend: (text, fields) => content.toSend?.(splitFirstLine(text).rest || text, fields),
      },
      project: { ...project, label: 'Project' },
    }),
  }
}
