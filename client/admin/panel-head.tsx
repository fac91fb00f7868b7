/** Head of every page of the panel: title, tabs, and problems of repository and content. */
import { type ReactNode, useEffect } from 'react'
import { plural } from '#domain/texts/plural.ts'
import { useApp } from '../app-context.ts'
import { OutLink } from '../components/frame/parts.tsx'
import { call } from '../data/api-client.ts'
import { setToken } from '../state/stored.ts'
import { addToast } from '../state/toasts.ts'
import { dismissSaved } from './frame/messages.ts'
import { statusLines, useStatus } from './frame/status.ts'
import { QuickPost } from './posts/quick-post.tsx'

/** `isOwnTab`: opens in a new browser tab. */
const TABS = [
  { label: 'Blog Admin', href: '/admin/blog', isOwnTab: true },
  { label: 'Projects Admin', href: '/admin/projects', isOwnTab: true },
  { label: 'Files', href: '/admin/files', isOwnTab: false },
  { label: 'Activity', href: '/admin/activity', isOwnTab: false },
] as const

type TabLabel = (typeof TABS)[number]['label'] | 'Admin'

/** @param children the primary button */
export function PanelHead({ title, children }: { title: TabLabel; children?: ReactNode }) {
  useTitle(title)
  return (
    <header className="admin-head stack close">
      <nav className="row row-line panel-tabs scroller" aria-label="Panel">
        {title !== 'Admin' &&
          TABS.map(({ label, href, isOwnTab }) => {
            const isHere = label === title
            const Tab = isOwnTab && !isHere ? OutLink : 'a'
            return (
              <Tab
                key={href}
                className="panel-tab"
                href={href}
                aria-current={isHere ? 'page' : undefined}
                ref={isHere ? scrollToTab : undefined}
              >
                {label}
              </Tab>
            )
          })}
        <OutLink className="panel-tab panel-tab-end" href="/" rel="noopener">
          View Site
        </OutLink>
        <button type="button" className="panel-tab" onClick={logOut}>
          Logout
        </button>
      </nav>
      <div className="row panel-title">
        <h1 className="admin-title" tabIndex={-1}>
          {title}
        </h1>
        <QuickPost />
        {children}
      </div>
      <StatusLine />
    </header>
  )
}

/** On a phone the row overflows. */
function scrollToTab(tab: HTMLElement | null): void {
  const row = tab?.parentElement
  if (tab && row) row.scrollLeft = tab.offsetLeft - row.offsetLeft
}

/** Sets the document's title, which is that of the gate before login. */
export function useTitle(title: string): void {
  const { site } = useApp()
  useEffect(() => {
    document.title = `${title} | ${site.brand}`
  }, [title, site.brand])
}

/** Status messages; nothing without problems. */
function StatusLine() {
  const { status, reachable } = useStatus()
  const faults = status?.problems.filter(({ warning }) => !warning) ?? []
  const problems = faults.length + (status?.displaced.length ?? 0)
  const lines = reachable
    ? status && statusLines(status)
    : [{ tone: 'red', text: 'The server cannot be reached.' }]
  return (
    <p className="row small status-line" role="status">
      {lines?.map(({ tone, text }) => (
        <span key={text} className={`status tone-${tone}`}>
          {text}
        </span>
      ))}
      {problems > 0 && (
        <a className="status tone-yellow" href="/admin/activity#problems">
          {plural(problems, 'problem')}
        </a>
      )}
    </p>
  )
}

/** Logs out: removes the token at once, even if the server is not reachable. */
function logOut(): void {
  call('POST', '/auth/logout').catch(() => null)
  setToken(null)
  dismissSaved()
  addToast({ title: 'Logged out', description: 'You have been logged out of the admin panel.' })
}
