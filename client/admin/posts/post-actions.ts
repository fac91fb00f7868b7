/** What the buttons of the list do: each is one call, one commit and one toast. */
import type { DeletedPost, SavedMeta } from '#domain/answers/admin-answers.ts'
import type { Post, PostSummary } from '#domain/post.ts'
import { addToast } from '../../state/toasts.ts'
import { call } from '../frame/admin-api.ts'
import { MESSAGES, showFailed, showSaved } from '../frame/messages.ts'
import { refreshStatus } from '../frame/status.ts'
import { reloadPosts } from './post-list-query.ts'

/** The API address of a post; `by-id` serves every id. */
export const postPath = (id: string) => `/posts/by-id/${encodeURIComponent(id)}`

/** Shows what a write changed. */
export function postsChanged(): void {
  void reloadPosts()
  void refreshStatus()
}

/** Turns a post's featured flag over. */
export async function toggleFeatured({ id, title, featured }: PostSummary): Promise<void> {
  const topic = `feature ${id}`
  try {
    const { meta } = await call<Post, SavedMeta>('PATCH', `${postPath(id)}/featured`, {
      featured: !featured,
    })
    const words = featured ? MESSAGES.postUnfeatured : MESSAGES.postFeatured
    showSaved({ ...words, about: title }, meta, { changed: postsChanged, topic })
  } catch (error) {
    showFailed('Failed to update featured status', error, topic)
  }
  postsChanged()
}

/** Deletes at once; the toast has Undo. */
export async function deletePost({ id, title }: PostSummary): Promise<void> {
  const topic = `delete ${id}`
  try {
    const { meta } = await call<{ id: string }, SavedMeta>('DELETE', postPath(id))
    showSaved({ ...MESSAGES.postDeleted, about: title }, meta, { changed: postsChanged, topic })
  } catch (error) {
    showFailed('Failed to delete post', error, topic)
  }
  postsChanged()
}

/** The default tags become the list of tags; resolves when the answer is there. */
export async function resetTags(): Promise<void> {
  const topic = 'reset tags'
  try {
    const { data, meta } = await call<{ count: number }, SavedMeta>('POST', '/posts/tags/reset')
    showSaved(MESSAGES.tagsReset(data.count), meta, { changed: postsChanged, topic })
  } catch (error) {
    showFailed('Failed to reset tags', error, topic)
  }
  postsChanged()
}

/** The whole post, whatever its state. @throws ApiError; null when it is gone */
export async function readPost(id: string): Promise<Post | null> {
  const { data } = await call<Post[]>('GET', `/posts/admin?id=${encodeURIComponent(id)}`)
  return data[0] ?? null
}

/** Brings a deleted post back by undoing the commit that deleted it. */
export async function restoreDeleted({ title, commit }: DeletedPost): Promise<void> {
  const topic = `restore ${commit}`
  try {
    const { meta } = await call<unknown, SavedMeta>('POST', `/history/${commit}/revert`)
    showSaved({ title: 'Post restored', description: title }, meta, {
      changed: postsChanged,
      topic,
    })
  } catch (error) {
    showFailed('Failed to restore', error, topic)
  }
  postsChanged()
}

/** Puts a text on the clipboard and says whether that worked. */
export async function copyText(text: string, name: string): Promise<void> {
  try {
    await navigator.clipboard.writeText(text)
    addToast({ title: 'Copied', description: name, tone: 'success' })
  } catch {
    addToast({
      title: 'Not copied',
      description: 'This browser does not allow it here. Select the text and copy it by hand.',
      tone: 'error',
    })
  }
}
