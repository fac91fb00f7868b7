/** The essays, as a grid of cards. */
import type { PageProps } from '../app-context.ts'
import { PageHeading } from '../components/frame/page-heading.tsx'
import { EssayCard } from '../components/post-card.tsx'
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
  renderPost: (post) => <EssayCard post={post} />,
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
