/** Essays as a grid of cards, filtered by tags (spec §2). */
import { PageHeading } from '../components/page-heading.tsx'
import { EssayCard } from '../components/post-card.tsx'
import { PostList } from '../components/post-list.tsx'
import type { PageProps } from '../lazy-page.tsx'
import { listAddressOf } from '../list-address.ts'

const TEXTS = {
  empty: 'No essays yet. Check back soon!',
  failed: 'Failed to load essays',
  loading: 'Loading essays...',
}

export function EssaysPage({ search }: PageProps) {
  return (
    <>
      <PageHeading title="Essays">
        <p>Longer-form thoughts, worked out in public.</p>
      </PageHeading>
      <PostList
        type="essay"
        path="/essays"
        address={listAddressOf(search)}
        texts={TEXTS}
        className="essay-grid"
        shape="card"
        renderPost={(post) => <EssayCard post={post} />}
      />
    </>
  )
}
