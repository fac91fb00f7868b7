/** List pages: essays as a grid of cards, short posts in full as a timeline, the posts with a tag. */
import { tagPath } from '#domain/addresses.ts'
import type { PostListAnswer } from '#domain/answers/public-answers.ts'
import { plural } from '#domain/texts/plural.ts'
import { type PageProps, useQuery } from '../app-context.ts'
import { Empty, PageHeading } from '../components/frame/parts.tsx'
import { List, postsIn } from '../components/list.tsx'
import { EssayCard, PostEntry } from '../components/post-card.tsx'
import { TagFilter } from '../components/tag-filter.tsx'
import { listAddressOf, postListQuery, tagListQuery } from '../start/page-queries.ts'
import { NotFoundPage, useIsUnknown } from './not-found-page.tsx'

const ESSAYS = {
  type: 'essay',
  path: '/essays',
  title: 'Essays',
  shape: 'cards',
  lead: 'Longer-form thoughts, worked out in public.',
  empty: 'No essays yet. Check back soon!',
  failed: 'Failed to load essays',
  loading: 'Loading essays...',
  items: postsIn('cards', (post) => <EssayCard post={post} />),
} as const

const SHORT_POSTS = {
  type: 'short',
  path: '/short-posts',
  title: 'Short Posts',
  shape: 'rows',
  lead: 'Notes, progress and things learned, one at a time.',
  empty: 'No posts yet',
  items: postsIn('timeline', (post) => <PostEntry post={post} heading="h2" />),
} as const

export const EssaysPage = ({ search }: PageProps) => <PostListPage list={ESSAYS} search={search} />

export const ShortPostsPage = ({ search }: PageProps) => (
  <PostListPage list={SHORT_POSTS} search={search} />
)

interface PostListPageProps {
  list: typeof ESSAYS | typeof SHORT_POSTS
  search: URLSearchParams
}

function PostListPage({ list, search }: PostListPageProps) {
  const { type, path, title, lead, empty, items, ...texts } = list
  const address = listAddressOf(search)
  const first = useQuery<PostListAnswer>(postListQuery(type, address))
  return (
    <div className={texts.shape === 'rows' ? 'split' : undefined}>
      <div>
        <PageHeading title={title}>
          <p>{lead}</p>
        </PageHeading>
        <TagFilter path={path} tags={first.answer?.meta?.tags ?? null} chosen={address.tags} />
      </div>
      <section aria-label="Posts">
        <List
          {...texts}
          path={path}
          address={address}
          queryPaths={(part) => [postListQuery(type, part)]}
          empty={<Empty title={empty} />}
        >
          {items}
        </List>
      </section>
    </div>
  )
}

const taggedEntries = postsIn('timeline', (post) => <PostEntry post={post} heading="h2" badge />)

/** The posts with a tag, of every type. */
export function TagPage({ params, search }: PageProps) {
  const { tagId: id = '' } = params
  const address = { tags: [], after: listAddressOf(search).after }
  const first = tagListQuery(id, address)
  const tag = useQuery<PostListAnswer>(first).answer?.meta?.tag
  if (useIsUnknown(first)) return <NotFoundPage />
  return (
    <div className="split">
      <PageHeading title={tag?.name ?? 'Tag'} {...(tag && { note: plural(tag.count, 'post') })} />
      <section aria-label="Posts">
        <List
          path={tagPath(id)}
          address={address}
          queryPaths={(part) => [tagListQuery(id, part)]}
          empty={<Empty title="No posts yet" />}
        >
          {taggedEntries}
        </List>
      </section>
    </div>
  )
}
