/** Finds the problems of a content folder without a server. */
import type { Break } from '#domain/days/breaks.ts'
import { createContentFiles } from './files/content-files.ts'
import { SITE_PATH } from './formats/site-file.ts'
import { loadContent } from './index/content-index.ts'
import { addressesOf, aliasWarnings, menuWarnings } from './menu-warnings.ts'
import { byPlace, type PostRecord, type Problem } from './records.ts'

export interface ContentCheck {
  /** How many content files were read. */
  files: number
  /** By file, then line. */
  problems: Problem[]
  /** Of posts, own pages and the about page. */
  texts: Pick<PostRecord, 'path' | 'content'>[]
  /** Of fields, aliases and the menu. */
  warnings: Problem[]
  /** Whether the texts have formulas. */
  math: boolean
  /** Of site.yaml, held or not. */
  breaks: readonly Break[]
  addresses: ReturnType<typeof addressesOf>
  /** Posts that name a project without a file, which may be a former id. */
  strays: Pick<PostRecord, 'path' | 'project'>[]
}

export interface ContentSettings {
  contentDir: string
  /** The setting SITE_URL; null without it. */
  siteUrl?: string | null
  /** The setting TIME_ZONE; null leaves it to site.yaml. */
  timeZone: string | null
}

/**
 * Reads the content files as a starting server does.
 * @param isChosen files to report; all are read, since two may claim one id
 */
export async function checkContent(
  { contentDir, timeZone, siteUrl = null }: ContentSettings,
  isChosen: (file: string) => boolean = () => true,
): Promise<ContentCheck> {
  const files = createContentFiles(contentDir)
  const keeper = await loadContent({ files, timeZone, fallbackZone: 'UTC' })
  const { site, post, page, project } = keeper.records()
  const projectIds = new Set(project.map(({ id }) => id))
  const problems = keeper
    .problems()
    .filter(({ file }) => isChosen(file))
    .sort(byPlace)
  return {
    addresses: addressesOf(keeper),
    strays: post.filter(
      (one) => one.project !== null && !projectIds.has(one.project) && isChosen(one.path),
    ),
    files: files.list().files.filter(({ path }) => isChosen(path)).length,
    problems: problems.filter(({ warning }) => !warning),
    breaks: (isChosen(SITE_PATH) && site[0]?.breaks) || [],
    warnings: [
      ...problems.filter(({ warning }) => warning),
      ...(isChosen(SITE_PATH) ? menuWarnings(keeper, contentDir) : []),
      ...aliasWarnings([...post, ...page], siteUrl).filter(({ file }) => isChosen(file)),
    ],
    math: site[0]?.math === true,
    texts: [...post, ...page].filter(({ path }) => isChosen(path)),
  }
}
