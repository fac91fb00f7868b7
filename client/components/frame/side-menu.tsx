/**
 * The menus below 768 px: a native dialog that slides in. It is shown first and slid 10 ms later,
 * and closed 300 ms after it began to slide out, so that both ways animate.
 */
import { type MouseEvent, type SyntheticEvent, useEffect, useRef, useState } from 'react'
import { useApp } from '../../app-context.ts'
import { Brand } from './brand.tsx'
import { Icon } from './icon.tsx'
import { lockScroll } from './lock-scroll.ts'
import { current, MENUS, PROJECTS_LINK } from './menus.ts'

const MENU_OPEN_MS = 10
const MENU_CLOSE_MS = 300
const WIDE = '(min-width: 768px)'

interface SideMenuProps {
  path: string
  /** Called when it has slid out. */
  onClosed: () => void
}

export function SideMenu({ path, onClosed }: SideMenuProps) {
  const { site } = useApp()
  const openedAt = useRef(path)
  const { dialog, slidIn, close } = useSlidingDialog(() => {
    // Closing gives the focus back to the button; after a move it belongs to the new page.
    if (openedAt.current !== path) document.querySelector<HTMLElement>('main h1')?.focus()
    onClosed()
  })
  useEffect(() => {
    if (openedAt.current !== path) close()
  }, [path, close])
  const onCancel = (event: SyntheticEvent) => {
    event.preventDefault()
    close()
  }
  const onClick = (event: MouseEvent) => {
    // The sheet covers the dialog's own box: a click on the dialog itself is one on the backdrop.
    const { target } = event
    if (target === dialog.current) close()
    // A link to the page that shows makes no move.
    else if (target instanceof Element && target.closest('a')) close()
  }
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: Escape closes, links and buttons have keys
    <dialog
      ref={dialog}
      className={slidIn ? 'side-menu side-menu-in' : 'side-menu'}
      aria-label="Menu"
      onCancel={onCancel}
      onClick={onClick}
    >
      <div className="side-menu-sheet">
        <div className="side-menu-head">
          <Brand name={site.brand} />
          <button
            type="button"
            className="icon-button"
            aria-label="Close menu"
            onClick={() => close()}
          >
            <Icon name="close" size={20} />
          </button>
        </div>
        <MenuLinks path={path} />
      </div>
    </dialog>
  )
}

function MenuLinks({ path }: { path: string }) {
  return (
    <nav aria-label="Menu">
      {MENUS.map(({ label, links }) => (
        <section key={label} className="side-menu-group">
          <h2>{label}</h2>
          <ul>
            {links.map((link) => (
              <li key={link.href}>
                <a href={link.href} aria-current={current(path, link.href)}>
                  {link.label}
                </a>
              </li>
            ))}
          </ul>
        </section>
      ))}
      <a
        className="side-menu-single"
        href={PROJECTS_LINK.href}
        aria-current={current(path, PROJECTS_LINK.href)}
      >
        {PROJECTS_LINK.label}
      </a>
    </nav>
  )
}

/** Opens as it is mounted; `close` slides it out and then tells `onClosed`. */
function useSlidingDialog(onClosed: () => void) {
  const dialog = useRef<HTMLDialogElement>(null)
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  const [slidIn, setSlidIn] = useState(false)
  const leave = useRef(onClosed)
  leave.current = onClosed
  const [close] = useState(() => (delay = MENU_CLOSE_MS) => {
    setSlidIn(false)
    clearTimeout(timer.current)
    timer.current = setTimeout(() => {
      dialog.current?.close()
      leave.current()
    }, delay)
  })
  useEffect(() => {
    dialog.current?.showModal()
    const unlock = lockScroll()
    timer.current = setTimeout(() => setSlidIn(true), MENU_OPEN_MS)
    const wide = matchMedia(WIDE)
    const onChange = () => wide.matches && close(0)
    wide.addEventListener('change', onChange)
    return () => {
      wide.removeEventListener('change', onChange)
      clearTimeout(timer.current)
      unlock()
    }
  }, [close])
  return { dialog, slidIn, close }
}
