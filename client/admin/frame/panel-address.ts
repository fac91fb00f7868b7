/** The address of a panel page: a list, or with a query the form that covers it. */
import { useSearch } from 'wouter/use-browser-location'
import { isAdminPath, navigate } from '../../start/navigation.ts'

/** State of a history entry that was opened from the list, which is the entry before. */
export const FROM_LIST = { isFromList: true }

const isFromList = () => (history.state as Partial<typeof FROM_LIST> | null)?.isFromList === true

/** The page of this site whose link led to this document; null for a page of the panel. */
function sitePage(): string | null {
  const { origin, pathname, href } = new URL(document.referrer || location.href)
  return origin === location.origin && !isAdminPath(pathname) ? href : null
}

/** Opens a form of the list at a path. */
export function openForm(list: string, query: string): void {
  navigate(`${list}?${query}`, { state: FROM_LIST, replace: location.search !== '' })
}

/** @param list the list's path */
export function usePanelAddress(list: string) {
  // Encoded as in the address: the hook of `wouter` itself decodes it.
  const search = useSearch({ ssrSearch: '' }).replace(/^\?/, '')
  return {
    /** The query, without `?`. */
    search,
    /** Gives the open form another query. */
    rename: (query: string) =>
      navigate(`${list}?${query}`, { state: history.state, replace: true }),
    /**
     * Back to the list, or to the page of the site whose 'Edit' led here; `stays` on the panel,
     * whose toasts have a way back.
     */
    close(stays = false) {
      const page = sitePage()
      if (isFromList()) history.back()
      else if (page === null || stays) navigate(list, { replace: true })
      else location.replace(page)
    },
  }
}
