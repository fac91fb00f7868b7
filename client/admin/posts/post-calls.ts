/** What is read and written of posts, each write one commit and one toast. */
import type { DeletedPost } from '#domain/answers/admin-answers.ts'
import { formatShortDay } from '#domain/days/day.ts'
import type { Post, PostSummary } from '#domain/post.ts'
import { postState } from '#domain/post-state.ts'
import { copyText } from '../../components/prose.tsx'
import { postQuery } from '../../start/page-queries.ts'
import type { FormRules } from '../forms/use-form.ts'
import { type Words, write } from '../frame/messages.ts'
import { isToPublish, type PostFields, type PostState, postFields } from './post-fields.tsx'

/**
 * How the form of a post is saved.
 * @param newName names the unsaved text of a new post
 */
export function postRules(timeZone: string, newName = 'post:new'): FormRules<PostFields, Post> {
  return {
    table: postFields(timeZone),
    nameOf: (post) => (post === null ? newName : `post:${post.id}`),
    pathOf: (post) => (post ? postQuery(post.id) : '/posts'),
    method: 'PUT',
    savedWords,
    failedWords: ({ version }) =>
      version === null ? 'Failed to create post' : 'Failed to update post',
  }
}

export const POST_UPDATED = {
  title: 'Post updated!',
  description: 'Your post has been successfully updated.',
}

/** What nobody else can read yet is not called published. */
const MADE = {
  draft: ['Draft saved', 'saved as a draft'],
  scheduled: ['Post scheduled!', 'scheduled'],
  live: ['Post published!', 'published'],
} as const

/** What a save has done, by what readers have of it. */
function savedWords({ type, title, draft, created_at }: Post, sent: PostState): Words {
  if (!isToPublish(sent) && !draft) return { ...POST_UPDATED, about: title }
  // A new post without a date is of now, also where this clock is behind the server's.
  const instant = sent.fields.date === '' ? 0 : Date.parse(created_at)
  const [made, done] = MADE[postState({ draft, instant }, Date.now())]
  return {
    title: sent.version === null ? 'Post created!' : made,
    description: `Your ${type} has been ${done}.`,
    about: title,
  }
}

/** Turns a post's featured flag over. */
export function toggleFeatured({ id, title, featured }: PostSummary) {
  const words = featured
    ? { title: 'Post unfeatured', description: 'Post removed from featured section' }
    : { title: 'Post featured', description: 'Post added to featured section' }
  return write<Post>({
    method: 'PATCH',
    path: `${postQuery(id)}/featured`,
    body: { featured: !featured },
    saved: () => ({ ...words, about: title }),
    failed: 'Failed to update featured status',
  })
}

/** Deletes at once; the toast has Undo. */
export function deletePost({ id, title }: PostSummary) {
  return write({
    method: 'DELETE',
    path: postQuery(id),
    saved: () => ({
      title: 'Post deleted',
      description: 'Your post has been removed.',
      about: title,
    }),
    failed: 'Failed to delete post',
  })
}

/** Brings a deleted post back by undoing the commit that deleted it. */
export function restoreDeleted({ title, commit }: DeletedPost) {
  return write({
    method: 'POST',
    path: `/history/${commit}/revert`,
    saved: () => ({ title: 'Post restored', description: title }),
    failed: 'Failed to restore',
  })
}

/** Makes a link that shows a hidden post, and copies it, by hand where the browser does not allow it. */
export function copyPreviewLink({ id, title }: Pick<Post, 'id' | 'title'>) {
  return write<{ url: string; expires_at: string }>({
    method: 'POST',
    path: `${postQuery(id)}/preview-link`,
    saved: async ({ url, expires_at }) => {
      const until = formatShortDay(expires_at.slice(0, 10))
      if (!(await copyText(url))) prompt('Copy this preview link:', url)
      const description = `Anyone who has it sees the saved text until ${until}.`
      return { title: 'Preview link copied', description, about: title }
    },
    failed: 'Failed to make a preview link',
  })
}

/** Ends all preview links of a post. */
export function revokePreviewLinks({ id, title }: Pick<Post, 'id' | 'title'>) {
  return write({
    method: 'DELETE',
    path: `${postQuery(id)}/preview-link`,
    saved: () => ({
      title: 'Preview link revoked',
      description: 'All links to this post no longer work.',
      about: title,
    }),
    failed: 'Failed to revoke the preview link',
  })
}
