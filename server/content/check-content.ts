/** The problems of a content folder, found without a server. */
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
 * Reads the content files as the server does at its start. Paths are those of the folder.
 * @param isChosen which files to judge; all are read, for one id may have two
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

/** The folder's files, and a keeper that knows the site's zone and nothing else yet. */
export function openContent({ contentDir, timeZone }: CheckedContent) {
  const files = createContentFiles(contentDir)
  const fallbackZone = Intl.DateTimeFormat().resolvedOptions().timeZone
  const keeper = new RecordKeeper({ files, timeZone, fallbackZone })
  // First the zone: posts read before it would have to be read again.
  keeper.read('site.yaml')
  return { files, keeper }
}
