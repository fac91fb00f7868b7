/** The short posts in full, as a timeline. */
import type { PageProps } from '../app-context.ts'
import { PageHeading } from '../components/frame/page-heading.tsx'
import { ShortPost } from '../components/post-card.tsx'
import { type ListLook, PostList } from '../components/post-list.tsx'
import { listAddressOf } from '../data/list-address.ts'

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
  renderPost: (post) => <ShortPost post={post} heading="h2" />,
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
