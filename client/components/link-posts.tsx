/** 'Links': link posts below the recent ones; nothing when there are none. */
import type { PostListAnswer } from '#domain/answers/public-answers.ts'
import { type ListAddress, postListQuery } from '../data/list-address.ts'
import { useQuery } from '../data/use-query.ts'
import { LinkPost } from './post-card.tsx'

export function LinkPosts({ address }: { address: ListAddress }) {
  const { answer } = useQuery<PostListAnswer>(postListQuery('link', address))
  const posts = answer?.data ?? []
  if (posts.length === 0) return null
  return (
    <section className="links" aria-labelledby="links-heading">
      <h2 className="section-title" id="links-heading">
        Links
      </h2>
      <ul className="link-list">
        {posts.map((post) => (
          <li key={post.id}>
            <LinkPost post={post} />
          </li>
        ))}
      </ul>
    </section>
  )
}
