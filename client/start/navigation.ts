/**
 * Navigation inside the site. Links are plain links; this follows a click on one without a new document
 * and loads what the next page needs while the pointer is still on its way. Browser only.
 */
import type { Day } from '#domain/days/day.ts'
import type { QueryStore } from '../data/query-store.ts'
import { mayLeave } from '../state/unsaved-forms.ts'
import { navigateTo, onPopState } from './history-entries.ts'
import { followNetwork, whenOnline } from './network.ts'
import { pageQuery } from './page-queries.ts'
import { isAdminPath, matchPage, type PageMatch } from './page-table.ts'
import { keepScrollPositions } from './scroll-positions.ts'
import { onSearchKey } from './search-key.ts'

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
    if (!isOwnLink(link) || isPlaceOnPage(link)) return
    // Left open past midnight: a new document brings the server's new day along.
    if (!pageBehind(link) || isNewDay()) {
      if (navigator.onLine) return
      event.preventDefault()
      whenOnline(() => location.assign(link.href))
      return
    }
    event.preventDefault()
    if (link.href === location.href) scrollTo({ top: 0 })
    else if (mayLeave()) moveTo(link.pathname + link.search + link.hash)
  }
  /** Opens a page whose answers are here already, or can be had. */
  const moveTo = (href: string) => {
    const { pathname, search } = new URL(href, location.origin)
    const paths = queriesOf(matchPage(pathname), new URLSearchParams(search), today)
    const move = () => navigateTo(href)
    if (paths.every((path) => queries.state(path).status === 'ready')) move()
    else whenOnline(move)
  }
  const onIntent = (event: Event) => {
    const link = linkOf(event)
    const match = link && pageBehind(link)
    if (!link || !match) return
    for (const path of queriesOf(match, new URLSearchParams(link.search), today)) {
      queries.ensure(path)
    }
  }
  document.addEventListener('click', onClick, { signal })
  document.addEventListener('click', (event) => openCard(event, moveTo), { signal })
  document.addEventListener('keydown', onSearchKey, { signal })
  document.addEventListener('pointerover', onIntent, { signal, passive: true })
  document.addEventListener('focusin', onIntent, { signal })
  // Before the router hears of it: it renders at once.
  addEventListener('popstate', onPopState, { signal, capture: true })
  followNetwork(queries)
  return () => listeners.abort()
}

/** What a page needs to be shown: its answers, and its script where it has its own. */
function queriesOf({ entry, params }: PageMatch, search: URLSearchParams, today: Day): string[] {
  const answers = entry.queries({ params, search, today })
  return entry.page ? answers : [pageQuery(entry.name), ...answers]
}

function linkOf({ target }: Event): HTMLAnchorElement | null {
  return target instanceof Element ? target.closest('a[href]') : null
}

/** The screen that a link leads to; null for other sites, files, feeds and new tabs. */
function pageBehind(link: HTMLAnchorElement): PageMatch | null {
  if (!isOwnLink(link)) return null
  // The panel's code and sheet come with its documents, so that visitors do not wait for them.
  if (isAdminPath(link.pathname) && !isAdminPath(location.pathname)) return null
  const match = matchPage(link.pathname)
  // The server knows and logs what is behind an address that is no page.
  return match.entry.name === 'not-found' ? null : match
}

/** Whether a link leads to another address of this site, in this tab. */
function isOwnLink(link: HTMLAnchorElement): boolean {
  return link.origin === location.origin && !link.target && !link.hasAttribute('download')
}

function isPlaceOnPage(link: HTMLAnchorElement): boolean {
  return link.hash !== '' && link.pathname === location.pathname && link.search === location.search
}

/** A click anywhere on a `[data-href]` card opens it, unless text was selected or a control hit. */
function openCard(event: MouseEvent, moveTo: (href: string) => void): void {
  const { target } = event
  if (!(target instanceof Element) || event.defaultPrevented || event.button !== 0) return
  const href = target.closest<HTMLElement>('[data-href]')?.dataset.href
  if (!href || target.closest('a, button, summary, label, input')) return
  if (getSelection()?.isCollapsed === false) return
  if (!href.startsWith('/')) open(href, '_blank', 'noopener')
  else if (event.metaKey || event.ctrlKey) open(href)
  else moveTo(href)
}
