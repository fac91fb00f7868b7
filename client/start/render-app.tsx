/** The server's side of `App`: a page as text, made from its answers alone. */
import { renderToString } from 'react-dom/server'
import { App } from '../app.tsx'
import { createQueryStore } from '../data/query-store.ts'
import type { Seed } from './initial-data.ts'
import { matchPage } from './page-table.ts'

interface PageAddress {
  /** The pathname, percent-encoded as in the address. */
  path: string
  search: string
}

/** What goes into `<div id="root">`. The page's code must be loaded: see `preparePage`. */
export function renderApp(seed: Seed, address: PageAddress): string {
  const queries = createQueryStore({
    seed,
    // Nothing is fetched while rendering: effects do not run on the server.
    fetchAnswer: () => Promise.reject(new Error('No fetching while rendering')),
  })
  return renderToString(<App seed={seed} queries={queries} {...address} />)
}

/** Loads the code of the page behind a pathname. */
export async function preparePage(path: string): Promise<void> {
  await matchPage(path).entry.page.preload()
}
