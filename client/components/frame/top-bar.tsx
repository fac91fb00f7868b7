/**
 * Brand, menus, search and theme. The menus are `<details>`: they open without scripts, and one
 * closes the other; with scripts Escape, a click elsewhere and a move close them too.
 */
import { useEffect, useRef } from 'react'
import { Link } from 'wouter'
import { useApp } from '../../app-context.ts'
import { toggleTheme, useTheme } from '../../state/theme.ts'
import { Icon } from './icon.tsx'
import { Brand, current, MENUS, MenuItem, MenuList, PROJECTS_LINK } from './menus.tsx'
import { SideMenu } from './side-menu.tsx'

export function TopBar({ path }: { path: string }) {
  const { site } = useApp()
  return (
    <header className="top-bar">
      <div className="top-bar-inner row">
        <SideMenu path={path} />
        <Brand name={site.brand} />
        <MenuBar path={path} />
        <div className="top-bar-tools row">
          <Link
            className="icon-button"
            href="/search"
            aria-label="Search"
            aria-keyshortcuts="/"
            aria-current={current(path, '/search')}
          >
            <Icon name="search" size={18} />
          </Link>
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
          <summary
            className={
              menu.links.some(({ href }) => href === path) ? 'menu-link menu-here' : 'menu-link'
            }
          >
            {menu.label}
          </summary>
          <MenuList className="menu-panel raised" menu={menu} path={path} />
        </details>
      ))}
      <MenuItem className="menu-link" link={PROJECTS_LINK} path={path} />
    </nav>
  )
}

const openMenu = (bar: HTMLElement | null) => bar?.querySelector('details[open]')

/** Closes the open menu on Escape, and when a press or the focus goes elsewhere; returns its end. */
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
