/** Clicks that are followed without a new document though no `Link` was hit. Browser only. */
import type { MouseEvent } from 'react'
import { isAdminPath, matchPage } from './page-table.ts'

/** Whether a click is a plain one, which no handler has taken. */
const isPlain = (event: MouseEvent) =>
  !event.defaultPrevented &&
  event.button === 0 &&
  !(event.metaKey || event.ctrlKey || event.shiftKey || event.altKey)

/**
 * Follows a click in rendered text on a link to a page of this site, and a click on a `[data-href]`
 * card that hits none of its controls, without a new document.
 */
export function followClick(event: MouseEvent, navigate: (to: string) => void): void {
  const { target } = event
  if (!(target instanceof Element) || !isPlain(event)) return
  const link = target.closest<HTMLAnchorElement>('a[href]')
  const card = target.closest<HTMLElement>('[data-href]')
  if (link?.closest('.prose') && isPageLink(link)) {
    event.preventDefault()
    navigate(link.pathname + link.search + link.hash)
  } else if (card?.dataset.href && !target.closest('a, button, summary, label, input')) {
    // A click that ends a selection of words is none on the card.
    if (getSelection()?.isCollapsed !== false) navigate(card.dataset.href)
  }
}

/** Whether a link opens another public page of this site in this tab. */
function isPageLink(link: HTMLAnchorElement): boolean {
  if (link.origin !== location.origin || link.target || link.hasAttribute('download')) return false
  // The panel is another document; an unknown address is for the server to resolve.
  if (isAdminPath(link.pathname) || matchPage(link.pathname).entry.name === 'not-found')
    return false
  const isPlaceOnPage = link.pathname === location.pathname && link.search === location.search
  return !(isPlaceOnPage && link.hash)
}
