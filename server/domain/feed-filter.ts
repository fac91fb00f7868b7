/** Which posts a feed has: those of one type, those with any of some tags, or all. */
import { listOfType, type PostType } from './post.ts'

export interface FeedFilter {
  /** Null: posts of every type. */
  type: PostType | null
  /** Names, any of which a post must have; empty: all posts. */
  tags: readonly string[]
}

const TYPE_WORDS: Record<PostType, string> = {
  essay: 'Essays',
  short: 'Short posts',
  link: 'Links',
  project: 'Project posts',
  reading: 'Reading posts',
}

/** What the posts have in common, 'Essays tagged Writing'; empty for all posts. */
export function feedName({ type, tags }: FeedFilter): string {
  if (type === null && tags.length === 0) return ''
  const posts = type === null ? 'Posts' : TYPE_WORDS[type]
  return tags.length === 0 ? posts : `${posts} tagged ${inOrder(tags).join(' or ')}`
}

/** The end of the feed's address in its one spelling, with the `?`; empty for all posts. */
export function feedSearch({ type, tags }: FeedFilter): string {
  return tagSearch(tags, type === null ? [] : [['type', type]])
}

/** The page that lists these posts. */
export function feedPage({ type, tags }: FeedFilter): string {
  return ((type && listOfType(type)) ?? '/') + tagSearch(tags)
}

function tagSearch(tags: readonly string[], more: string[][] = []): string {
  const search = new URLSearchParams([...inOrder(tags).map((tag) => ['tag', tag]), ...more])
  return search.size === 0 ? '' : `?${search}`
}

const inOrder = (tags: readonly string[]): string[] => [...tags].sort()
