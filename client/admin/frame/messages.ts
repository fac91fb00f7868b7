/** The messages of the admin's actions, shown as toasts. */
import type { HistoryEntry, SavedMeta } from '#domain/answers/admin-answers.ts'
import type { PostType } from '#domain/post.ts'
import type { PostState } from '#domain/post-state.ts'
import { addToast, type ToastInput } from '../../state/toasts.ts'
import { call, sentenceOf } from './admin-api.ts'

export type Words = Pick<ToastInput, 'title' | 'description'>

const DONE_WITH: Record<PostState, string> = {
  draft: 'saved as a draft',
  scheduled: 'scheduled',
  live: 'published',
}

export const MESSAGES = {
  /** A post that nobody else can read yet is not called published. */
  postCreated: (type: PostType, state: PostState = 'live'): Words => ({
    title: 'Post created!',
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
  | 'Failed to update featured status'
  | 'Failed to reset tags'
  | 'Failed to add project'
  | 'Failed to update project'
  | 'Failed to undo'
  | 'Failed to restore'
  | 'Failed to discard'
  | 'Failed to save the file'
  | 'Failed to decide'
  | 'Failed to write the review'

/** Shows that a write failed; the server's sentence is the description. */
export function showFailed(title: FailedAction, error: unknown): void {
  addToast({ title, description: sentenceOf(error), tone: 'error' })
}

/**
 * Shows that a write was saved. With a commit the toast offers Undo, which makes another commit;
 * `changed` is called after that.
 */
export function showSaved(words: Words, meta: SavedMeta | undefined, changed: () => void): void {
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
  try {
    const { data } = await call<HistoryEntry, SavedMeta>('POST', `/history/${commit}/revert`)
    addToast({ title: 'Undone', description: data.subject, tone: 'success' })
  } catch (error) {
    showFailed('Failed to undo', error)
  }
  changed()
}
