/** The blog admin: one form at a time, or the list of all posts. */
import { useEffect, useRef, useState } from 'react'
import { useApp } from '../../app-context.ts'
import { navigateTo } from '../../start/history-entries.ts'
import { useSession } from '../../state/session.ts'
import { addToast, dismissErrors } from '../../state/toasts.ts'
import { draftKey, keepDraft, type PostDraft } from '../forms/drafts.ts'
import { useWaitingDrafts } from '../forms/use-waiting-drafts.ts'
import { WaitingDraftList } from '../forms/waiting-drafts.tsx'
import { sentenceOf } from '../frame/admin-api.ts'
import { AdminHead, TabLink } from '../frame/admin-head.tsx'
import { sharedPost } from '../quick/shared-page.ts'
import { TagsPanel } from '../tags/tags-panel.tsx'
import { TagsReset } from '../tags/tags-reset.tsx'
import { DeletedPosts } from './deleted-posts.tsx'
import { readPost } from './post-actions.ts'
import { PostEditor } from './post-editor.tsx'
import { fieldsOf, NEW_POST, type PostFields } from './post-form.ts'
import { PostList } from './post-list.tsx'
import { clearPosts, reloadPosts, usePostList } from './post-list-query.ts'

export function BlogPanel() {
  const loggedIn = useSession(({ token }) => token !== null)
  const { open, setOpen, create, edit } = useOpenPost()
  const [closedPost, setClosedPost] = useState<string | null>(null)
  const waiting = useWaitingDrafts('post')
  const posts = usePostList((state) => state.posts)
  const newButton = useRef<HTMLButtonElement>(null)

  useEffect(() => {
    if (loggedIn) void reloadPosts()
    return clearPosts
  }, [loggedIn])

  const close = (postId: string | null) => {
    setOpen(null)
    setClosedPost(postId)
    // The post's row takes the focus from here once it is listed.
    newButton.current?.focus()
    requestAnimationFrame(waiting.refresh)
  }

  return (
    <>
      <AdminHead
        title="Blog Admin"
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
          <WaitingDraftList
            waiting={waiting}
            revisionOf={(id) => posts?.find((post) => post.id === id)?.revision}
            onOpen={setOpen}
          />
          <PostList closedPost={closedPost} onEdit={edit} />
          <DeletedPosts />
          <TagsPanel />
          <TagsReset />
        </>
      )}
    </>
  )
}

/** The form that is open; null shows the list. */
function useOpenPost() {
  const { site } = useApp()
  const [open, setOpen] = useState<PostDraft | null>(null)
  useShared(setOpen)
  const show = (part: Omit<PostDraft, 'kind' | 'key' | 'keptAt' | 'typeTouched'>) =>
    setOpen({ kind: 'post', key: draftKey(), keptAt: Date.now(), typeTouched: false, ...part })
  const create = () => setOpen(newPost(NEW_POST))
  const edit = async (id: string) => {
    const topic = `load ${id}`
    try {
      const post = await readPost(id)
      if (post === null) throw new Error('Post not found')
      const fields = fieldsOf(post, site.time_zone)
      dismissErrors(topic)
      show({ postId: id, revision: post.revision, start: fields, fields })
    } catch (error) {
      addToast({
        title: 'Failed to load post',
        description: sentenceOf(error),
        tone: 'error',
        topic,
      })
    }
  }
  return { open, setOpen, create, edit }
}

/** A post that is not written yet. */
function newPost(fields: PostFields): PostDraft {
  const writing = { key: draftKey(), keptAt: Date.now(), typeTouched: fields !== NEW_POST }
  return { kind: 'post', ...writing, postId: null, revision: null, start: null, fields }
}

/**
 * Opens what the address shares with the site. The address has it until the panel is here, so also
 * over a login; then this browser keeps it as it keeps every unsaved text.
 */
function useShared(open: (draft: PostDraft) => void) {
  // biome-ignore lint/correctness/useExhaustiveDependencies: an address shares once
  useEffect(() => {
    const fields = sharedPost(new URLSearchParams(location.search))
    if (fields === null) return
    const draft = newPost(fields)
    open(draft)
    void keepDraft(draft).then((kept) => {
      if (kept) navigateTo(location.pathname, { replace: true })
    })
  }, [])
}
