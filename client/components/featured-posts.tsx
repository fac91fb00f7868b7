/** Up to three featured posts; a failed load is only logged. */
import { useEffect } from 'react'
import type { Answer } from '#domain/answers/public-answers.ts'
import type { PostSummary } from '#domain/post.ts'
import { useQuery } from '../data/use-query.ts'
import { FEATURED_QUERY } from '../start/page-queries.ts'
import { Empty, Waiting } from './frame/notices.tsx'
import { FeaturedCard } from './post-card.tsx'

const FEATURED_MAX = 3

export function FeaturedPosts() {
  const { status, answer, failure } = useQuery<Answer<PostSummary[]>>(FEATURED_QUERY)
  useEffect(() => {
    if (failure) console.warn('Failed to load featured posts:', failure.message)
  }, [failure])
  if (failure) return null
  const posts = (answer?.data ?? []).slice(0, FEATURED_MAX)
  return (
    <section className="featured" aria-labelledby="featured-heading">
      <h2 className="section-title" id="featured-heading">
        Featured
      </h2>
      {status === 'loading' && (
        <Waiting text="Loading featured posts..." shape="featured" count={1} />
      )}
      {status !== 'loading' && posts.length === 0 && <Empty title="No featured posts yet" />}
      {posts.length > 0 && (
        <ul className={`featured-row featured-${posts.length}`}>
          {posts.map((post) => (
            <li key={post.id}>
              <FeaturedCard post={post} large={posts.length === 1} />
            </li>
          ))}
        </ul>
      )}
    </section>
  )
}
