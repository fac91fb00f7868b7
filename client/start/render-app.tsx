/** The server's side of `App`: a page as text, made from its answers alone. */
import { renderToString } from 'react-dom/server'
import { PANEL_PAGES } from '../admin/admin-page.tsx'
import { App } from '../app.tsx'
import { QueryStore } from '../data/query-store.ts'
import type { Seed } from './initial-data.ts'

interface PageAddress {
  /** The pathname, percent-encoded as in the address. */
  path: string
  search: string
}

/** What goes into `<div id="root">`. */
export function renderApp(seed: Seed, address: PageAddress): string {
  const queries = new QueryStore({
    seed,
    // Nothing is fetched while rendering: effects do not run on the server.
    fetchAnswer: () => Promise.reject(new Error('No fetching while rendering')),
  })
  return renderToString(<App seed={seed} queries={queries} panel={PANEL_PAGES} {...address} />)
}
