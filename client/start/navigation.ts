/**
 * Navigation inside the site. Links are plain links; this follows a click on one without a new document
 * and loads what the next page needs while the pointer is still on its way. Browser only.
 */
import type { Day } from '#domain/days/day.ts'
import type { QueryStore } from '../data/query-store.ts'
import { mayLeave } from '../state/unsaved-forms.ts'
import { navigateTo, onPopState } from './history-entries.ts'
import { isAdminPath, matchPage, type PageMatch } from './page-table.ts'
import { keepScrollPositions } from './scroll-positions.ts'

interface NavigationDeps {
  queries: QueryStore
  today: Day
  /** Whether the page that shows was loaded on another day. */
  isNewDay: () => boolean
}

/** Takes over clicks, hovers and Back; returns a function that ends it. */
export function followNavigation({ queries, today, isNewDay }: NavigationDeps): () => void {
  keepScrollPositions()
  const listeners = new AbortController()
  const { signal } = listeners
  const onClick = (event: MouseEvent) => {
    const link = linkOf(event)
    if (!link || event.defaultPrevented || event.button !== 0) return
    if (event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return
    if (!pageBehind(link) || isPlaceOnPage(link)) return
    // Left open past midnight: a new document brings the server's new day along.
    if (isNewDay()) return
    event.preventDefault()
    if (link.href === location.href) scrollTo({ top: 0 })
    else if (mayLeave()) navigateTo(link.pathname + link.search + link.hash)
  }
  const onIntent = (event: Event) => {
    const link = linkOf(event)
    const match = link && pageBehind(link)
    if (link && match) prepare(match, new URLSearchParams(link.search), { queries, today })
  }
  document.addEventListener('click', onClick, { signal })
  document.addEventListener('click', openCard, { signal })
  document.addEventListener('pointerover', onIntent, { signal, passive: true })
  document.addEventListener('focusin', onIntent, { signal })
  // Before the router hears of it: it renders at once.
  addEventListener('popstate', onPopState, { signal, capture: true })
  return () => listeners.abort()
}

/** Loads a page's answers before it is opened. */
function prepare(
  { entry, params }: PageMatch,
  search: URLSearchParams,
  deps: Pick<NavigationDeps, 'queries' | 'today'>,
): void {
  for (const path of entry.queries({ params, search, today: deps.today })) deps.queries.ensure(path)
}

function linkOf({ target }: Event): HTMLAnchorElement | null {
  return target instanceof Element ? target.closest('a[href]') : null
}

/** The screen that a link leads to; null for other sites, files, feeds and new tabs. */
function pageBehind(link: HTMLAnchorElement): PageMatch | null {
  if (link.origin !== location.origin || link.target || link.hasAttribute('download')) return null
  // The panel's code and sheet come with its documents, so that visitors do not wait for them.
  if (isAdminPath(link.pathname) && !isAdminPath(location.pathname)) return null
  const match = matchPage(link.pathname)
  // The server knows and logs what is behind an address that is no page.
  return match.entry.name === 'not-found' ? null : match
}

function isPlaceOnPage(link: HTMLAnchorElement): boolean {
  return link.hash !== '' && link.pathname === location.pathname && link.search === location.search
}

/** A click anywhere on a `[data-href]` card opens it, unless text was selected or a control hit. */
function openCard(event: MouseEvent): void {
  const { target } = event
  if (!(target instanceof Element) || event.defaultPrevented || event.button !== 0) return
  const href = target.closest<HTMLElement>('[data-href]')?.dataset.href
  if (!href || target.closest('a, button, summary, label, input')) return
  if (getSelection()?.isCollapsed === false) return
  if (!href.startsWith('/')) open(href, '_blank', 'noopener')
  else if (event.metaKey || event.ctrlKey) open(href)
  else navigateTo(href)
}
