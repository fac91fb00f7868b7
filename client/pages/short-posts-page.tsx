/** Short posts in full, as a timeline (spec §2). */
import { PageHeading } from '../components/page-heading.tsx'
import { ShortPost } from '../components/post-card.tsx'
import { PostList } from '../components/post-list.tsx'
import type { PageProps } from '../lazy-page.tsx'
import { listAddressOf } from '../list-address.ts'

const TEXTS = {
  empty: 'No posts yet',
  failed: 'Failed to load posts',
  loading: 'Loading posts...',
}

export function ShortPostsPage({ search }: PageProps) {
  return (
    <>
      <PageHeading title="Short Posts">
        <p>Notes, progress and things learned, one at a time.</p>
      </PageHeading>
      <PostList
        type="short"
        path="/short-posts"
        address={listAddressOf(search)}
        texts={TEXTS}
        className="timeline"
        shape="entry"
        renderPost={(post) => <ShortPost post={post} heading="h2" />}
      />
    </>
  )
}
