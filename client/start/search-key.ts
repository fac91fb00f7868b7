/** The key `/` leads to the search: to the field of the page that shows, else to the search page. */
import { navigateTo } from './history-entries.ts'
import { isAdminPath } from './page-table.ts'

const TYPING = 'input, textarea, select, [contenteditable], dialog'

const searchField = () => document.querySelector<HTMLInputElement>('main [type="search"]')

/** Not while something is typed, and not with another key held. */
export function onSearchKey(event: KeyboardEvent): void {
  const { key, target } = event
  if (key !== '/' || event.ctrlKey || event.metaKey || event.altKey) return
  if (target instanceof Element && target.closest(TYPING)) return
  if (!searchField()) {
    if (isAdminPath(location.pathname)) return
    navigateTo('/search')
  }
  event.preventDefault()
  // The page shows by then, and its heading has had the focus.
  requestAnimationFrame(() => searchField()?.select())
}
