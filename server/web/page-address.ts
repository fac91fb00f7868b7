/**
 * The address of a page in one spelling. What a page does not read from its query is dropped, so
 * that `?utm_source=…` makes no second copy of a page. The order of what stays is kept: the
 * browser's first render reads it in that order too.
 */
import { matchPage, type PageMatch } from '../../client/start/page-table.ts'

export interface PageAddress extends PageMatch {
  /** Pathname, percent-encoded in one way. */
  path: string
  /** With its `?`, or empty. */
  search: string
}

/** The page behind a request's url. */
export function pageAddress(url: string): PageAddress {
  const { pathname, search } = splitUrl(url)
  const match = matchPage(pathname)
  return {
    ...match,
    path: match.entry.name === 'not-found' ? pathname : pathOf(match),
    search: knownSearch(search, match.entry.parameters ?? []),
  }
}

function splitUrl(url: string): { pathname: string; search: string } {
  const [pathname = '', ...search] = url.split('?')
  return { pathname, search: search.join('?') }
}

function pathOf({ entry, params }: PageMatch): string {
  return entry.path
    .split('/')
    .map((part) => (part.startsWith(':') ? encodeURIComponent(params[part.slice(1)] ?? '') : part))
    .join('/')
}

function knownSearch(search: string, names: readonly string[]): string {
  if (search === '' || names.length === 0) return ''
  const known = [...new URLSearchParams(search)].filter(
    ([name, value]) => value !== '' && names.includes(name),
  )
  const text = new URLSearchParams(known).toString()
  return text && `?${text}`
}

/**
 * Where an address with slashes behind it should have led, or null when no page is there. Only
 * pages are named, so the answer never leads to another site (`//evil.example/`).
 */
export function withoutTrailingSlash(url: string): string | null {
  const { pathname, search } = splitUrl(url)
  const path = pathname.replace(/(?<!\/)\/+$/, '')
  if (path === pathname || path === '' || matchPage(path).entry.name === 'not-found') return null
  return search === '' ? path : `${path}?${search}`
}
