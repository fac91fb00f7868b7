/** The pages of one type's posts: essays as a grid of cards, short posts in full as a timeline. */
import type { PostListAnswer } from '#domain/answers/public-answers.ts'
import type { PostSummary } from '#domain/post.ts'
import type { PageProps } from '../app-context.ts'
import { Empty } from '../components/frame/notices.tsx'
import { PageHeading } from '../components/frame/page-heading.tsx'
import { List } from '../components/list.tsx'
import { EssayCard, PostEntry } from '../components/post-card.tsx'
import { NO_MATCH, TagFilter } from '../components/tag-filter.tsx'
import { listAddressOf, postListQuery } from '../data/list-address.ts'
import { partOf } from '../data/merge-posts.ts'
import { useQuery } from '../data/use-query.ts'

interface ListLook {
  type: 'essay' | 'short'
  path: string
  title: string
  lead: string
  empty: string
  loading: string
  failed: string
  shape: 'cards' | 'rows'
  Post: (props: { post: PostSummary }) => React.ReactNode
}

const ESSAYS: ListLook = {
  type: 'essay',
  path: '/essays',
  title: 'Essays',
  lead: 'Longer-form thoughts, worked out in public.',
  empty: 'No essays yet. Check back soon!',
  failed: 'Failed to load essays',
  loading: 'Loading essays...',
  shape: 'cards',
  Post: EssayCard,
}

const SHORT_POSTS: ListLook = {
  type: 'short',
  path: '/short-posts',
  title: 'Short Posts',
  lead: 'Notes, progress and things learned, one at a time.',
  empty: 'No posts yet',
  failed: 'Failed to load posts',
  loading: 'Loading posts...',
  shape: 'rows',
  Post: ({ post }) => <PostEntry post={post} heading="h2" />,
}

export const EssaysPage = ({ search }: PageProps) => <PostList look={ESSAYS} search={search} />

export const ShortPostsPage = ({ search }: PageProps) => (
  <PostList look={SHORT_POSTS} search={search} />
)

function PostList({ look, search }: { look: ListLook; search: URLSearchParams }) {
  const { type, path, title, lead, empty, Post, ...words } = look
  const address = listAddressOf(search)
  const first = useQuery<PostListAnswer>(postListQuery(type, address))
  return (
    <>
      <PageHeading title={title}>
        <p>{lead}</p>
      </PageHeading>
      <section aria-label="Posts">
        <TagFilter path={path} tags={first.answer?.meta?.tags ?? null} chosen={address.tags} />
        <List
          {...words}
          path={path}
          address={address}
          queries={(part) => [postListQuery(type, part)]}
          merge={([answer]) => partOf(answer as PostListAnswer)}
          empty={<Empty title={address.tags.length > 0 ? NO_MATCH : empty} />}
        >
          {(posts: PostSummary[]) => (
            <ul className={look.shape === 'cards' ? 'cards' : 'timeline'}>
              {posts.map((post) => (
                <li key={post.id}>
                  <Post post={post} />
                </li>
              ))}
            </ul>
          )}
        </List>
      </section>
    </>
  )
}
