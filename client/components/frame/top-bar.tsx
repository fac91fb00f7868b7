/**
 * Brand, menus, search and theme. The menus are `<details>`, which work without scripts and close
 * each other. With scripts Escape, an outside click and a navigation close them too.
 */
import { type ComponentProps, type MouseEvent, useEffect, useRef, useState } from 'react'
import { Link } from 'wouter'
import { PAGE_PATHS } from '#domain/addresses.ts'
import { type MenuEntry, RESOURCE_PAGE_TITLES, type Site } from '#domain/site.ts'
import { useApp } from '../../app-context.ts'
import { isPublicPath } from '../../start/page-table.ts'
import { toggleTheme, usePreferences } from '../../state/stored.ts'
import { pressedKey } from '../on-key.ts'
import { focusHeading } from '../use-heir.ts'
import { Icon, OutLink } from './parts.tsx'

interface BarProps extends Pick<ComponentProps<'header'>, 'children'> {
  /** Pathname of the current page. */
  path: string
}

/** @param children a tool of the page */
export function TopBar({ path, children }: BarProps) {
  const { site } = useApp()
  return (
    <header className="top-bar">
      <div className="top-bar-inner row">
        <SideMenu path={path} />
        <Brand name={site.brand} />
        <MenuBar path={path} />
        <div className="top-bar-tools row" lang="en">
          {children}
          <MenuLink
            className="icon-button"
            to={{ label: 'Search', path: '/search' }}
            path={path}
            aria-label="Search"
            aria-keyshortcuts="/"
          >
            <Icon name="search" size={18} />
          </MenuLink>
          <ThemeToggle />
        </div>
      </div>
    </header>
  )
}

function MenuBar({ path }: { path: string }) {
  const { site } = useApp()
  const bar = useRef<HTMLElement>(null)
  useEffect(() => (bar.current ? closeFromOutside(bar.current) : undefined), [])
  // biome-ignore lint/correctness/useExhaustiveDependencies: a move closes the open menu
  useEffect(() => openMenu(bar.current)?.removeAttribute('open'), [path])
  return (
    <nav className="menu-bar row" aria-label="Main" ref={bar} lang={menuLanguage(site)}>
      {(site.menu ?? BUILT_IN_MENU).map((entry) =>
        entry.items ? (
          <details key={keyOf(entry)} className="menu" name="menu">
            <summary className="menu-link">{entry.label}</summary>
            <ul className="menu-panel raised">{menuItems(entry.items, path)}</ul>
          </details>
        ) : (
          <MenuLink key={keyOf(entry)} className="menu-link" to={entry} path={path} />
        ),
      )}
    </nav>
  )
}

const openMenu = (bar: HTMLElement | null) => bar?.querySelector('details[open]')

/** Closes the open menu on Escape, outside press or focus; returns a function that stops it. */
function closeFromOutside(bar: HTMLElement): () => void {
  const listeners = new AbortController()
  const { signal } = listeners
  const onElsewhere = ({ target }: Event) => {
    if (!(target instanceof Node) || !bar.contains(target)) openMenu(bar)?.removeAttribute('open')
  }
  const onKey = (event: KeyboardEvent) => {
    const menu = pressedKey(event) === 'Escape' && openMenu(bar)
    if (!menu) return
    if (menu.contains(document.activeElement)) menu.querySelector('summary')?.focus()
    menu.removeAttribute('open')
  }
  document.addEventListener('pointerdown', onElsewhere, { signal })
  document.addEventListener('focusin', onElsewhere, { signal })
  document.addEventListener('keydown', onKey, { signal })
  return () => listeners.abort()
}

function ThemeToggle() {
  const theme = usePreferences(({ theme }) => theme)
  return (
    <button
      type="button"
      className="icon-button needs-scripts"
      aria-label="Light theme"
      aria-pressed={theme === 'light'}
      onClick={toggleTheme}
    >
      <Icon name="sun" className="theme-sun" size={18} />
      <Icon name="moon" className="theme-moon" size={18} />
    </button>
  )
}

const linksOf = (labels: Readonly<Record<string, string>>, folder = '') =>
  Object.entries(labels).map(([path, label]) => ({ label, path: folder + path }))

const WRITING = { [PAGE_PATHS.essays]: 'Essays', [PAGE_PATHS['short-posts']]: 'Short Posts' }

/** The menus of a site without `menu:` in its site.yaml. */
const BUILT_IN_MENU: readonly MenuEntry[] = [
  { label: 'Writing', items: linksOf(WRITING) },
  { label: 'Resources', items: linksOf(RESOURCE_PAGE_TITLES, '/resources/') },
  { label: 'About', items: linksOf({ [PAGE_PATHS.about]: 'About', [PAGE_PATHS.stats]: 'Stats' }) },
  { label: 'Projects', path: PAGE_PATHS.projects },
]

/** The author's own menu has the language of the site. */
const menuLanguage = ({ menu }: Site) => (menu ? undefined : 'en')

type MenuTarget = Omit<MenuEntry, 'items'>

const keyOf = ({ label, path, url }: MenuTarget) => `${label} ${path ?? url}`

type MenuLinkProps = Omit<ComponentProps<'a'>, 'href'> & BarProps & { to: MenuTarget }

function MenuLink({ to, path, children = to.label, ...link }: MenuLinkProps) {
  const href = to.path ?? to.url ?? ''
  // A feed or a file is another document.
  const Inside = isPublicPath(href.split(/[?#]/)[0] ?? '') ? Link : 'a'
  const Tag = to.path === undefined ? OutLink : Inside
  return (
    <Tag href={href} aria-current={path === href ? 'page' : undefined} {...link}>
      {children}
    </Tag>
  )
}

function menuItems(items: readonly MenuTarget[], path: string) {
  return items.map((item) => (
    <li key={keyOf(item)}>
      <MenuLink to={item} path={path} />
    </li>
  ))
}

/** Link home: the brand with its logo, four days of a heatmap. */
function Brand({ name }: { name: string }) {
  return (
    <Link className="brand row" href="/">
      <svg className="brand-mark" viewBox="0 0 20 20" width="20" height="20" aria-hidden="true">
        <rect fill="var(--heat-2)" x="0" y="0" width="9" height="9" rx="2" />
        <rect fill="var(--heat-3)" x="11" y="0" width="9" height="9" rx="2" />
        <rect fill="var(--heat-1)" x="0" y="11" width="9" height="9" rx="2" />
        <rect fill="var(--heat-4)" x="11" y="11" width="9" height="9" rx="2" />
      </svg>
      {name}
    </Link>
  )
}

const MENU_OPEN_MS = 10
const MENU_CLOSE_MS = 300
const WIDE = '(min-width: 768px)'

function SideMenu({ path }: { path: string }) {
  const { site } = useApp()
  const dialog = useRef<HTMLDialogElement>(null)
  const [isOpen, setOpen] = useState(false)
  const [isSlidIn, setSlidIn] = useState(false)
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  const open = () => {
    clearTimeout(timer.current)
    setOpen(true)
    timer.current = setTimeout(setSlidIn, MENU_OPEN_MS, true)
  }
  const close = () => {
    clearTimeout(timer.current)
    setSlidIn(false)
    timer.current = setTimeout(setOpen, MENU_CLOSE_MS, false)
  }
  // A swipe back changes the page below the open menu.
  // biome-ignore lint/correctness/useExhaustiveDependencies: a move closes the menu
  useEffect(close, [path])
  useEffect(() => {
    const { current: menu } = dialog
    if (!isOpen || !menu) return
    const { pathname } = location
    const wide = matchMedia(WIDE)
    const onWide = () => setOpen(false)
    menu.showModal()
    wide.addEventListener('change', onWide)
    return () => {
      wide.removeEventListener('change', onWide)
      setSlidIn(false)
      menu.close()
      // Closing restores the focus to the button; after a navigation focus the new page instead.
      if (location.pathname !== pathname) focusHeading()
    }
  }, [isOpen])
  const onClick = ({ target }: MouseEvent) => {
    // The sheet covers the dialog's box, so a click whose target is the dialog hit the backdrop.
    const isLink = target instanceof Element && target.closest('a') !== null
    if (target === dialog.current || isLink) close()
  }
  return (
    <>
      <button
        type="button"
        className="icon-button needs-scripts side-menu-button"
        aria-label="Open menu"
        aria-haspopup="dialog"
        aria-expanded={isOpen}
        onClick={open}
      >
        <Icon name="menu" size={20} />
      </button>
      {/* biome-ignore lint/a11y/useKeyWithClickEvents: Escape closes, links and buttons have keys */}
      <dialog
        ref={dialog}
        className={isSlidIn ? 'side-menu side-menu-in' : 'side-menu'}
        aria-label="Menu"
        onCancel={(event) => {
          event.preventDefault()
          close()
        }}
        onClick={onClick}
      >
        {isOpen && (
          <div className="side-menu-sheet">
            <div className="row row-apart">
              <Brand name={site.brand} />
              <button type="button" className="icon-button" aria-label="Close menu" onClick={close}>
                <Icon name="close" size={20} />
              </button>
            </div>
            <nav aria-label="Menu" lang={menuLanguage(site)}>
              {(site.menu ?? BUILT_IN_MENU).map((entry) =>
                entry.items ? (
                  <section key={keyOf(entry)} className="side-menu-group">
                    <h2 className="muted">{entry.label}</h2>
                    <ul>{menuItems(entry.items, path)}</ul>
                  </section>
                ) : (
                  <MenuLink key={keyOf(entry)} to={entry} path={path} />
                ),
              )}
            </nav>
          </div>
        )}
      </dialog>
    </>
  )
}
