/** The editor of a post: title and text, with the other fields beside them. */
import { type FormEvent, useEffect, useRef } from 'react'
import { postPath } from '#domain/addresses.ts'
import type { Post } from '#domain/post.ts'
import { useApp } from '../../app-context.ts'
import { postQuery } from '../../start/page-queries.ts'
import { EditorBar, FormFields, onFormKey, RestoredNotice } from '../forms/fields.tsx'
import { type Form, useForm } from '../forms/use-form.ts'
import { write } from '../frame/messages.ts'
import { Button } from '../frame/parts.tsx'
import { useTitle } from '../panel-head.tsx'
import { TextEditor } from '../text/text-editor.tsx'
import { FormConflict } from '../versions/two-texts.tsx'
import { copyPreviewLink, revokePreviewLinks, usePostRules } from './post-calls.ts'
import { isFuture, isUnpublished, type PostFields } from './post-fields.tsx'

type PostForm = Form<PostFields, Post>

export interface PostEditorProps {
  post: Post | null
  initial?: Partial<PostFields>
  /** Name of the unsaved text of a post that is not saved. */
  newName: string
  /** Whether the post was deleted and only its unsaved text is left. */
  isGone?: boolean
  /** @param hasUndo whether a toast offers Undo, which the panel must stay for */
  onClose: (hasUndo?: boolean) => void
  onReopen: () => void
  /** Called when the post has got another id, by a create or a rename. */
  onId: (id: string) => void
}

export function PostEditor(props: PostEditorProps) {
  const { post, initial, newName, isGone, onClose, onReopen, onId } = props
  const { site } = useApp()
  const form: PostForm = useForm(usePostRules(newName), {
    version: post,
    initial,
    isGone,
  })
  const { element } = form
  useEffect(() => focusStart(element.current), [element])
  const id = form.version?.id ?? null
  const knownId = useRef(id)
  useEffect(() => {
    if (id === null || id === knownId.current) return
    knownId.current = id
    onId(id)
  }, [id, onId])
  const heading = id === null ? 'New Post' : 'Edit Post'
  useTitle(heading)
  const toPublish = isUnpublished(form)
  const onSubmit = async (event: FormEvent) => {
    event.preventDefault()
    const saved = await form.save(toPublish ? { draft: false } : undefined)
    if (saved === null) return
    // The address needs no new id any more.
    knownId.current = saved.id
    onClose()
  }
  const stay = async (isQuiet: boolean) => {
    await form.save(toPublish && !form.saving ? { draft: true } : undefined, isQuiet)
  }
  const cancel = () => {
    form.discard(onReopen)
    onClose(form.unsaved)
  }
  const published = toPublish ? 'Publish Post' : 'Update Post'
  const toSave = form.isGone ? 'Publish as a new post' : published
  const action = isFuture(form.fields.date, site.time_zone) ? 'Schedule Post' : toSave
  return (
    // The shortcut works with the focus anywhere in the editor.
    <section
      className="editor stack"
      aria-label={heading}
      onKeyDown={onFormKey(() => stay(id !== null), element)}
    >
      <h1 className="visually-hidden admin-title" tabIndex={-1}>
        {heading}
      </h1>
      <RestoredNotice form={form} />
      <FormConflict form={form} subject="post" />
      <form ref={element} className="stack" noValidate onSubmit={onSubmit}>
        <div className="editor-columns stack">
          <div className="stack tight">
            <FormFields form={form} slot="text" />
            <TextEditor
              title={form.fields.title}
              text={form.fields.content}
              fault={form.faults.content}
              onChange={(content) => form.change({ content })}
              saveAfter={form.saveAfter}
            />
          </div>
          <PostDetails form={form} />
        </div>
        <EditorBar action={action} form={form} onCancel={cancel}>
          {toPublish && (
            <Button title="Ctrl+S" onClick={() => void stay(false)}>
              Save Draft
            </Button>
          )}
        </EditorBar>
      </form>
    </section>
  )
}

/** Focuses the title; for a shared page, which has a title, the text. */
function focusStart(form: HTMLFormElement | null): void {
  const field = (name: string) => form?.querySelector<HTMLTextAreaElement>(`[name="${name}"]`)
  const [title, content] = [field('title'), field('content')]
  const start = title?.value && content?.value === '' ? content : title
  start?.focus({ preventScroll: true })
  // The list that was there may have been scrolled.
  scrollTo({ top: 0, behavior: 'instant' })
}

function PostDetails({ form }: { form: PostForm }) {
  const { site } = useApp()
  const { version, savedFields } = form
  const isHidden = savedFields.draft || isFuture(savedFields.date, site.time_zone)
  return (
    <div className="stack editor-side">
      <FormFields form={form} slot="side" />
      <FormFields form={form} slot="flags" className="row" />
      <details className="fold">
        <summary>More</summary>
        <div className="stack">
          <FormFields form={form} slot="more" />
          <FormFields form={form} slot="project" />
          {version && (
            <div className="row">
              <Button isSmall onClick={() => changeAddress(version, form)}>
                Change address
              </Button>
              <span className="admin-hint">
                {postPath(version.id)}, which will lead to the new one.
              </span>
            </div>
          )}
          {version && isHidden && (
            // A preview link shows the last saved text for seven days.
            <div className="row">
              <Button isSmall onClick={() => copyPreviewLink(version)}>
                Copy preview link
              </Button>
              <Button isSmall onClick={() => revokePreviewLinks(version)}>
                Revoke preview link
              </Button>
            </div>
          )}
        </div>
      </details>
    </div>
  )
}

/** Changes the address of a saved post, in a separate commit. */
async function changeAddress(post: Post, form: PostForm): Promise<void> {
  const id = prompt('Small letters, digits and dashes.', post.id)?.trim()
  if (!id || id === post.id) return
  const moving = write<Post>({
    method: 'POST',
    path: `${postQuery(post.id)}/rename`,
    body: { id, revision: form.revision },
    saved: ({ id, title }) => ({
      title: 'Address changed',
      description: `${title} is at ${postPath(id)} now.`,
    }),
    failed: 'Failed to change the address',
    // Undo restores the file as it was.
    onUndone: () => form.move(post),
  })
  form.saveAfter(moving)
  const moved = await moving
  if (moved) form.move(moved)
}
