/** The form of a post, new or not: text first, what goes with it beside. */
import { type FormEvent, type RefObject, useEffect, useRef } from 'react'
import { useApp } from '../../app-context.ts'
import { postHref } from '../../components/post-card.tsx'
import type { PostDraft } from '../forms/drafts.ts'
import { EditorBar, onSaveKey } from '../forms/editor-bar.tsx'
import { focusFault } from '../forms/field.tsx'
import { AddressField, TitleField } from '../forms/inputs.tsx'
import { useForm } from '../forms/use-form.ts'
import { TextEditor } from '../text/text-editor.tsx'
import { ConflictView } from './conflict-view.tsx'
import { PostDetails } from './post-details.tsx'
import { fieldsOf, type PostFields } from './post-form.ts'
import { changePost, type PostConflict, type PostEditing, postRules } from './post-rules.ts'

interface PostEditorProps {
  draft: PostDraft
  /** The form is done with; `postId` names what it was of, null for a post that was never saved. */
  onClose: (postId: string | null) => void
}

export function PostEditor({ draft: opened, onClose }: PostEditorProps) {
  const { form, element, settled, save, resolve } = usePostForm(opened)
  const { conflict, draft } = form
  const { postId } = draft
  const onSubmit = async (event: FormEvent) => {
    event.preventDefault()
    const saved = await save()
    if (saved) onClose(saved.postId)
  }
  return (
    // The shortcut works wherever in the editor the focus is.
    <section
      className="editor"
      aria-label={postId === null ? 'New post' : 'Edit post'}
      onKeyDown={onSaveKey(() => void save())}
    >
      <EditorHead postId={postId} />
      {conflict && (
        <ConflictView
          conflict={conflict}
          mine={draft.fields}
          onResolve={(chosen) => resolve(conflict, chosen)}
          onDrop={form.dropConflict}
        />
      )}
      <form ref={element} className="editor-form" noValidate onSubmit={onSubmit}>
        <div className="editor-columns">
          <PostTexts form={form} settled={settled} />
          <PostDetails form={form} />
        </div>
        <EditorBar
          action={postId === null ? 'Publish Post' : 'Update Post'}
          form={form}
          withText
          // What stays unsaved is offered above the list: the focus goes there and not to a row.
          onCancel={() => onClose(form.unsaved ? null : postId)}
        />
      </form>
    </section>
  )
}

/** The form with its element; a save waits for images on their way and leads to the first fault. */
function usePostForm(opened: PostDraft) {
  const { site } = useApp()
  const form: PostEditing = useForm(opened, postRules(site.time_zone))
  const element = useRef<HTMLFormElement>(null)
  const settled = useRef(async () => true)
  useEffect(() => element.current?.querySelector<HTMLElement>('[name="title"]')?.focus(), [])
  const save = async () => {
    if (!(await settled.current())) return null
    const saved = await form.save()
    if (saved === null) focusFault(element.current)
    return saved
  }
  const resolve = ({ current }: PostConflict, chosen: PostFields) => {
    const start = fieldsOf(current, site.time_zone)
    form.resolve((known) => ({ ...known, revision: current.revision, start, fields: chosen }))
  }
  return { form, element, settled, save, resolve }
}

function EditorHead({ postId }: { postId: string | null }) {
  return (
    <div className="editor-head">
      <h2 className="admin-subtitle">{postId === null ? 'New Post' : 'Edit Post'}</h2>
      <p className="editor-address">
        {postId === null ? 'Its address is made from the title.' : <code>{postHref(postId)}</code>}
      </p>
    </div>
  )
}

interface PostTextsProps {
  form: PostEditing
  settled: RefObject<() => Promise<boolean>>
}

/** What a post says: title, address of a link, text. */
function PostTexts({ form, settled }: PostTextsProps) {
  const { draft, faults } = form
  const { type, title, url, content } = draft.fields
  return (
    <div className="editor-main">
      <TitleField
        value={title}
        fault={faults.title}
        onChange={(title) => changePost(form, { title })}
      />
      {type === 'link' && (
        <AddressField
          label="URL"
          name="url"
          required
          value={url}
          fault={faults.url}
          onChange={(url) => changePost(form, { url })}
        />
      )}
      <TextEditor
        text={content}
        fault={faults.content}
        onChange={(content) => changePost(form, { content })}
        settled={settled}
      />
    </div>
  )
}
