/**
 * Pages whose code is a script of its own, so that no other page pays for it: start/main.ts loads it
 * when one is opened or is about to be. The server and the panel have all of them at once.
 */
import { PostChangesPage } from './post-changes-page.tsx'
import { PreviewPage } from './preview-page.tsx'
import { ProjectsPage } from './projects-page.tsx'
import { ResourcesPage } from './resources-page.tsx'
import { StatsPage } from './stats-page.tsx'

/** By their names in the page table. */
export const OWN_SCRIPT_PAGES = {
  'post-changes': PostChangesPage,
  preview: PreviewPage,
  projects: ProjectsPage,
  resources: ResourcesPage,
  stats: StatsPage,
}
