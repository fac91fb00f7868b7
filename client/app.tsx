/**
 * The whole document body, the same on the server and in the browser: `path` and `search` are where
 * the first render is; afterwards the browser's address decides.
 */
import { useMemo } from 'react'
import { usePathname, useSearch } from 'wouter/use-browser-location'
import { AppContext, type AppSurroundings } from './app-context.ts'
import { Announcer } from './components/frame/announcer.tsx'
import { ErrorBoundary } from './components/frame/error-boundary.tsx'
import { Footer } from './components/frame/footer.tsx'
import { OwnScriptPage } from './components/frame/own-script-page.tsx'
import { RouteChange } from './components/frame/route-change.tsx'
import { Toasts } from './components/frame/toasts.tsx'
import { TopBar } from './components/frame/top-bar.tsx'
import type { QueryStore } from './data/query-store.ts'
import type { InitialData } from './start/initial-data.ts'
import { matchPage } from './start/page-table.ts'

interface AppProps {
  initial: InitialData
  queries: QueryStore
  /** The pathname, percent-encoded as in the address. */
  path: string
  /** The query of the address, with or without its `?`. */
  search: string
}

export function App({ initial, queries, path: firstPath, search: firstSearch }: AppProps) {
  const { site, siteUrl, today } = initial
  const surroundings = useMemo<AppSurroundings>(
    () => ({ queries, site, siteUrl, today }),
    [queries, site, siteUrl, today],
  )
  const path = usePathname({ ssrPath: firstPath })
  const searchText = useSearch({ ssrSearch: firstSearch })
  const search = useMemo(() => new URLSearchParams(searchText), [searchText])
  const { entry, params } = matchPage(path)
  const { page: Page, name } = entry
  const place = { params, search }
  return (
    <AppContext value={surroundings}>
      <a className="skip-link" href="#main">
        Skip to content
      </a>
      <TopBar path={path} />
      <main id="main" className="page">
        <ErrorBoundary key={path}>
          {Page ? <Page {...place} /> : <OwnScriptPage name={name} {...place} />}
          <RouteChange page={name} params={params} path={path} search={searchText} />
        </ErrorBoundary>
      </main>
      <Footer />
      <Announcer />
      <Toasts />
    </AppContext>
  )
}
