/** The site's own addresses, from which pages and files take theirs; no own page has one. */

/** Pages by name; segments starting with `:` are parameters. */
export const PAGE_PATHS = {
  home: '/',
  essays: '/essays',
  'short-posts': '/short-posts',
  about: '/about',
  stats: '/stats',
  projects: '/projects',
  project: '/projects/:projectId',
  record: '/record',
  post: '/post/:postId',
  tag: '/tags/:tagId',
  preview: '/preview/:token',
  resources: '/resources/:pageId',
  search: '/search',
  admin: '/admin',
  'admin-blog': '/admin/blog',
  'admin-projects': '/admin/projects',
  'admin-activity': '/admin/activity',
  'admin-files': '/admin/files',
} as const

/** Files that the server makes. */
export const FILE_PATHS = [
  '/feed.xml',
  '/rss.xml',
  '/feed.json',
  '/record.xml',
  '/sitemap.xml',
  '/robots.txt',
  '/deadlines.ics',
  '/streak.svg',
  '/favicon.svg',
  '/favicon.ico',
  '/manifest.webmanifest',
  '/apple-touch-icon.png',
  '/icon-192.png',
  '/icon-512.png',
  '/icon-maskable-512.png',
  '/og.png',
] as const

/** Files that are there with their setting. */
export const OPTIONAL_FILE_PATHS = [
  '/accent.css',
  '/style.css',
  '/.well-known/site.standard.publication',
] as const
export type FilePath = (typeof FILE_PATHS | typeof OPTIONAL_FILE_PATHS)[number]

/** Addresses that lead to the bridge to the fediverse, if there is one. */
export const BRIDGED_PATHS = ['/.well-known/webfinger', '/.well-known/host-meta'] as const

/** The feed of the posts that name a project. */
export const PROJECT_FEED_PATH = '/projects/:projectId/feed.xml'

/** Every address of the site itself; `*` stands for the calls of the API, and for paths of files. */
export const SITE_PATHS = [
  ...Object.values(PAGE_PATHS),
  ...FILE_PATHS,
  ...OPTIONAL_FILE_PATHS,
  ...BRIDGED_PATHS,
  PROJECT_FEED_PATH,
  ...['/api/*', '/assets/*', '/media/*', '/og/:file', '/og/projects/:file', '/healthz', '/readyz'],
]

/** Address of a tag's page. */
export const tagPath = (id: string): string => `/tags/${encodeURIComponent(id)}`

/** Addresses of the pages of a post and a project, and of a project's social card. */
export const postPath = (id: string): string => `/post/${encodeURIComponent(id)}`
export const projectPath = (id: string): string => `/projects/${encodeURIComponent(id)}`
export const projectCardPath = (id: string): string => `/og${projectPath(id)}.png`

const FIRST_WORDS = new Set(SITE_PATHS.map((path) => path.split('/')[1]))

/** Whether the site itself has the address `/<id>`, or one below it. */
export function isSiteWord(id: string): boolean {
  return FIRST_WORDS.has(id.toLowerCase())
}

/** A text without percent escapes; unchanged if they are invalid. */
export function decoded(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    return text
  }
}

/** Path and query of a url. The query begins at the first `?` and may have others. */
export function splitUrl(url: string): { path: string; search: URLSearchParams } {
  const [path = '', ...search] = url.split('?')
  return { path, search: new URLSearchParams(search.join('?')) }
}

/** The query of a url with its `?`, reduced to parameters with these names and a value. */
export function knownSearch(search: URLSearchParams, names: readonly string[]): string {
  const known = [...search].filter(([name, value]) => value !== '' && names.includes(name))
  return known.length === 0 ? '' : `?${new URLSearchParams(known)}`
}
