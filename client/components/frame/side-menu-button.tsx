/** The button of the side menu; the menu's code comes when a hand moves towards the button. */
import { type ComponentProps, type ComponentType, useState } from 'react'
import { Icon } from './icon.tsx'
import type { SideMenu } from './side-menu.tsx'

type Menu = ComponentType<ComponentProps<typeof SideMenu>>

const loadMenu = async () => (await import('./side-menu.tsx')).SideMenu

export function SideMenuButton({ path }: { path: string }) {
  const [OpenMenu, setOpenMenu] = useState<Menu | null>(null)
  const prepare = () => void loadMenu().catch(() => null)
  const open = async () => {
    const menu = await loadMenu()
    setOpenMenu(() => menu)
  }
  return (
    <>
      <button
        type="button"
        className="icon-button needs-scripts side-menu-button"
        aria-label="Open menu"
        aria-haspopup="dialog"
        aria-expanded={OpenMenu !== null}
        onPointerEnter={prepare}
        onFocus={prepare}
        onClick={open}
      >
        <Icon name="menu" size={20} />
      </button>
      {OpenMenu && <OpenMenu path={path} onClosed={() => setOpenMenu(null)} />}
    </>
  )
}
