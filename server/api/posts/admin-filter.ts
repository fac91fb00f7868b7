/**
 * What the admin's list of posts can be narrowed to, beside the options of every list. Filtered
 * here rather than in the browser, so that a list of ten thousand costs its reader fifty.
 */
import { POST_TYPES, type PostType } from '#domain/post.ts'
import { POST_STATES, type PostState, postState } from '#domain/post-state.ts'
import type { PostRecord } from '../../content/records.ts'
import { BadRequestError } from '../../errors.ts'

interface AdminFilter {
  /** One post by its id, which the public calls do not give while it is unpublished. */
  id: string | null
  /** Words in lower case, each of which must stand in the title, a tag or the id. */
  words: readonly string[]
  type: PostType | null
  state: PostState | null
}

/** Search words beyond these are not looked at. */
const WORDS_MAX = 10

/** Reads `id`, `q`, `type` and `state`; null when none is given. @throws BadRequestError */
export function parseAdminFilter(options: URLSearchParams): AdminFilter | null {
  const words = (options.get('q') ?? '').toLowerCase().split(/\s+/).filter(Boolean)
  const filter = {
    id: options.get('id') || null,
    words: words.slice(0, WORDS_MAX),
    type: oneOf(POST_TYPES, options.get('type'), 'type'),
    state: oneOf(POST_STATES, options.get('state'), 'state'),
  }
  const isEmpty = !filter.id && words.length === 0 && !filter.type && !filter.state
  return isEmpty ? null : filter
}

function oneOf<Name extends string>(
  names: readonly Name[],
  given: string | null,
  option: string,
): Name | null {
  if (!given) return null
  const known = names.find((name) => name === given)
  if (known === undefined) {
    throw new BadRequestError(`The ${option} must be one of ${names.join(', ')}.`)
  }
  return known
}

/** The posts that a filter leaves, in their order. @param now milliseconds since 1970 */
export function filterPosts(
  posts: readonly PostRecord[],
  filter: AdminFilter,
  now: number,
): readonly PostRecord[] {
  const { id, words, type, state } = filter
  return posts.filter(
    (post) =>
      (id === null || post.id === id) &&
      (type === null || post.type === type) &&
      (state === null || postState(post, now) === state) &&
      (words.length === 0 || hasWords(post, words)),
  )
}

function hasWords({ title, tags, id }: PostRecord, words: readonly string[]): boolean {
  const text = `${title}\n${tags.join('\n')}\n${id}`.toLowerCase()
  return words.every((word) => text.includes(word))
}
