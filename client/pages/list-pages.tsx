/** The lists of one type: essays as a grid of cards, short posts in full as a timeline. */
import type { PostSummary } from '#domain/post.ts'
import type { PageProps } from '../app-context.ts'
import { PageHeading } from '../components/frame/page-heading.tsx'
import { EssayCard, ShortPost } from '../components/post-card.tsx'
import { type ListLook, PostList } from '../components/post-list.tsx'
import { listAddressOf } from '../data/list-address.ts'

const ESSAYS: ListLook = {
  type: 'essay',
  path: '/essays',
  texts: {
    empty: 'No essays yet. Check back soon!',
    failed: 'Failed to load essays',
    loading: 'Loading essays...',
  },
  className: 'essay-grid',
  shape: 'card',
  renderPost: (post: PostSummary) => <EssayCard post={post} />,
}
const SHORT_POSTS: ListLook = {
  type: 'short',
  path: '/short-posts',
  texts: {
    empty: 'No posts yet',
    failed: 'Failed to load posts',
    loading: 'Loading posts...',
  },
  className: 'timeline',
  shape: 'entry',
  renderPost: (post: PostSummary) => <ShortPost post={post} heading="h2" />,
}

export function EssaysPage({ search }: PageProps) {
  return (
    <>
      <PageHeading title="Essays">
        <p>Longer-form thoughts, worked out in public.</p>
      </PageHeading>
      <PostList look={ESSAYS} address={listAddressOf(search)} />
    </>
  )
}

export function ShortPostsPage({ search }: PageProps) {
  return (
    <>
      <PageHeading title="Short Posts">
        <p>Notes, progress and things learned, one at a time.</p>
      </PageHeading>
      <PostList look={SHORT_POSTS} address={listAddressOf(search)} />
    </>
  )
}
