/** Writes of posts, each with one commit and one toast. */
import { postPath } from '#domain/addresses.ts'
import type { DeletedPost } from '#domain/answers/admin-answers.ts'
import type { ProjectsAnswer } from '#domain/answers/public-answers.ts'
import { formatShortDay } from '#domain/days/day.ts'
import { type Post, type PostSummary, postState } from '#domain/post.ts'
import { useApp, useQuery } from '../../app-context.ts'
import { copyText } from '../../components/prose.tsx'
import { PROJECTS_QUERY, postQuery } from '../../start/page-queries.ts'
import type { FormRules } from '../forms/use-form.ts'
import { type ToastText, write } from '../frame/messages.ts'
import { type PostFields, type PostState, postFields } from './post-fields.tsx'

/**
 * Rules of the post form.
 * @param newName name of a new post's unsaved text
 */
export function usePostRules(newName: string): FormRules<PostFields, Post> {
  const { site, queries } = useApp()
  // Loaded here, since the amount depends on the chosen project.
  useQuery(PROJECTS_QUERY)
  const projectOf = (id: string) => {
    // The path determines the type.
    const answer = queries.state(PROJECTS_QUERY).answer as ProjectsAnswer | null
    return answer?.data.find((project) => project.id === id)
  }
  return {
    table: postFields(site.time_zone, projectOf),
    nameOf: (post) => (post === null ? newName : `post:${post.id}`),
    pathOf: (post) => (post ? postQuery(post.id) : '/posts'),
    method: 'PUT',
    savedToast,
    failedTitle: ({ version }) =>
      version === null ? 'Failed to create post' : 'Failed to update post',
  }
}

export const POST_UPDATED = {
  title: 'Post updated!',
  description: 'Your post has been successfully updated.',
}

/** Toast titles by state: only a public post is called published. */
const MADE = {
  draft: ['Draft saved', 'saved as a draft'],
  scheduled: ['Post scheduled!', 'scheduled'],
  live: ['Post published!', 'published'],
} as const

/** Toast of a save, depending on whether the post is public. */
export function savedToast(saved: Post, { version, fields }: PostState): ToastText {
  const { id, type, title, draft, created_at, updated_at } = saved
  // The stamp of a save after the date is the server's time, and this clock may be behind it.
  const isStamped = updated_at !== created_at
  const now = Math.max(Date.now(), isStamped ? Date.parse(updated_at) : 0)
  const stateOf = (post: Post) =>
    postState({ draft: post.draft, instant: Date.parse(post.created_at) }, now)
  // A post without a date is public now, even if this clock is behind the server's.
  const state = fields.date === '' && !draft ? 'live' : stateOf(saved)
  const view = state === 'live' ? { view: postPath(id) } : {}
  const wasLive = version !== null && stateOf(version) === 'live'
  if (wasLive && state === 'live') return { ...POST_UPDATED, subject: title, ...view }
  const [made, done] = MADE[state]
  return {
    ...view,
    title: version === null ? 'Post created!' : made,
    description: `Your ${type} has been ${done}.`,
    subject: title,
  }
}

/** Toggles a post's featured flag. */
export function toggleFeatured({ id, title, featured }: PostSummary) {
  const words = featured
    ? { title: 'Post unfeatured', description: 'Post removed from featured section' }
    : { title: 'Post featured', description: 'Post added to featured section' }
  return write<Post>({
    method: 'PATCH',
    path: `${postQuery(id)}/featured`,
    body: { featured: !featured },
    saved: { ...words, subject: title },
    failed: 'Failed to update featured status',
  })
}

/** Deletes at once; the toast has Undo. */
export function deletePost({ id, title }: PostSummary) {
  return write({
    method: 'DELETE',
    path: postQuery(id),
    saved: { title: 'Post deleted', description: 'Your post has been removed.', subject: title },
    failed: 'Failed to delete post',
  })
}

/** Restores a deleted post by reverting the commit that deleted it. */
export function restoreDeleted({ title, commit }: DeletedPost) {
  return write({
    method: 'POST',
    path: `/history/${commit}/revert`,
    saved: { title: 'Post restored', description: title },
    failed: 'Failed to restore',
  })
}

/** Creates a preview link and copies it, or shows it if the browser blocks the clipboard. */
export function copyPreviewLink({ id, title }: Pick<Post, 'id' | 'title'>) {
  return write<{ url: string; expires_at: string }>({
    method: 'POST',
    path: `${postQuery(id)}/preview-link`,
    saved: async ({ url, expires_at }) => {
      const until = formatShortDay(expires_at.slice(0, 10))
      if (!(await copyText(url))) prompt('Copy this preview link:', url)
      const description = `Anyone who has it sees the saved text until ${until}.`
      return { title: 'Preview link copied', description, subject: title }
    },
    failed: 'Failed to make a preview link',
  })
}

/** Revokes all preview links of a post. */
export function revokePreviewLinks({ id, title }: Pick<Post, 'id' | 'title'>) {
  return write({
    method: 'DELETE',
    path: `${postQuery(id)}/preview-link`,
    saved: {
      title: 'Preview link revoked',
      description: 'All links to this post no longer work.',
      subject: title,
    },
    failed: 'Failed to revoke the preview link',
  })
}
