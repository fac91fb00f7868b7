/** The description of a page for search engines and for those who share it; the browser needs none. */
import type { ResourcePageAnswer } from '#domain/answers/public-answers.ts'
import type { Post } from '#domain/post.ts'
import type { HeadInput } from '../../client/start/head.ts'
import { resourceQuery } from '../../client/start/page-queries.ts'
import type { PageName } from '../../client/start/page-table.ts'

const DESCRIPTIONS: Partial<Record<PageName, string>> = {
  essays: 'Longer-form thoughts, newest first.',
  'short-posts': 'Short posts in full: notes, progress and things learned, newest first.',
  about: 'Why this is public, how the streak counter works, and the areas being explored.',
  stats:
    'The posting streak, posts by sub-vertical, a heatmap of posting days and project figures.',
  projects: 'Current and completed projects with their deadlines and countdowns.',
  record: 'What was promised and what was done, newest first, each with the commit that shows it.',
  search: 'Search all posts.',
}

/** At most 160 characters; the site's own where a page has none. */
export function descriptionOf(
  { page, params, answer, site }: HeadInput,
  post: Post | null,
): string {
  if (post !== null) return post.description || site.description
  const resources = page === 'resources' ? answer(resourceQuery(params.page ?? '')) : undefined
  // The path decides the shape of an answer (server/domain/answers/public-answers.ts).
  const intro = (resources as ResourcePageAnswer | undefined)?.data?.intro
  return intro || DESCRIPTIONS[page] || site.description
}
