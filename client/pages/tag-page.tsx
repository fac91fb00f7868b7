/** The posts with a tag, of every type. */
import { tagPath } from '#domain/addresses.ts'
import type { PostListAnswer } from '#domain/answers/public-answers.ts'
import { plural } from '#domain/texts/plural.ts'
import type { PageProps } from '../app-context.ts'
import { Empty, PageHeading } from '../components/frame/parts.tsx'
import { List, postsIn } from '../components/list.tsx'
import { PostEntry } from '../components/post-card.tsx'
import { listAddressOf, tagListQuery } from '../data/list-address.ts'
import { useQuery } from '../data/use-query.ts'
import { NotFoundPage, useIsUnknown } from './not-found-page.tsx'

const entries = postsIn('timeline', (post) => <PostEntry post={post} heading="h2" badge />)

export function TagPage({ params, search }: PageProps) {
  const { tagId: id = '' } = params
  const address = { tags: [], after: listAddressOf(search).after }
  const first = tagListQuery(id, address)
  const tag = useQuery<PostListAnswer>(first).answer?.meta?.tag
  if (useIsUnknown(first)) return <NotFoundPage />
  return (
    <>
      <PageHeading title={tag?.name ?? 'Tag'} {...(tag && { note: plural(tag.count, 'post') })} />
      <section aria-label="Posts">
        <List
          path={tagPath(id)}
          address={address}
          queryPaths={(part) => [tagListQuery(id, part)]}
          loading="Loading posts..."
          failed="Failed to load posts"
          shape="rows"
          empty={<Empty title="No posts yet" />}
        >
          {entries}
        </List>
      </section>
    </>
  )
}
