/** Merges two lists, loaded separately, into Recent Posts, newest first. */
import type { Answer, PostListMeta } from '#domain/answers/public-answers.ts'
import { LIST_PAGE_SIZE, type PostSummary } from '#domain/post.ts'
import { type CountedTag, mostUsedFirst, tagKey } from '#domain/tag.ts'

/** One part of a list. */
export interface ListPart<T> {
  items: T[]
  /** The cursor of the next part; null at the end. */
  next: string | null
  /** Number of items in all parts. */
  total: number
}

/** The answers with a part of a list; null for one that failed. */
export type PartAnswers<T> = readonly (Answer<
  T[],
  Pick<PostListMeta, 'next_cursor' | 'total'>
> | null)[]

/** The part of a list in its only answer. */
export function partOf<T>([answer]: PartAnswers<T>): ListPart<T> {
  const { next_cursor: next = null, total = 0 } = answer?.meta ?? {}
  return { items: answer?.data ?? [], next, total }
}

/** The newest posts of several answers. */
export function mergePosts(answers: PartAnswers<PostSummary>): ListPart<PostSummary> {
  const present = answers.filter((answer) => answer !== null)
  const all = present.flatMap(({ data }) => data).sort(newestFirst)
  const items = all.slice(0, LIST_PAGE_SIZE)
  const last = items.at(-1)
  const hasMore = all.length > items.length || present.some(({ meta }) => meta?.next_cursor)
  return {
    items,
    // The cursor of the last post is valid for both lists.
    next: last && hasMore ? cursorAfter(last) : null,
    total: present.reduce((sum, { meta }) => sum + (meta?.total ?? 0), 0),
  }
}

// Posts of the same time are sorted by id, as on the server.
function newestFirst(a: PostSummary, b: PostSummary): number {
  return Date.parse(b.created_at) - Date.parse(a.created_at) || (a.id < b.id ? -1 : 1)
}

/** Each tag once, with the sum of its counts, most used first. */
export function mergeTags(all: readonly CountedTag[]): CountedTag[] {
  const tags = new Map<string, CountedTag>()
  for (const tag of all) {
    const key = tagKey(tag.name)
    tags.set(key, { ...tag, count: tag.count + (tags.get(key)?.count ?? 0) })
  }
  return [...tags.values()].sort(mostUsedFirst)
}

/** The server's cursor for the posts after this one. */
function cursorAfter({ created_at, id }: { created_at: string; id: string }): string {
  const bytes = new TextEncoder().encode(`${Date.parse(created_at)}.${id}`)
  return btoa(String.fromCharCode(...bytes))
    .replaceAll('+', '-')
    .replaceAll('/', '_')
    .replaceAll('=', '')
}
