/** The menus of the top bar and of the side menu, and the links in them. */
import { Link } from 'wouter'
import { PAGES } from '../../start/page-table.ts'

interface MenuLink {
  label: string
  href: string
}

interface Menu {
  label: string
  links: readonly MenuLink[]
}

export const MENUS: readonly Menu[] = (['Writing', 'Resources', 'About'] as const).map((label) => ({
  label,
  links: PAGES.filter(({ menu }) => menu === label).map(({ path, title, label = title }) => ({
    label,
    href: path,
  })),
}))

export const PROJECTS_LINK: MenuLink = { label: 'Projects', href: '/projects' }

/** For `aria-current`: whether a link leads to the page that shows. */
export function current(path: string, href: string): 'page' | undefined {
  return path === href ? 'page' : undefined
}

/** @param path of the page that shows */
export function MenuItem({ link, path, className }: MenuItemProps) {
  return (
    <Link className={className} href={link.href} aria-current={current(path, link.href)}>
      {link.label}
    </Link>
  )
}

interface MenuItemProps {
  link: MenuLink
  path: string
  className?: string
}

/** The links of one menu. */
export function MenuList({ menu, path, className }: Omit<MenuItemProps, 'link'> & { menu: Menu }) {
  return (
    <ul className={className}>
      {menu.links.map((link) => (
        <li key={link.href}>
          <MenuItem link={link} path={path} />
        </li>
      ))}
    </ul>
  )
}

/** The short brand with its mark, four days of a heatmap: the way home. */
export function Brand({ name }: { name: string }) {
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
