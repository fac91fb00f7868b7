/**
 * Normalises the address of a page. Drops unknown query parameters, so that `?utm_source=…` makes
 * no second copy in the cache. Keeps the order of the others, since the browser hydrates with the
 * same query.
 */
import { knownSearch, splitUrl } from '#domain/addresses.ts'
import { matchPage, type PageMatch, UNKNOWN_PAGE } from '../../client/start/page-table.ts'
import type { Snapshot } from '../content/records.ts'

type PageContent = Pick<Snapshot, 'pages' | 'tags' | 'projectNamed'>

export interface PageAddress extends PageMatch {
  /** Pathname, percent-encoded uniformly. */
  path: string
  /** Query with its `?`, or empty. */
  search: string
}

/** The page and normalised address of a request's url. @param content what there is a page for */
export function pageAddress(url: string, content: PageContent): PageAddress {
  const { path, search } = splitUrl(url)
  const found = matchPage(path)
  const match = found.page.isOfContent && !hasPage(found, content) ? UNKNOWN_PAGE : found
  return {
    ...match,
    path: match.page.name === 'not-found' ? path : pathOf(match),
    search: knownSearch(search, match.page.parameters ?? []),
  }
}

function hasPage(match: PageMatch, { pages, tags, projectNamed }: PageContent): boolean {
  const { tagId, projectId } = match.params
  if (tagId !== undefined) return tags().some(({ id }) => id === tagId)
  // A former id is redirected.
  if (projectId !== undefined) return projectNamed(projectId) !== undefined
  return pages.has(pathOf(match))
}

function pathOf({ page, params }: PageMatch): string {
  return page.path
    .split('/')
    .map((part) => (part.startsWith(':') ? encodeURIComponent(params[part.slice(1)] ?? '') : part))
    .join('/')
}

/** A page's address without trailing slashes; null for no page, such as `//evil.example/`. */
export function withoutTrailingSlash(url: string, content: PageContent): string | null {
  const { path: sent, search } = splitUrl(url)
  const path = sent.replace(/(?<!\/)\/+$/, '')
  if (path === sent || path === '') return null
  if (pageAddress(path, content).page.name === 'not-found') return null
  return search.size === 0 ? path : `${path}?${search}`
}
