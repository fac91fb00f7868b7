/**
 * What follows a move inside the site: the page's head, the focus on its heading, the top or the
 * named place of it. Scroll positions on Back are the browser's.
 */
import { useEffect, useLayoutEffect, useRef } from 'react'
import { useStore } from 'zustand'
import { useApp } from '../../app-context.ts'
import { applyHead, headOf } from '../../start/head.ts'
import { lastMove, placeOf } from '../../start/moves.ts'
import type { Page } from '../../start/page-table.ts'

interface RouteChangeProps {
  page: Page
  params: Readonly<Record<string, string>>
  path: string
  search: URLSearchParams
}

// The server has no layout; React would warn.
const useBrowserLayoutEffect = typeof document === 'undefined' ? useEffect : useLayoutEffect

export function RouteChange({ page, params, path, search }: RouteChangeProps) {
  const { queries, site, siteUrl, today } = useApp()
  const shownPath = useRef(lastMove() === 'load' ? path : null)
  const isLoading = useStore(queries.entries, (entries) =>
    page
      .queries({ params, search, today })
      .some((query) => (entries.get(query)?.state.status ?? 'loading') === 'loading'),
  )
  useBrowserLayoutEffect(() => {
    const moved = shownPath.current !== path
    shownPath.current = path
    if (lastMove() === 'load' || !moved) return
    const place = lastMove() === 'push' ? placeOf(location.hash) : null
    if (place instanceof HTMLInputElement) place.focus()
    else focusHeading()
    if (place) place.scrollIntoView()
    else if (lastMove() === 'push') scrollTo({ top: 0, behavior: 'instant' })
  }, [path])
  // What had the focus may have gone with a filter, or with the placeholder of an answer.
  useBrowserLayoutEffect(() => {
    if (lastMove() !== 'load' && document.activeElement === document.body) focusHeading()
  }, [search, isLoading])
  useEffect(() => {
    // The first page came with its head, and the panel names its own pages.
    if (lastMove() === 'load' || isLoading || page.component === null) return
    const answer = (query: string) => queries.state(query).answer ?? undefined
    applyHead(headOf({ page, params, search, today, answer, site, siteUrl, path }))
  }, [page, params, search, path, isLoading, queries, site, siteUrl, today])
  return null
}

function focusHeading(): void {
  document.querySelector<HTMLElement>('main h1')?.focus({ preventScroll: true })
}
