/** The options of list queries and the part of a list that they select. */
import type { PostListMeta } from '#domain/answers/public-answers.ts'
import { type CountedTag, mostUsedFirst, tagKey } from '#domain/tag.ts'
import { placeOf } from '../content/index/post-order.ts'
import type { PostRecord, Snapshot } from '../content/records.ts'
import { BadRequestError } from '../errors.ts'
import type { PostList } from './list-text.ts'

/** The place after one post: everything strictly older. */
interface Cursor {
  instant: number
  id: string
}

interface ListQuery {
  /** Null: all of them. */
  limit: number | null
  cursor: Cursor | null
  /** Keys of tags, any of which a post must have; empty: all posts. */
  tags: readonly string[]
  view: PostList['view']
}

export const LIMIT_MAX = 100
const FILTER_TAGS_MAX = 50

/** Reads `limit`, `cursor`, `tag` and `view`. @throws BadRequestError with a sentence. */
export function parseListQuery(options: URLSearchParams): ListQuery {
  const cursor = options.get('cursor')
  const view = options.get('view') ?? 'full'
  const tags = options.getAll('tag').map(tagKey)
  if (view !== 'full' && view !== 'summary') {
    throw new BadRequestError('The view must be "summary" or "full".')
  }
  if (tags.length > FILTER_TAGS_MAX) {
    throw new BadRequestError(`At most ${FILTER_TAGS_MAX} tags can be asked for at once.`)
  }
  return {
    limit: parseLimit(options),
    cursor: cursor === null ? null : parseCursor(cursor),
    tags: tags.filter((tag) => tag !== ''),
    view,
  }
}

/** Reads `limit`, null when it is absent. @throws BadRequestError unless it is 1 to 100. */
export function parseLimit(options: URLSearchParams): number | null {
  const text = options.get('limit')
  if (text === null) return null
  const limit = /^\d{1,3}$/.test(text) ? Number(text) : 0
  if (limit < 1 || limit > LIMIT_MAX) {
    throw new BadRequestError(`The limit must be a whole number from 1 to ${LIMIT_MAX}.`)
  }
  return limit
}

/** The cursor after a post, for `cursor=` and for a page's `after=`. */
function formatCursor({ instant, id }: Cursor): string {
  return Buffer.from(`${instant}.${id}`).toString('base64url')
}

/** @throws BadRequestError when it is none that `formatCursor` gave. */
function parseCursor(text: string): Cursor {
  const match = /^(-?\d{1,16})\.(.+)$/s.exec(Buffer.from(text, 'base64url').toString('utf8'))
  const cursor = { instant: Number(match?.[1]), id: match?.[2] ?? '' }
  if (!match || formatCursor(cursor) !== text) {
    throw new BadRequestError('The cursor is not one that this site gave out.')
  }
  return cursor
}

/** The part of `list` (newest first) that a query selects, and what is said beside it. */
export function selectPosts(
  list: readonly PostRecord[],
  query: ListQuery,
  snapshot: Snapshot,
): PostList {
  const matching = query.tags.length === 0 ? list : list.filter((post) => hasTag(post, query.tags))
  const start = query.cursor === null ? 0 : startAfter(matching, query.cursor)
  const end = query.limit === null ? matching.length : start + query.limit
  const posts = matching.slice(start, end)
  const last = posts.at(-1)
  const meta: PostListMeta = {
    next_cursor: last && end < matching.length ? formatCursor(last) : null,
    total: matching.length,
    tags: tagsOfList(list, snapshot),
  }
  return { posts, meta, view: query.view }
}

function hasTag(post: PostRecord, keys: readonly string[]): boolean {
  return post.tags.some((name) => keys.includes(tagKey(name)))
}

/** Index of the first post older than the cursor, whether or not its post is in this list. */
function startAfter(list: readonly PostRecord[], cursor: Cursor): number {
  const place = placeOf(list, cursor)
  return list[place]?.id === cursor.id ? place + 1 : place
}

/** Counting the tags of a long list costs more than answering from it, so a list is counted once. */
const tagCounts = new WeakMap<readonly PostRecord[], ReadonlyMap<string, number>>()

/** Tags that posts of a list carry, most used first. */
function tagsOfList(list: readonly PostRecord[], snapshot: Snapshot): CountedTag[] {
  const counts = tagCounts.get(list) ?? countTags(list)
  tagCounts.set(list, counts)
  const tags = [...counts].map(([name, count]) => ({ ...snapshot.tagNamed(name), count }))
  return tags.sort(mostUsedFirst)
}

/** How many posts carry each tag, by the tag's first spelling. */
function countTags(list: readonly PostRecord[]): Map<string, number> {
  const names = new Map<string, string>()
  const counts = new Map<string, number>()
  for (const post of list) {
    for (const written of post.tags) {
      const key = tagKey(written)
      const name = names.get(key) ?? written
      names.set(key, name)
      counts.set(name, (counts.get(name) ?? 0) + 1)
    }
  }
  return counts
}
