/**
 * The whole document body, the same on the server and in the browser: `path` and `search` are where
 * the first render is; afterwards the browser's address decides. Only screens whose code comes later
 * stand in a Suspense: on the server it would turn a fault of a screen into its fallback.
 */
import { Suspense, useMemo } from 'react'
import { usePathname, useSearch } from 'wouter/use-browser-location'
import { AppContext, type AppSurroundings } from './app-context.ts'
import { Announcer } from './components/announcer.tsx'
import { Arrival } from './components/arrival.tsx'
import { ErrorBoundary } from './components/error-boundary.tsx'
import { Footer } from './components/footer.tsx'
import { Toasts } from './components/toasts.tsx'
import { TopBar } from './components/top-bar.tsx'
import type { QueryStore } from './data/query-store.ts'
import { matchPage } from './page-table.ts'
import type { Seed } from './seed.ts'

export interface AppProps {
  seed: Seed
  queries: QueryStore
  /** The pathname, percent-encoded as in the address. */
  path: string
  /** The query of the address, with or without its `?`. */
  search: string
}

export function App({ seed, queries, path: firstPath, search: firstSearch }: AppProps) {
  const { site, siteUrl, today } = seed
  const surroundings = useMemo<AppSurroundings>(
    () => ({ queries, site, siteUrl, today }),
    [queries, site, siteUrl, today],
  )
  const path = usePathname({ ssrPath: firstPath })
  const searchText = useSearch({ ssrSearch: firstSearch })
  const search = useMemo(() => new URLSearchParams(searchText), [searchText])
  const { entry, params } = matchPage(path)
  const screen = (
    <>
      <entry.page params={params} search={search} />
      <Arrival page={entry.name} params={params} path={path} search={searchText} />
    </>
  )
  return (
    <AppContext value={surroundings}>
      <a className="skip-link" href="#main">
        Skip to content
      </a>
      <TopBar path={path} />
      <main id="main" className="page">
        <ErrorBoundary key={path}>
          {entry.page.preload ? (
            <Suspense fallback={<p className="page-waiting">Loading...</p>}>{screen}</Suspense>
          ) : (
            screen
          )}
        </ErrorBoundary>
      </main>
      <Footer />
      <Announcer />
      <Toasts />
    </AppContext>
  )
}
