/** The server's side of `App`: a page as text, made from its answers alone. */
import { renderToString } from 'react-dom/server'
import { PANEL_PAGES } from '../admin/admin-page.tsx'
import { App } from '../app.tsx'
import { QueryStore } from '../data/query-store.ts'
import { OWN_SCRIPT_PAGES } from '../pages/own-script-pages.ts'
import type { InitialData } from './initial-data.ts'
import { pageQuery } from './page-queries.ts'

interface AppAddress {
  /** The pathname, percent-encoded as in the address. */
  path: string
  search: string
}

/** The server has every page, and waits for the script of none. */
const PAGES = Object.fromEntries(
  Object.entries({ ...PANEL_PAGES, ...OWN_SCRIPT_PAGES }).map(([name, data]) => [
    pageQuery(name),
    { data },
  ]),
)

/** What goes into `<div id="root">`. */
export function renderApp(initial: InitialData, address: AppAddress): string {
  const queries = new QueryStore({
    initial: { ...initial, answers: { ...initial.answers, ...PAGES } },
    // Nothing is fetched while rendering: effects do not run on the server.
    fetchAnswer: () => Promise.reject(new Error('No fetching while rendering')),
  })
  return renderToString(<App initial={initial} queries={queries} {...address} />)
}
