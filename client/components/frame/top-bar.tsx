/**
 * Brand, menus, search and theme. The menus are `<details>`: they open without scripts; scripts add
 * that one closes the other, and Escape, a click elsewhere or a move closes all.
 */

import { useEffect, useRef } from 'react'
import { useApp } from '../../app-context.ts'
import { toggleTheme, useTheme } from '../../state/theme.ts'
import { Brand } from './brand.tsx'
import { Icon } from './icon.tsx'
import { current, MENUS, type Menu, PROJECTS_LINK } from './menus.ts'
import { SideMenuButton } from './side-menu-button.tsx'

export function TopBar({ path }: { path: string }) {
  const { site } = useApp()
  return (
    <header className="top-bar">
      <div className="top-bar-inner">
        <SideMenuButton path={path} />
        <Brand name={site.brand} />
        <MenuBar path={path} />
        <div className="top-bar-tools">
          <a
            className="icon-button"
            href="/search"
            aria-label="Search"
            aria-keyshortcuts="/"
            aria-current={current(path, '/search')}
          >
            <Icon name="search" size={18} />
          </a>
          <ThemeToggle />
        </div>
      </div>
    </header>
  )
}

function MenuBar({ path }: { path: string }) {
  const bar = useRef<HTMLElement>(null)
  useEffect(() => closeMenusOutside(bar.current), [])
  // biome-ignore lint/correctness/useExhaustiveDependencies: a move closes the open menu
  useEffect(() => closeMenus(bar.current), [path])
  return (
    <nav className="menu-bar" aria-label="Main" ref={bar}>
      {MENUS.map((menu) => (
        <MenuDisclosure key={menu.label} menu={menu} path={path} />
      ))}
      <a
        className="menu-link"
        href={PROJECTS_LINK.href}
        aria-current={current(path, PROJECTS_LINK.href)}
      >
        {PROJECTS_LINK.label}
      </a>
    </nav>
  )
}

function MenuDisclosure({ menu, path }: { menu: Menu; path: string }) {
  const here = menu.links.some(({ href }) => href === path)
  return (
    <details className="menu" name="menu">
      <summary className={here ? 'menu-link menu-here' : 'menu-link'}>{menu.label}</summary>
      <ul className="menu-panel">
        {menu.links.map(({ label, href }) => (
          <li key={href}>
            <a href={href} aria-current={current(path, href)}>
              {label}
            </a>
          </li>
        ))}
      </ul>
    </details>
  )
}

function ThemeToggle() {
  const theme = useTheme((state) => state.theme)
  return (
    <button
      type="button"
      className="icon-button needs-scripts theme-toggle"
      aria-label="Light theme"
      aria-pressed={theme === 'light'}
      onClick={toggleTheme}
    >
      <Icon name="sun" className="theme-sun" size={18} />
      <Icon name="moon" className="theme-moon" size={18} />
    </button>
  )
}

function closeMenus(bar: HTMLElement | null): void {
  for (const menu of bar?.querySelectorAll('details[open]') ?? []) menu.removeAttribute('open')
}

const STEPS: Record<string, number> = { ArrowUp: -1, ArrowDown: 1 }

/** From a menu's name to its links and round; an arrow down opens a closed one. */
function moveInMenu(event: KeyboardEvent): void {
  const focused = document.activeElement
  if (!(focused instanceof HTMLElement)) return
  const menu = focused.closest<HTMLDetailsElement>('.menu-bar details')
  if (!menu) return
  event.preventDefault()
  menu.open = true
  const stops = [...menu.querySelectorAll<HTMLElement>('summary, a')]
  const index = stops.indexOf(focused) + (STEPS[event.key] ?? 0)
  stops.at(index % stops.length)?.focus()
}

function closeMenusOutside(bar: HTMLElement | null): () => void {
  const listeners = new AbortController()
  const { signal } = listeners
  const onPointer = ({ target }: Event) => {
    if (!(target instanceof Node) || !bar?.contains(target)) closeMenus(bar)
  }
  const onKey = (event: KeyboardEvent) => {
    if (event.key in STEPS) moveInMenu(event)
    if (event.key !== 'Escape') return
    const open = bar?.querySelector('details[open]')
    if (!open) return
    if (open.contains(document.activeElement)) open.querySelector('summary')?.focus()
    closeMenus(bar)
  }
  document.addEventListener('pointerdown', onPointer, { signal })
  document.addEventListener('focusin', onPointer, { signal })
  document.addEventListener('keydown', onKey, { signal })
  return () => listeners.abort()
}
