/**
 * What follows a route change inside the site: the page's head, the focus on its heading and its scroll
 * position. Rendered beside the page.
 */
import { useEffect, useLayoutEffect, useRef, useSyncExternalStore } from 'react'
import { useApp } from '../../app-context.ts'
import { applyHead } from '../../start/apply-head.ts'
import { lastRouteChange, restoreScroll } from '../../start/history-entries.ts'
import { pageQuery, postQuery } from '../../start/page-queries.ts'
import type { PageName } from '../../start/page-table.ts'

interface RouteChangeProps {
  page: PageName
  params: Readonly<Record<string, string>>
  path: string
  search: string
}

// The server has no layout; React would warn.
const useBrowserLayoutEffect = typeof document === 'undefined' ? useEffect : useLayoutEffect

export function RouteChange({ page, params, path, search }: RouteChangeProps) {
  const { queries, site, siteUrl } = useApp()
  const pathShown = useRef<string | null>(null)
  // A change of the search alone is a route change too.
  useBrowserLayoutEffect(() => {
    const change = lastRouteChange()
    const moved = pathShown.current !== path
    pathShown.current = path
    if (change === 'load') return
    if (moved) focusHeading()
    if (change === 'pop') restoreScroll()
    else if (moved) showTop()
  }, [path, search])

  const titled = titleQuery(page, params)
  const state = useSyncExternalStore(
    queries.subscribe,
    () => queries.state(titled ?? path),
    () => null,
  )
  const script = useSyncExternalStore(
    queries.subscribe,
    () => queries.state(pageQuery(page)).answer,
    () => null,
  )
  // A heading that stood for one of them has gone with the focus; the real one takes it over.
  useBrowserLayoutEffect(() => {
    if (lastRouteChange() !== 'load' && document.activeElement === document.body) focusHeading()
  }, [state?.answer, script === null])
  useEffect(() => {
    // The first page came with its head; that of another waits for the answer that has its title.
    if (lastRouteChange() === 'load' || (titled && state?.status === 'loading')) return
    const answerOf = (query: string) => queries.state(query).answer ?? undefined
    applyHead({ page, params, answer: answerOf, site, siteUrl, path })
  }, [page, params, path, titled, state, queries, site, siteUrl])
  return null
}

/** The query whose answer has the page's title. */
function titleQuery(page: PageName, { postId = '' }: RouteChangeProps['params']): string | null {
  return page === 'post' ? postQuery(postId) : null
}

function focusHeading(): void {
  document.querySelector<HTMLElement>('main h1')?.focus({ preventScroll: true })
}

function showTop(): void {
  const place = location.hash && document.getElementById(decodeURIComponent(location.hash.slice(1)))
  if (place) place.scrollIntoView()
  else scrollTo({ top: 0, behavior: 'instant' })
}
