/** Filter of a feed: a type, any of some tags, or all posts. */
import { listOfType, type PostType } from './post.ts'

export interface FeedFilter {
  /** Null: posts of every type. */
  type: PostType | null
  /** A post needs one of these names; empty: all posts. */
  tags: readonly string[]
}

const TYPE_WORDS: Record<PostType, string> = {
  essay: 'Essays',
  short: 'Short posts',
  link: 'Links',
  project: 'Project posts',
  reading: 'Reading posts',
}

/** The feed's name, such as 'Essays tagged Writing'; empty for all posts. */
export function feedName({ type, tags }: FeedFilter): string {
  if (type === null && tags.length === 0) return ''
  const posts = type === null ? 'Posts' : TYPE_WORDS[type]
  return tags.length === 0 ? posts : `${posts} tagged ${sorted(tags).join(' or ')}`
}

/** The canonical query string of the feed, with `?`; empty for all posts. */
export function feedSearch({ type, tags }: FeedFilter): string {
  return tagSearch(tags, type === null ? [] : [['type', type]])
}

/** The page that lists these posts. */
export function feedPage({ type, tags }: FeedFilter): string {
  return ((type && listOfType(type)) ?? '/') + tagSearch(tags)
}

function tagSearch(tags: readonly string[], otherParams: string[][] = []): string {
  const search = new URLSearchParams([...sorted(tags).map((tag) => ['tag', tag]), ...otherParams])
  return search.size === 0 ? '' : `?${search}`
}

const sorted = (tags: readonly string[]): string[] => [...tags].sort()
