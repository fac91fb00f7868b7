/**
 * Gives a page its handlers. It is complete as the server sent it, and its links and forms work
 * without scripts, so what a visitor does comes first. Browser only.
 */
import { startTransition } from 'react'
import { hydrateRoot } from 'react-dom/client'
import { App, type PanelPages } from '../app.tsx'
import { keepFocus } from '../components/keep-focus.ts'
import { call } from '../data/api-client.ts'
import { QueryStore } from '../data/query-store.ts'
import { followStored } from '../state/stored.ts'
import type { InitialData } from './initial-data.ts'
import { followDay, followHistory } from './moves.ts'
import { postQuery } from './page-queries.ts'
import { matchPage } from './page-table.ts'

/** All unknown posts have one page: its failure is that of the post asked for. */
function failuresOf({ failures = {} }: InitialData, pathname: string) {
  const failure = failures[postQuery('/')]
  return failure ? { [postQuery(matchPage(pathname).params.postId ?? '')]: failure } : failures
}

/** Takes the initial data out of the page and hydrates its markup. */
export function hydratePage(panel: PanelPages): void {
  const root = document.getElementById('root')
  const initialText = document.getElementById('initial-data')?.textContent
  if (!root || !initialText) return
  // Written by our own server for this page.
  const initial = JSON.parse(initialText) as InitialData
  const queries = new QueryStore(
    { ...initial, failures: failuresOf(initial, location.pathname) },
    (path) => call('GET', path),
  )
  const { site, siteUrl, today } = initial
  const { pathname: path, search } = location
  // As a transition, React hydrates in slices of a few milliseconds and lets input in between.
  startTransition(() => {
    hydrateRoot(root, <App {...{ queries, site, siteUrl, today, panel, path, search }} />)
  })
  keepFocus()
  followHistory()
  followStored()
  followDay(site.time_zone)
}
