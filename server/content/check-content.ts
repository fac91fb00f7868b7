/** Finds the problems of a content folder without a server. */
import { createContentFiles } from './files/content-files.ts'
import { loadContent } from './index/record-keeper.ts'
import { byPlace, type PostRecord, type Problem } from './records.ts'

interface ContentCheck {
  /** How many content files were read. */
  files: number
  /** By file, then line. */
  problems: Problem[]
  /** Of posts and of the about page. */
  texts: Pick<PostRecord, 'path' | 'content'>[]
}

export interface ContentSettings {
  contentDir: string
  /** The setting TIME_ZONE; null leaves it to site.yaml. */
  timeZone: string | null
}

/**
 * Reads the content files as a starting server does.
 * @param isChosen files to report; all are read, since two may claim one id
 */
export async function checkContent(
  { contentDir, timeZone }: ContentSettings,
  isChosen: (file: string) => boolean = () => true,
): Promise<ContentCheck> {
  const files = createContentFiles(contentDir)
  const keeper = await loadContent({ files, timeZone, fallbackZone: 'UTC' })
  const about = keeper.records('page').filter(({ id }) => id === 'about')
  const pages = about.map(({ content }) => ({ path: 'about.md', content }))
  return {
    files: files.list().files.filter(({ path }) => isChosen(path)).length,
    problems: keeper
      .problems()
      .filter(({ file }) => isChosen(file))
      .sort(byPlace),
    texts: [...keeper.records('post'), ...pages].filter(({ path }) => isChosen(path)),
  }
}
