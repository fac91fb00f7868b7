/** The whole document body, the same on the server and in the browser. */
import { type ComponentType, type MouseEvent, useEffect, useMemo } from 'react'
import { Router, useLocation, useSearch } from 'wouter'
import { AppContext, type AppSurroundings, type PageProps } from './app-context.ts'
import { Announcer } from './components/frame/announcer.tsx'
import { ErrorBoundary } from './components/frame/error-boundary.tsx'
import { Footer } from './components/frame/footer.tsx'
import { RouteChange } from './components/frame/route-change.tsx'
import { Toasts } from './components/frame/toasts.tsx'
import { TopBar } from './components/frame/top-bar.tsx'
import { followClick } from './start/follow-click.ts'
import { aroundNav } from './start/moves.ts'
import { matchPage, type PageName } from './start/page-table.ts'

/** The panel's pages by name; visitors' script has none. */
export type PanelPages = Partial<Record<PageName, ComponentType<PageProps>>>

interface AppProps extends AppSurroundings {
  panel: PanelPages
  /** Where the first render is, percent-encoded; afterwards the browser's address decides. */
  path: string
  /** The query of the address, with or without its `?`. */
  search: string
}

export function App({ queries, site, siteUrl, today, panel, path, search }: AppProps) {
  const surroundings = useMemo<AppSurroundings>(
    () => ({ queries, site, siteUrl, today }),
    [queries, site, siteUrl, today],
  )
  return (
    <AppContext value={surroundings}>
      <Router ssrPath={path} ssrSearch={search} aroundNav={aroundNav}>
        <Body panel={panel} />
      </Router>
    </AppContext>
  )
}

function Body({ panel }: { panel: PanelPages }) {
  const [path, navigate] = useLocation()
  const searchText = useSearch()
  const { entry: page, params } = useMemo(() => matchPage(path), [path])
  const search = useMemo(() => new URLSearchParams(searchText), [searchText])
  const Screen = page.component ?? panel[page.name]
  useEffect(() => onSearchKey(() => navigate('/search#q')), [navigate])
  const onClick = (event: MouseEvent) => followClick(event, navigate)
  return (
    <>
      <a className="skip-link" href="#main">
        Skip to content
      </a>
      <TopBar path={path} />
      {/* biome-ignore lint/a11y/useKeyWithClickEvents: what it follows are links, which have keys */}
      <main id="main" className="page" onClick={onClick}>
        <ErrorBoundary key={path}>
          {Screen && <Screen params={params} search={search} />}
          <RouteChange {...{ page, params, path, search }} />
        </ErrorBoundary>
      </main>
      <Footer />
      <Announcer />
      <Toasts />
    </>
  )
}

const TYPING = 'input, textarea, select, [contenteditable], dialog'

/** The key `/` leads to the search field of the page, else to the search page; returns its end. */
function onSearchKey(open: () => void): () => void {
  const onKey = (event: KeyboardEvent) => {
    const { key, target, ctrlKey, metaKey, altKey } = event
    if (key !== '/' || ctrlKey || metaKey || altKey) return
    if (target instanceof Element && target.closest(TYPING)) return
    const field = document.querySelector<HTMLInputElement>('main [type="search"]')
    if (!field && location.pathname.startsWith('/admin')) return
    event.preventDefault()
    if (field) field.select()
    else open()
  }
  document.addEventListener('keydown', onKey)
  return () => document.removeEventListener('keydown', onKey)
}
