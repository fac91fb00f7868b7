/**
 * The menus below 768 px: a native dialog that slides in. It is shown first and slid 10 ms later,
 * and closed 300 ms after it began to slide out, so that both ways animate.
 */
import { type MouseEvent, useCallback, useEffect, useRef, useState } from 'react'
import { useApp } from '../../app-context.ts'
import { Icon } from './icon.tsx'
import { Brand, MENUS, MenuItem, MenuList, PROJECTS_LINK } from './menus.tsx'

const MENU_OPEN_MS = 10
const MENU_CLOSE_MS = 300
const WIDE = '(min-width: 768px)'

type Phase = 'closed' | 'opening' | 'open' | 'closing'

export function SideMenu({ path }: { path: string }) {
  const { site } = useApp()
  const dialog = useRef<HTMLDialogElement>(null)
  const openedAt = useRef<string | null>(null)
  const [phase, setPhase] = useState<Phase>('closed')
  const open = () => {
    openedAt.current = path
    setPhase('opening')
  }
  const close = useCallback(() => setPhase((now) => (now === 'closed' ? 'closed' : 'closing')), [])
  useEffect(() => {
    const next = () => setPhase(phase === 'opening' ? 'open' : 'closed')
    if (phase === 'opening') dialog.current?.showModal()
    if (phase === 'closed') dialog.current?.close()
    // Closing gives the focus back to the button; after a move it belongs to the new page.
    if (phase === 'closed' && openedAt.current !== null && openedAt.current !== location.pathname) {
      document.querySelector<HTMLElement>('main h1')?.focus({ preventScroll: true })
    }
    if (phase === 'closed' || phase === 'open') return
    const timer = setTimeout(next, phase === 'opening' ? MENU_OPEN_MS : MENU_CLOSE_MS)
    return () => clearTimeout(timer)
  }, [phase])
  useEffect(() => {
    const wide = matchMedia(WIDE)
    const onChange = () => wide.matches && setPhase('closed')
    wide.addEventListener('change', onChange)
    return () => wide.removeEventListener('change', onChange)
  }, [])
  const onClick = ({ target }: MouseEvent) => {
    // The sheet covers the dialog's own box: a click on the dialog itself is one on the backdrop.
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
        aria-expanded={phase !== 'closed'}
        onClick={open}
      >
        <Icon name="menu" size={20} />
      </button>
      {/* biome-ignore lint/a11y/useKeyWithClickEvents: Escape closes, links and buttons have keys */}
      <dialog
        ref={dialog}
        className={phase === 'open' ? 'side-menu side-menu-in' : 'side-menu'}
        aria-label="Menu"
        onCancel={(event) => {
          event.preventDefault()
          close()
        }}
        onClick={onClick}
      >
        {phase !== 'closed' && (
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
                  <MenuList menu={menu} path={path} />
                </section>
              ))}
              <MenuItem link={PROJECTS_LINK} path={path} />
            </nav>
          </div>
        )}
      </dialog>
    </>
  )
}
