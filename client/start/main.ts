/** The script of visitors' pages. */
import '../styles/index.css'
import type { OWN_SCRIPT_PAGES } from '../pages/own-script-pages.ts'
import { hydratePage, type LoadPage } from './hydrate.tsx'

/** Each `import()` of a page is a script (scripts/build.mjs). */
const SCRIPTS: Record<keyof typeof OWN_SCRIPT_PAGES, LoadPage> = {
  about: async () => (await import('../pages/about-page.tsx')).AboutPage,
  essays: async () => (await import('../pages/essays-page.tsx')).EssaysPage,
  post: async () => (await import('../pages/post-page.tsx')).PostPage,
  preview: async () => (await import('../pages/preview-page.tsx')).PreviewPage,
  projects: async () => (await import('../pages/projects-page.tsx')).ProjectsPage,
  record: async () => (await import('../pages/record-page.tsx')).RecordPage,
  resources: async () => (await import('../pages/resources-page.tsx')).ResourcesPage,
  search: async () => (await import('../pages/search-page.tsx')).SearchPage,
  'short-posts': async () => (await import('../pages/short-posts-page.tsx')).ShortPostsPage,
  stats: async () => (await import('../pages/stats-page.tsx')).StatsPage,
}

// Only pages without a component in the page table are asked for.
// In a task of its own, behind that which has read the scripts.
setTimeout(hydratePage, 0, (name: string) => SCRIPTS[name as keyof typeof SCRIPTS](name))
