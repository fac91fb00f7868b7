/**
 * Pages whose code is a script of its own, so that no other page pays for it: start/main.ts loads it
 * when one is opened or is about to be. The home page comes with what all pages load. The server and
 * the panel have all of them at once.
 */
import { AboutPage } from './about-page.tsx'
import { EssaysPage } from './essays-page.tsx'
import { PostPage } from './post-page.tsx'
import { PreviewPage } from './preview-page.tsx'
import { ProjectsPage } from './projects-page.tsx'
import { RecordPage } from './record-page.tsx'
import { ResourcesPage } from './resources-page.tsx'
import { SearchPage } from './search-page.tsx'
import { ShortPostsPage } from './short-posts-page.tsx'
import { StatsPage } from './stats-page.tsx'

/** By their names in the page table. */
export const OWN_SCRIPT_PAGES = {
  about: AboutPage,
  essays: EssaysPage,
  post: PostPage,
  preview: PreviewPage,
  projects: ProjectsPage,
  record: RecordPage,
  resources: ResourcesPage,
  search: SearchPage,
  'short-posts': ShortPostsPage,
  stats: StatsPage,
}
