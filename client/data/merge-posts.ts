/** Recent Posts: two lists that are loaded apart, as one, newest first. */
import type { PostListAnswer } from '#domain/answers/public-answers.ts'
import { LIST_PAGE_SIZE, type PostSummary } from '#domain/post.ts'
import { type CountedTag, mostUsedFirst, tagKey } from '#domain/tag.ts'
import { cursorAfter } from './list-address.ts'

interface MergedPosts {
  posts: PostSummary[]
  /** Cursor of the last post given when there are older ones; it serves each of the lists. */
  next: string | null
  /** Tags of all lists with their counts together, most used first. */
  tags: CountedTag[]
}

/** The newest posts of the answers that came; a list whose load failed is left out. */
export function mergePosts(answers: readonly (PostListAnswer | null)[]): MergedPosts {
  const present = answers.filter((answer) => answer !== null)
  const all = present.flatMap(({ data }) => data).sort(newestFirst)
  const posts = all.slice(0, LIST_PAGE_SIZE)
  const last = posts.at(-1)
  const hasMore = all.length > posts.length || present.some(({ meta }) => meta?.next_cursor)
  return { posts, next: last && hasMore ? cursorAfter(last) : null, tags: mergeTags(present) }
}

// Posts of one moment stand in the order of their ids, as in the server's lists.
function newestFirst(a: PostSummary, b: PostSummary): number {
  return Date.parse(b.created_at) - Date.parse(a.created_at) || (a.id < b.id ? -1 : 1)
}

function mergeTags(answers: readonly PostListAnswer[]): CountedTag[] {
  const tags = new Map<string, CountedTag>()
  for (const tag of answers.flatMap(({ meta }) => meta?.tags ?? [])) {
    const key = tagKey(tag.name)
    tags.set(key, { ...tag, count: tag.count + (tags.get(key)?.count ?? 0) })
  }
  return [...tags.values()].sort(mostUsedFirst)
}
