/** One type's list with its states: waiting, failed, empty, filtered to nothing, filled. */
import type { ReactNode } from 'react'
import type { PostListAnswer } from '#domain/answers/public-answers.ts'
import type { PostSummary, PostType } from '#domain/post.ts'
import { useApp } from '../app-context.ts'
import { type ListAddress, postListQuery } from '../data/list-address.ts'
import { useFailureToast, useQuery } from '../data/use-query.ts'
import { Empty, Failure, Waiting } from './frame/notices.tsx'
import { PartedList } from './load-more.tsx'
import { useAnnouncedCount } from './shown-count.ts'
import { NO_MATCH, TagFilter } from './tag-filter.tsx'

/** What sets one type's list apart from another's. */
export interface ListLook {
  type: PostType
  path: string
  texts: { empty: string; failed: string; loading: string }
  className: string
  /** Shape of a skeleton. */
  shape: string
  renderPost: (post: PostSummary) => ReactNode
}

interface PostListProps {
  look: ListLook
  address: ListAddress
}

export function PostList({ look, address }: PostListProps) {
  const { type, path } = look
  const first = useQuery<PostListAnswer>(postListQuery(type, address))
  return (
    <section aria-label="Posts">
      <TagFilter path={path} tags={first.answer?.meta?.tags ?? null} chosen={address.tags} />
      <PartedList
        path={path}
        address={address}
        renderPart={(after, more) => (
          <Part look={look} address={{ ...address, after }} more={more} />
        )}
      />
    </section>
  )
}

interface PartProps extends PostListProps {
  more: (next: string | null) => ReactNode
}

function Part({ look, address, more }: PartProps) {
  const { type, texts, className, shape, renderPost } = look
  const { queries } = useApp()
  const path = postListQuery(type, address)
  const state = useQuery<PostListAnswer>(path)
  useFailureToast(state, texts.failed)
  useAnnouncedCount(state.answer?.meta?.total, address)
  if (state.status === 'loading') return <Waiting text={texts.loading} shape={shape} />
  if (state.status === 'failed') {
    return <Failure text={texts.failed} onRetry={() => queries.retry(path)} />
  }
  const { data: posts, meta } = state.answer
  if (posts.length === 0) {
    return <Empty title={address.tags.length > 0 ? NO_MATCH : texts.empty} />
  }
  return (
    <>
      <ul className={className}>
        {posts.map((post) => (
          <li key={post.id}>{renderPost(post)}</li>
        ))}
      </ul>
      {more(meta?.next_cursor ?? null)}
    </>
  )
}
