/** The key `/` leads to the search: to the field of the page that shows, else to the search page. */
import { navigateTo } from './history-entries.ts'
import { isAdminPath } from './page-table.ts'

const TYPING = 'input, textarea, select, [contenteditable], dialog'

const searchField = () => document.querySelector<HTMLInputElement>('main [type="search"]')

let isWanted = false

/** Whether the search page was opened by the key: once it shows, its field is to have the focus. */
export function takeSearchKey(): boolean {
  const wasWanted = isWanted
  isWanted = false
  return wasWanted
}

/** Not while something is typed, and not with another key held. */
export function onSearchKey(event: KeyboardEvent): void {
  const { key, target } = event
  if (key !== '/' || event.ctrlKey || event.metaKey || event.altKey) return
  if (target instanceof Element && target.closest(TYPING)) return
  const field = searchField()
  if (!field && isAdminPath(location.pathname)) return
  event.preventDefault()
  if (field) {
    field.select()
    return
  }
  isWanted = true
  navigateTo('/search')
}
