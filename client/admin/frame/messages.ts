/** The messages of the admin's actions, shown as toasts. */
import type { HistoryEntry, SavedMeta } from '#domain/answers/admin-answers.ts'
import type { PostType } from '#domain/post.ts'
import type { PostState } from '#domain/post-state.ts'
import { addToast, dismissErrors, type ToastInput } from '../../state/toasts.ts'
import { call, sentenceOf } from './admin-api.ts'

export type Words = Pick<ToastInput, 'title' | 'description' | 'about' | 'link'>

const DONE_WITH: Record<PostState, string> = {
  draft: 'saved as a draft',
  scheduled: 'scheduled',
  live: 'published',
}
const MADE: Record<PostState, string> = {
  draft: 'Draft saved',
  scheduled: 'Post scheduled!',
  live: 'Post published!',
}

export const MESSAGES = {
  /** A post that nobody else can read yet is not called published. */
  postCreated: (type: PostType, state: PostState = 'live'): Words => ({
    title: 'Post created!',
    description: `Your ${type} has been ${DONE_WITH[state]}.`,
  }),
  /** Of a draft: it still is one, or it is one no more. */
  postMade: (type: PostType, state: PostState): Words => ({
    title: MADE[state],
    description: `Your ${type} has been ${DONE_WITH[state]}.`,
  }),
  postUpdated: {
    title: 'Post updated!',
    description: 'Your post has been successfully updated.',
  },
  postDeleted: { title: 'Post deleted', description: 'Your post has been removed.' },
  postFeatured: { title: 'Post featured', description: 'Post added to featured section' },
  postUnfeatured: { title: 'Post unfeatured', description: 'Post removed from featured section' },
  tagsReset: (count: number): Words => ({
    title: 'Tags reset!',
    description: `Successfully added ${count} default tags.`,
  }),
  projectAdded: { title: 'Project added', description: 'New project has been added.' },
  projectUpdated: { title: 'Success', description: 'Project updated successfully' },
} as const

export type FailedAction =
  | 'Failed to load posts'
  | 'Failed to create post'
  | 'Failed to update post'
  | 'Failed to delete post'
  | 'Failed to make a preview link'
  | 'Failed to revoke the preview link'
  | 'Failed to change the address'
  | 'Failed to update featured status'
  | 'Failed to reset tags'
  | 'Failed to change the tag'
  | 'Failed to add project'
  | 'Failed to update project'
  | 'Failed to undo'
  | 'Failed to restore'
  | 'Failed to discard'
  | 'Failed to save the file'
  | 'Failed to decide'

/**
 * Shows that a write failed; the server's sentence is the description.
 * @param topic what was tried: the message goes when that succeeds
 */
export function showFailed(title: FailedAction, error: unknown, topic: string = title): void {
  addToast({ title, description: sentenceOf(error), tone: 'error', topic })
}

interface AfterSave {
  /** Called after an undo. */
  changed: () => void
  /** As `showFailed` has it. */
  topic: string
}

/**
 * Shows that a write was saved, in place of its earlier failures. With a commit the toast offers
 * Undo, which makes another commit.
 */
export function showSaved(
  words: Words,
  meta: SavedMeta | undefined,
  { changed, topic }: AfterSave,
): void {
  dismissErrors(topic)
  const commit = meta?.commit
  addToast({
    ...words,
    tone: 'success',
    ...(commit && { action: { label: 'Undo', run: () => void undo(commit, changed) } }),
  })
  if (meta?.merged) {
    addToast({
      title: 'Merged',
      description: 'The file had changed since you opened it. Both changes are in it now.',
    })
  }
}

/** Undoes a commit as a new commit and shows a message. */
export async function undo(commit: string, changed: () => void): Promise<void> {
  const topic = `undo ${commit}`
  try {
    const { data } = await call<HistoryEntry, SavedMeta>('POST', `/history/${commit}/revert`)
    dismissErrors(topic)
    addToast({ title: 'Undone', description: data.subject, tone: 'success' })
  } catch (error) {
    showFailed('Failed to undo', error, topic)
  }
  changed()
}
