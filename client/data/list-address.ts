/**
 * The address of a list: chosen tags (`?tag=a&tag=b`) and a cursor (`?after=<cursor>`), with the
 * query paths for it. Used by screens, server and tests.
 */
import { LIST_PAGE_SIZE, type PostType } from '#domain/post.ts'
import { tagKey } from '#domain/tag.ts'

export interface ListAddress {
  /** Names as chosen, without duplicates. */
  tags: readonly string[]
  after: string | null
}

const TAGS_CHOSEN_MAX = 30

/** Reads a list's address from the page's query. */
export function listAddressOf(search: URLSearchParams): ListAddress {
  const tags = new Map<string, string>()
  for (const name of search.getAll('tag').slice(0, TAGS_CHOSEN_MAX)) {
    if (name.trim() && !tags.has(tagKey(name))) tags.set(tagKey(name), name.trim())
  }
  return { tags: [...tags.values()], after: search.get('after') || null }
}

/** Appends the list's address to `path`, which may already have a query. */
export function hrefOf(path: string, { tags, after }: ListAddress): string {
  const search = new URLSearchParams(tags.map((tag) => ['tag', tag]))
  if (after) search.set('after', after)
  const text = search.toString()
  return text ? `${path}${path.includes('?') ? '&' : '?'}${text}` : path
}

/** Whether the tag is chosen, ignoring case. */
export function isChosen(tags: readonly string[], name: string): boolean {
  return tags.some((tag) => tagKey(tag) === tagKey(name))
}

/** Adds a tag to the chosen ones, or removes it. */
export function toggleTag(tags: readonly string[], name: string): string[] {
  return isChosen(tags, name) ? tags.filter((tag) => tagKey(tag) !== tagKey(name)) : [...tags, name]
}

/** The query path for the list of a type at an address. */
export const postListQuery = (type: PostType, address: ListAddress, limit?: number): string =>
  listQuery(`/posts/public/${type}`, address, limit)

/** The query path for the posts with a tag. */
export const tagListQuery = (id: string, address: ListAddress): string =>
  listQuery(`/tags/${encodeURIComponent(id)}`, address)

function listQuery(path: string, { tags, after }: ListAddress, limit = LIST_PAGE_SIZE): string {
  const search = new URLSearchParams({ limit: String(limit), view: 'summary' })
  for (const tag of tags) search.append('tag', tag)
  if (after) search.set('cursor', after)
  return `${path}?${search}`
}

/** The server's cursor for the posts after this one. */
export function cursorAfter({ created_at, id }: { created_at: string; id: string }): string {
  const bytes = new TextEncoder().encode(`${Date.parse(created_at)}.${id}`)
  return btoa(String.fromCharCode(...bytes))
    .replaceAll('+', '-')
    .replaceAll('/', '_')
    .replaceAll('=', '')
}
