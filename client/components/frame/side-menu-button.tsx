/** The button of the side menu, and the menu while it is open. */
import { useState } from 'react'
import { Icon } from './icon.tsx'
import { SideMenu } from './side-menu.tsx'

export function SideMenuButton({ path }: { path: string }) {
  const [isOpen, setIsOpen] = useState(false)
  return (
    <>
      <button
        type="button"
        className="icon-button needs-scripts side-menu-button"
        aria-label="Open menu"
        aria-haspopup="dialog"
        aria-expanded={isOpen}
        onClick={() => setIsOpen(true)}
      >
        <Icon name="menu" size={20} />
      </button>
      {isOpen && <SideMenu path={path} onClosed={() => setIsOpen(false)} />}
    </>
  )
}
