/**
 * The whole document body, the same on the server and in the browser: `path` and `search` are where
 * the first render is; afterwards the browser's address decides. The Suspense leaves a screen as the
 * server sent it until its code is there.
 */
import { Suspense, useMemo } from 'react'
import { usePathname, useSearch } from 'wouter/use-browser-location'
import { AppContext, type AppSurroundings } from './app-context.ts'
import { Announcer } from './components/frame/announcer.tsx'
import { ErrorBoundary } from './components/frame/error-boundary.tsx'
import { Footer } from './components/frame/footer.tsx'
import { Arrival } from './components/frame/route-change.tsx'
import { Toasts } from './components/frame/toasts.tsx'
import { TopBar } from './components/frame/top-bar.tsx'
import type { QueryStore } from './data/query-store.ts'
import type { Seed } from './start/initial-data.ts'
import { matchPage } from './start/page-table.ts'

interface AppProps {
  seed: Seed
  queries: QueryStore
  /** The pathname, percent-encoded as in the address. */
  path: string
  /** The query of the address, with or without its `?`. */
  search: string
  /** Called when the screen has come alive in the browser. */
  onAlive?: () => void
}

export function App({ seed, queries, path: firstPath, search: firstSearch, onAlive }: AppProps) {
  const { site, siteUrl, today } = seed
  const surroundings = useMemo<AppSurroundings>(
    () => ({ queries, site, siteUrl, today }),
    [queries, site, siteUrl, today],
  )
  const path = usePathname({ ssrPath: firstPath })
  const searchText = useSearch({ ssrSearch: firstSearch })
  const search = useMemo(() => new URLSearchParams(searchText), [searchText])
  const { entry, params } = matchPage(path)
  return (
    <AppContext value={surroundings}>
      <a className="skip-link" href="#main">
        Skip to content
      </a>
      <TopBar path={path} />
      <main id="main" className="page">
        <ErrorBoundary key={path} text={entry.failed}>
          <Suspense fallback={<p className="page-waiting">Loading...</p>}>
            <entry.page params={params} search={search} />
            <Arrival
              page={entry.name}
              params={params}
              path={path}
              search={searchText}
              onAlive={onAlive}
            />
          </Suspense>
        </ErrorBoundary>
      </main>
      <Footer />
      <Announcer />
      <Toasts />
    </AppContext>
  )
}
