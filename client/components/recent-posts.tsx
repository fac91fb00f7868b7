/** 'Recent Posts': essays and shorts, asked for separately so that one can fail alone. */
import { type ReactNode, useEffect } from 'react'
import type { PostListAnswer } from '#domain/answers/public-answers.ts'
import { useApp } from '../app-context.ts'
import { type ListAddress, postListQuery } from '../data/list-address.ts'
import { mergePosts } from '../data/merge-posts.ts'
import { useFailureToast, useQuery } from '../data/use-query.ts'
import { Empty, Failure, Waiting } from './frame/notices.tsx'
import { PartedList } from './load-more.tsx'
import { RecentPost } from './post-card.tsx'
import { useAnnouncedCount } from './shown-count.ts'
import { NO_MATCH, TagFilter } from './tag-filter.tsx'

const FAILED = 'Failed to load posts'

export function RecentPosts({ address }: { address: ListAddress }) {
  const essays = useQuery<PostListAnswer>(postListQuery('essay', address))
  const shorts = useQuery<PostListAnswer>(postListQuery('short', address))
  const known = essays.status !== 'loading' && shorts.status !== 'loading'
  const tags = known ? mergePosts([essays.answer, shorts.answer]).tags : null
  return (
    <section className="recent" aria-labelledby="recent-heading">
      <TagFilter path="/" tags={tags} chosen={address.tags} />
      <h2 className="section-title" id="recent-heading">
        Recent Posts
      </h2>
      <PartedList
        path="/"
        address={address}
        renderPart={(after, more) => <Part address={{ ...address, after }} more={more} />}
      />
    </section>
  )
}

function totalOf(essays: PostListAnswer | null, shorts: PostListAnswer | null) {
  return essays && shorts ? (essays.meta?.total ?? 0) + (shorts.meta?.total ?? 0) : undefined
}

interface PartProps {
  address: ListAddress
  more: (next: string | null) => ReactNode
}

function Part({ address, more }: PartProps) {
  const { queries } = useApp()
  const paths = [postListQuery('essay', address), postListQuery('short', address)] as const
  const essays = useQuery<PostListAnswer>(paths[0])
  const shorts = useQuery<PostListAnswer>(paths[1])
  const states = [essays, shorts]
  const failed = states.filter(({ status }) => status === 'failed')
  useFailureToast(failed[0] ?? essays, FAILED)
  useAnnouncedCount(totalOf(essays.answer, shorts.answer), address)
  const reason = failed[0]?.failure?.message
  useEffect(() => {
    if (reason) console.warn('Failed to load a list of posts:', reason)
  }, [reason])
  if (failed.length === 2) {
    const retryAll = () => {
      for (const path of paths) queries.retry(path)
    }
    return <Failure text={FAILED} onRetry={retryAll} />
  }
  if (states.some(({ status }) => status === 'loading')) {
    return <Waiting text="Loading posts..." shape="entry" count={4} />
  }
  const { posts, next } = mergePosts([essays.answer, shorts.answer])
  if (posts.length === 0) {
    return address.tags.length > 0 ? (
      <Empty title={NO_MATCH} />
    ) : (
      <Empty title="No posts yet">Check back soon for new content!</Empty>
    )
  }
  return (
    <>
      <ul className="timeline">
        {posts.map((post) => (
          <li key={post.id}>
            <RecentPost post={post} />
          </li>
        ))}
      </ul>
      {more(next)}
    </>
  )
}
