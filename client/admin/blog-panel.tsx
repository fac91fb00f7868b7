/** The blog admin: one form at a time, or the list of all posts (spec §2). */
import { useEffect, useRef, useState } from 'react'
import { useApp } from '../app-context.ts'
import { useSession } from '../state/session.ts'
import { addToast } from '../state/toasts.ts'
import { sentenceOf } from './admin-api.ts'
import { AdminHead, TabLink } from './admin-head.tsx'
import { DeletedPosts } from './deleted-posts.tsx'
import { type Draft, draftKey, forgetDraft, keepDraft, waitingDrafts } from './drafts.ts'
import { readPost, resetTags } from './post-actions.ts'
import { PostEditor } from './post-editor.tsx'
import { fieldsOf, NEW_POST } from './post-form.ts'
import { PostList } from './post-list.tsx'
import { clearPosts, reloadPosts } from './post-list-query.ts'

export function BlogPanel() {
  const { site } = useApp()
  const loggedIn = useSession(({ token }) => token !== null)
  const [open, setOpen] = useState<Draft | null>(null)
  const [drafts, setDrafts] = useState<readonly Draft[]>([])
  const newButton = useRef<HTMLButtonElement>(null)

  useEffect(() => {
    if (loggedIn) void reloadPosts()
    return clearPosts
  }, [loggedIn])
  // Offered are the drafts that no form has open; a form that closes may leave one.
  useEffect(() => {
    if (open === null) void waitingDrafts().then(setDrafts)
  }, [open])

  const create = () => {
    const key = draftKey()
    const keptAt = Date.now()
    const fresh = { key, postId: null, revision: null, start: null, typeTouched: false, keptAt }
    setOpen({ ...fresh, fields: NEW_POST })
  }
  const edit = async (id: string) => {
    try {
      const post = await readPost(id)
      if (post === null) throw new Error('Post not found')
      const fields = fieldsOf(post, site.time_zone)
      const more = { typeTouched: false, keptAt: Date.now() }
      const { revision } = post
      setOpen({ key: draftKey(), postId: id, revision, start: fields, fields, ...more })
    } catch (error) {
      addToast({ title: 'Failed to load post', description: sentenceOf(error), tone: 'error' })
    }
  }
  const close = () => {
    setOpen(null)
    newButton.current?.focus()
  }
  const discard = (draft: Draft) => {
    setDrafts((all) => all.filter(({ key }) => key !== draft.key))
    void forgetDraft(draft.key)
    const bringBack = () => {
      void keepDraft(draft)
      setDrafts((all) => [draft, ...all])
    }
    addToast({ title: 'Unsaved text discarded', action: { label: 'Undo', run: bringBack } })
  }

  return (
    <>
      <AdminHead
        title="Blog Admin"
        before={
          <button type="button" className="button" onClick={resetTags}>
            Reset Tags
          </button>
        }
        between={<TabLink href="/admin/projects">Projects Admin</TabLink>}
        after={
          <button
            ref={newButton}
            type="button"
            className={open ? 'button' : 'button button-primary'}
            onClick={create}
          >
            Create New Post
          </button>
        }
      />
      {open ? (
        <PostEditor key={open.key} draft={open} onClose={close} />
      ) : (
        <>
          <WaitingDrafts drafts={drafts} onOpen={setOpen} onDiscard={discard} />
          <PostList onEdit={edit} />
          <DeletedPosts />
        </>
      )}
    </>
  )
}

interface WaitingDraftsProps {
  drafts: readonly Draft[]
  onOpen: (draft: Draft) => void
  onDiscard: (draft: Draft) => void
}

function WaitingDrafts({ drafts, onOpen, onDiscard }: WaitingDraftsProps) {
  if (drafts.length === 0) return null
  return (
    <section className="kept-drafts" aria-label="Unsaved texts">
      <h2 className="admin-subtitle">Unsaved texts</h2>
      <ul>
        {drafts.map((draft) => {
          const name = draft.fields.title.trim() || 'Untitled'
          return (
            <li key={draft.key} className="kept-draft">
              <span className="kept-draft-words">
                <strong>{name}</strong>{' '}
                {draft.postId === null ? 'new post' : `edit of ${draft.postId}`}
                {draft.revision && `, started from version ${draft.revision.slice(0, 7)}`},{' '}
                <time dateTime={new Date(draft.keptAt).toISOString()}>
                  {new Date(draft.keptAt).toLocaleString('en-US')}
                </time>
              </span>
              <button
                type="button"
                className="button button-small"
                aria-label={`Continue ${name}`}
                onClick={() => onOpen(draft)}
              >
                Continue
              </button>
              <button
                type="button"
                className="button button-small"
                aria-label={`Discard ${name}`}
                onClick={() => onDiscard(draft)}
              >
                Discard
              </button>
            </li>
          )
        })}
      </ul>
    </section>
  )
}
