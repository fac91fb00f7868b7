/** Which posts the address of a feed asks for, matched as the API's lists are. */
import type { FeedFilter } from '#domain/feed-filter.ts'
import { POST_TYPES } from '#domain/post.ts'
import { tagKey } from '#domain/tag.ts'
import type { PostRecord } from '../../content/records.ts'
import { BadRequestError } from '../../errors.ts'
import { selectedPosts } from '../../queries/queries.ts'
import type { QueryContext } from '../../queries/query-context.ts'

interface AskedFeed {
  filter: FeedFilter
  /** Newest first, all that match. */
  posts: readonly PostRecord[]
}

/**
 * Reads `?tag=`, which may be repeated, and `?type=`.
 * @throws NotFoundError for an unknown type, BadRequestError for two of them or too many tags
 */
export function askedFeed(url: string, context: QueryContext): AskedFeed {
  const mark = url.indexOf('?')
  const search = new URLSearchParams(mark < 0 ? '' : url.slice(mark))
  const [asked, ...others] = new Set(search.getAll('type').filter(Boolean))
  if (others.length > 0) throw new BadRequestError('A feed has posts of one type, or of all.')
  const tags = search.getAll('tag').filter((name) => tagKey(name) !== '')
  const options = new URLSearchParams(tags.map((name) => ['tag', name]))
  const path = `/posts/public${asked === undefined ? '' : `/${encodeURIComponent(asked)}`}`
  const posts = selectedPosts(`${path}?${options}`, context)
  const used = usedTags(context)
  const names = new Map(tags.map((name) => [tagKey(name), name.trim()]))
  return {
    filter: {
      type: POST_TYPES.find((type) => type === asked) ?? null,
      tags: [...names].map(([key, name]) => used.get(key) ?? name),
    },
    posts,
  }
}

/** Names of the tags that public posts have, by key. */
function usedTags({ snapshot }: QueryContext): Map<string, string> {
  const used = snapshot.tags.filter(({ count }) => count > 0)
  return new Map(used.map(({ name }) => [tagKey(name), name]))
}
