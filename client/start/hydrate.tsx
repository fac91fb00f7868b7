/**
 * Hydrates a page. It is complete and works without scripts, so user input has priority over
 * hydration. Browser only.
 */
import { startTransition } from 'react'
import { hydrateRoot } from 'react-dom/client'
import { App, type PanelPages } from '../app.tsx'
import type { AppContextValue } from '../app-context.ts'
import { call } from '../data/api-client.ts'
import { type InitialData, QueryStore } from '../data/query-store.ts'
import { syncWithStorage } from '../state/stored.ts'
import { reloadAfterMidnight, trackPopState } from './navigation.ts'
import { postQuery } from './page-queries.ts'
import { matchPage } from './page-table.ts'

/** Unknown posts share a page with the failure of the id `/`, other addresses one without any. */
function failuresOf({ answers, failures = {}, today }: InitialData) {
  const { page, params } = matchPage(location.pathname)
  const search = new URLSearchParams(location.search)
  const isUnknown = page.isOfContent && Object.keys({ ...answers, ...failures }).length === 0
  const failure = isUnknown ? { statusCode: 404, error: '' } : failures[postQuery('/')]
  const [query = ''] = page.queries({ params, search, today })
  return failure ? { [query]: failure } : failures
}

/** Reads the initial data from the page and hydrates its markup. */
export function hydratePage(panel: PanelPages, CheckIn?: AppContextValue['CheckIn']): void {
  const root = document.getElementById('root')
  const initialText = document.getElementById('initial-data')?.textContent
  if (!root || !initialText) return
  // Written by our server.
  const initial = JSON.parse(initialText) as InitialData
  const failures = failuresOf(initial)
  const queries = new QueryStore({ ...initial, failures }, (path) => call('GET', path))
  const { site, siteUrl, today } = initial
  const { pathname: path, search } = location
  // In a transition React hydrates in slices of a few milliseconds, with input between them.
  startTransition(() => {
    hydrateRoot(root, <App {...{ queries, site, siteUrl, today, panel, path, search, CheckIn }} />)
  })
  trackPopState()
  syncWithStorage()
  reloadAfterMidnight(site.time_zone)
}
