/** Finds the problems of a content folder without a server. */
import { createContentFiles } from './files/content-files.ts'
import { RecordKeeper } from './index/record-keeper.ts'
import { byPlace, type Problem } from './records.ts'

interface ContentCheck {
  /** How many content files were read. */
  files: number
  /** By file, then line. */
  problems: Problem[]
}

export interface CheckedContent {
  contentDir: string
  /** The setting TIME_ZONE; null leaves it to site.yaml. */
  timeZone: string | null
}

/**
 * Reads the content files as a starting server does.
 * @param isChosen files to report; all are read, since two may claim one id
 */
export function checkContent(
  content: CheckedContent,
  isChosen: (file: string) => boolean = () => true,
): ContentCheck {
  const { files, keeper } = openContent(content)
  const listing = files.list()
  for (const { path } of listing.files) keeper.read(path)
  const problems = [...listing.problems, ...keeper.problems()]
  return {
    files: listing.files.filter(({ path }) => isChosen(path)).length,
    problems: problems.filter(({ file }) => isChosen(file)).sort(byPlace),
  }
}

/** The folder's files, and a keeper that has read only the site's zone. */
export function openContent({ contentDir, timeZone }: CheckedContent) {
  const files = createContentFiles(contentDir)
  const fallbackZone = Intl.DateTimeFormat().resolvedOptions().timeZone
  const keeper = new RecordKeeper({ files, timeZone, fallbackZone })
  // The zone first: posts read before it would have to be read again.
  keeper.read('site.yaml')
  return { files, keeper }
}
