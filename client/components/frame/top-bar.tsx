/**
 * Brand, menus, search and theme. The menus are `<details>`, which work without scripts and close
 * each other. With scripts Escape, an outside click and a navigation close them too.
 */
import { type ComponentProps, type MouseEvent, useEffect, useRef, useState } from 'react'
import { Link } from 'wouter'
import { useApp } from '../../app-context.ts'
import { PAGES } from '../../start/page-table.ts'
import { toggleTheme, useTheme } from '../../state/stored.ts'
import { focusHeading, Icon } from './parts.tsx'

export function TopBar({ path }: { path: string }) {
  const { site } = useApp()
  return (
    <header className="top-bar">
      <div className="top-bar-inner row">
        <SideMenu path={path} />
        <Brand name={site.brand} />
        <MenuBar path={path} />
        <div className="top-bar-tools row">
          <MenuLink
            className="icon-button"
            href="/search"
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
  const bar = useRef<HTMLElement>(null)
  useEffect(() => (bar.current ? closeFromOutside(bar.current) : undefined), [])
  // biome-ignore lint/correctness/useExhaustiveDependencies: a move closes the open menu
  useEffect(() => openMenu(bar.current)?.removeAttribute('open'), [path])
  return (
    <nav className="menu-bar" aria-label="Main" ref={bar}>
      {MENUS.map((menu) => (
        <details key={menu.label} className="menu" name="menu">
          <summary className="menu-link">{menu.label}</summary>
          <ul className="menu-panel raised">{menuItems(menu, path)}</ul>
        </details>
      ))}
      <MenuLink className="menu-link" href="/projects" path={path}>
        Projects
      </MenuLink>
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
  const onKey = ({ key }: KeyboardEvent) => {
    const menu = key === 'Escape' && openMenu(bar)
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
  const theme = useTheme((state) => state.theme)
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

const MENUS = (['Writing', 'Resources', 'About'] as const).map((label) => ({
  label,
  links: PAGES.filter(({ menu }) => menu === label).map(({ path, title, label = title }) => ({
    label,
    href: path,
  })),
}))

/** A link of a menu. @param path pathname of the current page */
function MenuLink({ path, href, ...link }: ComponentProps<'a'> & { path: string; href: string }) {
  return <Link href={href} aria-current={path === href ? 'page' : undefined} {...link} />
}

/** The links of one menu. */
function menuItems({ links }: (typeof MENUS)[number], path: string) {
  return links.map(({ label, href }) => (
    <li key={href}>
      <MenuLink href={href} path={path}>
        {label}
      </MenuLink>
    </li>
  ))
}

/** Link home: the brand with its logo, four days of a heatmap. */
function Brand({ name }: { name: string }) {
  return (
    <Link className="brand row" href="/">
      <svg className="brand-mark" viewBox="0 0 20 20" width="20" height="20" aria-hidden="true">
        <rect className="heat-2" x="0" y="0" width="9" height="9" rx="2" />
        <rect className="heat-3" x="11" y="0" width="9" height="9" rx="2" />
        <rect className="heat-1" x="0" y="11" width="9" height="9" rx="2" />
        <rect className="heat-4" x="11" y="11" width="9" height="9" rx="2" />
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
  const [isIn, setIn] = useState(false)
  const open = () => {
    setOpen(true)
    setTimeout(setIn, MENU_OPEN_MS, true)
  }
  const close = () => {
    setIn(false)
    setTimeout(setOpen, MENU_CLOSE_MS, false)
  }
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
      setIn(false)
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
        className={isIn ? 'side-menu side-menu-in' : 'side-menu'}
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
            <nav aria-label="Menu">
              {MENUS.map((menu) => (
                <section key={menu.label} className="side-menu-group">
                  <h2 className="muted">{menu.label}</h2>
                  <ul>{menuItems(menu, path)}</ul>
                </section>
              ))}
              <MenuLink href="/projects" path={path}>
                Projects
              </MenuLink>
            </nav>
          </div>
        )}
      </dialog>
    </>
  )
}
