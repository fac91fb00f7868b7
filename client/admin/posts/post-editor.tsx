/** The form of a post, new or not: text first, what goes with it beside. */
import { type FormEvent, type RefObject, useEffect, useRef } from 'react'
import { useApp } from '../../app-context.ts'
import { postHref } from '../../components/post-card.tsx'
import { addToast } from '../../state/toasts.ts'
import type { PostDraft } from '../forms/drafts.ts'
import { EditorBar, onSaveKey } from '../forms/editor-bar.tsx'
import { focusFault } from '../forms/field.tsx'
import { AddressField, TitleField } from '../forms/inputs.tsx'
import { useForm } from '../forms/use-form.ts'
import { TextEditor } from '../text/text-editor.tsx'
import { ConflictView } from './conflict-view.tsx'
import { PostDetails } from './post-details.tsx'
import { fieldsOf, type PostFields } from './post-form.ts'
import {
  changePost,
  isToPublish,
  type PostConflict,
  type PostEditing,
  postRules,
  publishesEarly,
} from './post-rules.ts'

interface PostEditorProps {
  draft: PostDraft
  /** The form is done with; `postId` names what it was of, null for a post that was never saved. */
  onClose: (postId: string | null) => void
}

const PUBLISHES_EARLY = 'With this date readers have the post at once: Publish Post does that.'

export function PostEditor({ draft: opened, onClose }: PostEditorProps) {
  const { form, element, settled, save, saveDraft, resolve, isEarly } = usePostForm(opened)
  const { conflict, draft } = form
  const { postId } = draft
  const toPublish = isToPublish(draft)
  const onSubmit = async (event: FormEvent) => {
    event.preventDefault()
    const saved = await save(toPublish ? false : null)
    if (saved) onClose(saved.postId)
  }
  const stay = () => {
    if (isEarly) addToast({ title: 'Not saved yet', description: PUBLISHES_EARLY })
    else void (toPublish ? saveDraft() : save(null))
  }
  return (
    // The shortcut works wherever in the editor the focus is.
    <section
      className="editor"
      aria-label={postId === null ? 'New post' : 'Edit post'}
      onKeyDown={onSaveKey(stay, () => element.current?.requestSubmit())}
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
          action={toPublish || isEarly ? 'Publish Post' : 'Update Post'}
          form={form}
          onSaveDraft={toPublish ? () => void saveDraft() : undefined}
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
  useEffect(() => focusStart(element.current), [])
  /** @param draft whether the post is a draft from now on; null leaves that to its field */
  const save = async (draft: boolean | null) => {
    if (!(await settled.current())) return null
    const withDraft = (known: PostDraft) =>
      draft === null ? known : { ...known, fields: { ...known.fields, draft } }
    const saved = await form.save({ edit: withDraft })
    if (saved === null) focusFault(element.current)
    return saved
  }
  // A text that is being published is no longer a draft.
  const saveDraft = () => save(form.saving ? null : true)
  const resolve = ({ current }: PostConflict, chosen: PostFields) => {
    const start = fieldsOf(current, site.time_zone)
    const now = { postId: current.id, revision: current.revision, start, fields: chosen }
    form.resolve((known) => ({ ...known, ...now }))
  }
  const isEarly = publishesEarly(form.draft, site.time_zone)
  return { form, element, settled, save, saveDraft, resolve, isEarly }
}

/** Begins with the title; what was shared with the site has one and waits for its text. */
function focusStart(form: HTMLFormElement | null): void {
  const field = (name: string) => form?.querySelector<HTMLTextAreaElement>(`[name="${name}"]`)
  const [title, content] = [field('title'), field('content')]
  const start = title?.value && content?.value === '' ? content : title
  start?.focus()
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
        title={title}
        text={content}
        fault={faults.content}
        onChange={(content) => changePost(form, { content })}
        settled={settled}
      />
    </div>
  )
}
