/**
 * The menus below 768 px: a native dialog that slides in. It is shown first and slid 10 ms later,
 * and closed 300 ms after it began to slide out, so that both ways animate (spec §9).
 */
import MenuIcon from 'lucide-react/icons/menu'
import X from 'lucide-react/icons/x'
import { type MouseEvent, type SyntheticEvent, useEffect, useRef, useState } from 'react'
import { useApp } from '../app-context.ts'
import { Brand } from './brand.tsx'
import { current, MENUS, PROJECTS_LINK } from './navigation.ts'

export const MENU_OPEN_MS = 10
export const MENU_CLOSE_MS = 300
const WIDE = '(min-width: 768px)'

export function SideMenu({ path }: { path: string }) {
  const { site } = useApp()
  const { dialog, slidIn, open, close } = useSlidingDialog()
  // biome-ignore lint/correctness/useExhaustiveDependencies: a move closes the menu
  useEffect(() => close(), [path])
  const onCancel = (event: SyntheticEvent) => {
    event.preventDefault()
    close()
  }
  const onClick = (event: MouseEvent) => {
    // The dialog's own box is covered by its content: a click on itself is one on the backdrop.
    const { target } = event
    if (target === dialog.current) close()
    // A link to the page that shows makes no move.
    else if (target instanceof Element && target.closest('a')) close()
  }
  return (
    <>
      <button
        type="button"
        className="icon-button needs-scripts side-menu-button"
        aria-label="Open menu"
        aria-haspopup="dialog"
        aria-expanded={slidIn}
        onClick={open}
      >
        <MenuIcon size={20} aria-hidden="true" />
      </button>
      {/* biome-ignore lint/a11y/useKeyWithClickEvents: Escape closes, links and buttons have keys */}
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
            <button type="button" className="icon-button" aria-label="Close menu" onClick={close}>
              <X size={20} aria-hidden="true" />
            </button>
          </div>
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
        </div>
      </dialog>
    </>
  )
}

function useSlidingDialog() {
  const dialog = useRef<HTMLDialogElement>(null)
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  const [slidIn, setSlidIn] = useState(false)
  const open = () => {
    if (!dialog.current?.open) dialog.current?.showModal()
    document.documentElement.classList.add('scroll-locked')
    clearTimeout(timer.current)
    timer.current = setTimeout(() => setSlidIn(true), MENU_OPEN_MS)
  }
  const close = () => {
    if (!dialog.current?.open) return
    setSlidIn(false)
    clearTimeout(timer.current)
    timer.current = setTimeout(() => {
      // The browser gives the focus back to the button.
      dialog.current?.close()
      document.documentElement.classList.remove('scroll-locked')
    }, MENU_CLOSE_MS)
  }
  useEffect(() => {
    const wide = matchMedia(WIDE)
    const onChange = () => {
      if (!wide.matches || !dialog.current?.open) return
      clearTimeout(timer.current)
      setSlidIn(false)
      dialog.current.close()
      document.documentElement.classList.remove('scroll-locked')
    }
    wide.addEventListener('change', onChange)
    return () => {
      wide.removeEventListener('change', onChange)
      clearTimeout(timer.current)
    }
  }, [])
  return { dialog, slidIn, open, close }
}
