/** The root component: the document's body, on the server and in the browser. */
import {
  Component,
  type ComponentType,
  type FormEvent,
  type MouseEvent,
  type ReactNode,
  useEffect,
  useLayoutEffect,
  useMemo,
  useRef,
} from 'react'
import { Router, useLocation } from 'wouter'
import { usePathname, useSearch } from 'wouter/use-browser-location'
import { useStore } from 'zustand'
import { AppContext, type AppContextValue, type PageProps, useApp } from './app-context.ts'
import { EditLink } from './components/frame/edit-link.tsx'
import { Announcer, ErrorState, OutLink, PageHeading } from './components/frame/parts.tsx'
import { Toasts } from './components/frame/toasts.tsx'
import { TopBar } from './components/frame/top-bar.tsx'
import { onKey } from './components/on-key.ts'
import { focusHeading } from './components/use-heir.ts'
import { applyHead, headOf } from './start/head.ts'
import {
  aroundNav,
  decoded,
  IN_PLACE,
  isAdminPath,
  lastNavigation,
  navigate,
} from './start/navigation.ts'
import { isPublicPath, matchPage, type Page, type PageName } from './start/page-table.ts'

/** The panel's pages by name; empty in the visitors' script. */
export type PanelPages = Partial<Record<PageName, ComponentType<PageProps>>>

interface AppProps extends AppContextValue {
  panel: PanelPages
  /** Pathname of the first render, percent-encoded; later the browser's location counts. */
  path: string
  /** Query of the first render, with or without `?`. */
  search: string
}

export function App({ panel, path, search, ...context }: AppProps) {
  return (
    // `App` renders once, so this value never changes.
    <AppContext value={context}>
      <Router ssrPath={path} ssrSearch={search} aroundNav={aroundNav}>
        <Body {...{ panel, path, search }} />
      </Router>
    </AppContext>
  )
}

type BodyProps = Pick<AppProps, 'panel' | 'path' | 'search'>

function Body({ panel, path: ssrPath, search: ssrSearch }: BodyProps) {
  const [path] = useLocation()
  // wouter has decoded `path` and would decode the query, which a `%` in a value does not survive.
  const pathname = usePathname({ ssrPath })
  const query = useSearch({ ssrSearch })
  const search = useMemo(() => new URLSearchParams(query), [query])
  const { page, params } = useMemo(() => matchPage(pathname), [pathname])
  const Screen = page.component ?? panel[page.name]
  usePageChange({ page, params, path, search })
  useEffect(() => onKey('/', goToSearch), [])
  return (
    <>
      <a className="skip-link" href="#main" lang="en">
        Skip to content
      </a>
      <TopBar path={path}>
        <EditLink page={page} params={params} />
      </TopBar>
      {/* biome-ignore lint/a11y/useKeyWithClickEvents: the links it follows have keys */}
      <main
        id="main"
        className="page"
        // The document has the language of the site, the panel's words are English.
        lang={page.component === null ? 'en' : undefined}
        onClick={navigateOnClick}
        onSubmit={navigateOnSubmit}
      >
        <ErrorBoundary key={path}>
          {Screen && <Screen params={params} search={search} />}
        </ErrorBoundary>
      </main>
      <Footer />
      <Announcer />
      <Toasts />
    </>
  )
}

function Footer() {
  const { site } = useApp()
  return (
    <footer className="footer">
      <div className="footer-inner row">
        <p className="muted" dir="auto">
          {site.title}
        </p>
        <a href="/feed.xml">Feed</a>
        {site.footer.length > 0 && (
          <nav aria-label="Elsewhere">
            <ul className="row">
              {site.footer.map(({ label, url, me }) => (
                <li key={label + url}>
                  <OutLink href={url} dir="auto" {...(me && { rel: 'me noopener noreferrer' })}>
                    {label}
                  </OutLink>
                </li>
              ))}
            </ul>
          </nav>
        )}
      </div>
    </footer>
  )
}

/** Whether it is a plain left click that no handler has prevented. */
const isPlain = (event: MouseEvent) =>
  !event.defaultPrevented &&
  event.button === 0 &&
  !(event.metaKey || event.ctrlKey || event.shiftKey || event.altKey)

/**
 * Client-side navigation for a click on a link to a page in rendered text, and for a click on a
 * `[data-href]` card outside its controls.
 */
function navigateOnClick(event: MouseEvent): void {
  const { target } = event
  if (!(target instanceof Element) || !isPlain(event)) return
  const link = target.closest<HTMLAnchorElement>('a[href]')
  const card = target.closest<HTMLElement>('[data-href]')
  if (link?.closest('.prose') && isPageLink(link)) {
    event.preventDefault()
    navigate(link.pathname + link.search + link.hash)
  } else if (card?.dataset.href && !target.closest('a, button, summary, label, input')) {
    // Ignore a click that ends a text selection.
    if (getSelection()?.isCollapsed !== false) navigate(card.dataset.href)
  }
}

/** Whether a link leads to another public page, in this tab. */
function isPageLink(link: HTMLAnchorElement): boolean {
  if (link.origin !== location.origin || link.target || link.hasAttribute('download')) return false
  if (!isPublicPath(link.pathname)) return false
  const isPlaceOnPage = link.pathname === location.pathname && link.search === location.search
  return !(isPlaceOnPage && link.hash)
}

/** Client-side navigation for a GET form, without its empty fields. */
function navigateOnSubmit(event: FormEvent): void {
  const { target: form } = event
  if (event.defaultPrevented || !(form instanceof HTMLFormElement) || form.method !== 'get') return
  event.preventDefault()
  const fields = [...new FormData(form)].map(([name, value]) => [name, String(value).trim()])
  const search = new URLSearchParams(fields.filter(([, value]) => value)).toString()
  navigate(new URL(form.action).pathname + (search && `?${search}`), { state: IN_PLACE })
}

/** Focuses the search field of the page (the panel has its own), else opens the search page. */
function goToSearch(event: KeyboardEvent): void {
  const field = document.querySelector<HTMLInputElement>('main [type="search"]')
  if (!field && isAdminPath(location.pathname)) return
  event.preventDefault()
  if (field) field.select()
  else navigate('/search')
}

/** Keeps top bar and footer if a screen throws. */
class ErrorBoundary extends Component<{ children: ReactNode }, { hasFailed: boolean }> {
  override state = { hasFailed: false }

  static getDerivedStateFromError() {
    return { hasFailed: true }
  }

  override render() {
    if (!this.state.hasFailed) return this.props.children
    return (
      <>
        <PageHeading title="Something went wrong" />
        <ErrorState text="This page could not be shown" onRetry={() => location.reload()} />
      </>
    )
  }
}

/** Scrolls to the element that the address's fragment names; false if there is none. */
function scrollToFragment(): boolean {
  const id = decoded(location.hash.slice(1))
  const target = id ? document.getElementById(id) : null
  target?.scrollIntoView()
  return target !== null
}

/**
 * After a client-side navigation: updates the head, focuses the heading, scrolls to the top or the
 * fragment. On Back the browser restores the scroll position.
 */
function usePageChange({ page, params, path, search }: PageProps & { page: Page; path: string }) {
  const { queries, site, siteUrl, today } = useApp()
  const isLoading = useStore(queries.entries, () => {
    const states = page.queries({ params, search, today }).map((query) => queries.state(query))
    return !states.every(({ answer, failure }) => answer ?? failure)
  })
  const lastPath = useRef(path)
  // biome-ignore lint/correctness/useExhaustiveDependencies: another query is another navigation
  useLayoutEffect(() => {
    const isSamePage = lastPath.current === path
    lastPath.current = path
    const isPush = lastNavigation() === 'push'
    // The panel has screens of its own on a page.
    const isInPlace = page.component === null || (isPush && history.state === IN_PLACE)
    if (lastNavigation() === 'load' || (isSamePage && isInPlace)) return
    // The search page has already focused its field.
    if ((isSamePage && isPush) || !document.activeElement?.matches('main *')) focusHeading()
    if (isPush && !scrollToFragment()) scrollTo({ top: 0, behavior: 'instant' })
  }, [path, search])
  useLayoutEffect(() => {
    if (isLoading || lastNavigation() === 'load') return
    // The heading of the loading state, which had the focus, is gone.
    if (document.activeElement === document.body) focusHeading()
    if (lastNavigation() === 'push') scrollToFragment()
  }, [isLoading])
  useEffect(() => {
    // The server rendered the first head; the panel sets its own titles.
    if (lastNavigation() === 'load' || isLoading || page.component === null) return
    const answer = (query: string) => queries.state(query).answer ?? undefined
    applyHead(headOf({ page, params, search, today, answer, site, siteUrl, path }))
  }, [page, params, search, path, isLoading, queries, site, siteUrl, today])
}
