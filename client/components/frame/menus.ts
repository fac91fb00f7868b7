/** The menus of the top bar and of the side menu. */
export interface Menu {
  label: string
  links: readonly { label: string; href: string }[]
}

export const MENUS: readonly Menu[] = [
  {
    label: 'Writing',
    links: [
      { label: 'Essays', href: '/essays' },
      { label: 'Short Posts', href: '/short-posts' },
    ],
  },
  {
    label: 'Resources',
    links: [
      { label: 'Reading List', href: '/resources/reading-list' },
      { label: 'Learning AI', href: '/resources/learning-ai' },
      { label: 'Learning Data', href: '/resources/learning-data' },
      { label: 'Learning Drawing', href: '/resources/learning-drawing' },
      { label: 'Learning Coding', href: '/resources/learning-coding' },
    ],
  },
  {
    label: 'About',
    links: [
      { label: 'About', href: '/about' },
      { label: 'Stats', href: '/stats' },
    ],
  },
]

export const PROJECTS_LINK = { label: 'Projects', href: '/projects' } as const

/** For `aria-current`: whether a link leads to the page that shows. */
export function current(path: string, href: string): 'page' | undefined {
  return path === href ? 'page' : undefined
}
