/** Server-side rendering of `App` from the initial data. */
import { renderToString } from 'react-dom/server'
import { PANEL_PAGES } from '../admin/admin-page.tsx'
import { App } from '../app.tsx'
import { type InitialData, QueryStore } from '../data/query-store.ts'

/**
 * Renders the content of `<div id="root">`.
 * @param address with a percent-encoded pathname
 */
export function renderApp(initial: InitialData, address: { path: string; search: string }): string {
  const { site, siteUrl, today } = initial
  // Effects do not run on the server, so nothing is fetched.
  const queries = new QueryStore(initial, () =>
    Promise.reject(new Error('No fetching on the server')),
  )
  return renderToString(
    <App {...{ queries, site, siteUrl, today, ...address }} panel={PANEL_PAGES} />,
  )
}
