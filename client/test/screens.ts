/** The addresses of all screens that a visitor can see on a filled site (server/test/site-files.ts). */
export const SCREENS = [
  '/',
  '/?tag=Writing',
  '/essays',
  '/short-posts',
  '/about',
  '/stats',
  '/stats?range=year',
  '/projects',
  '/projects?at=2026-11-13',
  '/projects?at=2026-01-01',
  '/projects?ledger=missed',
  '/record',
  '/record?kind=moved&kind=promised',
  '/resources/reading-list',
  '/resources/learning-data',
  '/search',
  '/search?q=git',
  '/search?q=xyzzy',
  '/nowhere',
  '/post/nowhere',
  '/admin',
]

export const POSTS = [
  '/post/every-element',
  '/post/older-1',
  '/post/changelog',
  '/post/written-down-late',
]
