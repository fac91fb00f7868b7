/** The home page: featured posts, streak, tag filter, recent essays and shorts, links. */
import { useEffect } from 'react'
import type { Answer, PostListAnswer } from '#domain/answers/public-answers.ts'
import type { PostSummary } from '#domain/post.ts'
import { type PageProps, useApp, useQuery } from '../app-context.ts'
import { StreakPanel } from '../components/figures/streak-panel.tsx'
import { Empty, PageHeading, Section, Waiting } from '../components/frame/parts.tsx'
import { List, mergePosts, mergeTags, postsIn } from '../components/list.tsx'
import { AuthorCard, FeaturedCard, LinkPost, PostEntry } from '../components/post-card.tsx'
import { TagFilter } from '../components/tag-filter.tsx'
import {
  FEATURED_QUERY,
  type ListAddress,
  listAddressOf,
  postListQuery,
} from '../start/page-queries.ts'

const FEATURED_MAX = 3

export function HomePage({ search }: PageProps) {
  const { site } = useApp()
  const address = listAddressOf(search)
  return (
    <div className="home stack">
      <div>
        <PageHeading title="Blog">
          <p dir="auto">{site.description}</p>
        </PageHeading>
        <FeaturedPosts />
      </div>
      <StreakPanel />
      <RecentPosts address={address} />
      <LinkPosts address={address} />
      <AuthorCard />
      <a className="admin-link muted" href="/admin">
        admin
      </a>
    </div>
  )
}

const featured = postsIn('featured cards', (post) => <FeaturedCard post={post} />)

/** Up to three featured posts; a failed load is only logged. */
function FeaturedPosts() {
  const { answer, failure } = useQuery<Answer<PostSummary[]>>(FEATURED_QUERY)
  useEffect(() => {
    if (failure) console.warn('Failed to load featured posts:', failure.error)
  }, [failure])
  if (failure) return null
  const posts = answer?.data.slice(0, FEATURED_MAX)
  return (
    <Section name="featured" title="Featured">
      {!posts && <Waiting text="Loading featured posts..." />}
      {posts?.length === 0 && <p className="muted">No featured posts yet</p>}
      {posts && posts.length > 0 && featured(posts)}
    </Section>
  )
}

/** 'Recent Posts': essays and shorts, loaded separately so that one can fail alone. */
function RecentPosts({ address }: { address: ListAddress }) {
  const essays = useQuery<PostListAnswer>(postListQuery('essay', address))
  const shorts = useQuery<PostListAnswer>(postListQuery('short', address))
  const isKnown = [essays, shorts].every(({ answer, failure }) => answer ?? failure)
  const tags = isKnown
    ? mergeTags([essays, shorts].flatMap(({ answer }) => answer?.meta?.tags ?? []))
    : null
  return (
    <section className="recent" aria-labelledby="recent-heading">
      <TagFilter path="/" tags={tags} chosen={address.tags} />
      <h2 className="section-title" id="recent-heading">
        Recent Posts
      </h2>
      <List
        path="/"
        address={address}
        queryPaths={(part) => [postListQuery('essay', part), postListQuery('short', part)]}
        merge={mergePosts}
        empty={<Empty title="No posts yet">Check back soon for new content!</Empty>}
      >
        {postsIn('timeline', (post) => (
          <PostEntry post={post} badge heading="h3" />
        ))}
      </List>
    </section>
  )
}

/** 'Links': link posts; nothing when there are none. */
function LinkPosts({ address }: { address: ListAddress }) {
  const { answer } = useQuery<PostListAnswer>(postListQuery('link', address))
  if (!answer?.data.length) return null
  return (
    <Section name="links" title="Links" className="links">
      <List
        path="/"
        address={address}
        queryPaths={(part) => [postListQuery('link', part)]}
        loading="Loading links..."
        empty={null}
        older={null}
      >
        {postsIn('rows', (post) => (
          <LinkPost post={post} />
        ))}
      </List>
    </Section>
  )
}
