/** The problems and warnings of a content folder, found without a server. */
import { createContentFiles } from './files/content-files.ts'
import { clashKey, clashProblem, idHolders, isProblem } from './files/content-paths.ts'
import { parseContentFile, warningsOf } from './formats/content-file.ts'
import { defaultSite } from './formats/site-file.ts'
import { RecordKeeper } from './index/record-keeper.ts'
import { byPlace, type Problem } from './records.ts'

interface ContentCheck {
  /** How many content files were read. */
  files: number
  /** By file, then line. */
  problems: Problem[]
  /** In the same order: what is served as it is, and its author should know. */
  warnings: Problem[]
}

export interface CheckedContent {
  contentDir: string
  /** The setting TIME_ZONE; null leaves it to site.yaml. */
  timeZone: string | null
}

/**
 * Reads the content files as the server does at its start. Paths are those of the folder.
 * @param isChosen which files to judge; the names of all are looked at, for one id may have two
 */
export function checkContent(
  content: CheckedContent,
  isChosen: (file: string) => boolean = () => true,
): ContentCheck {
  const { files, keeper } = openContent(content)
  const context = { timeZone: keeper.zone(), defaultSite: defaultSite(keeper.zone()) }
  const listing = files.list()
  const holders = idHolders(listing.files)
  const chosen = listing.files.filter(({ path }) => isChosen(path))
  const problems = listing.problems.filter(({ file }) => isChosen(file))
  const warnings: Problem[] = []
  for (const file of chosen) {
    const holder = holders.get(clashKey(file)) ?? file
    const read = holder === file ? files.read(file.path) : clashProblem(file, holder)
    if (read === null) continue
    // Nothing is kept but what is wrong: a site's texts would be most of the memory and time.
    if (isProblem(read)) problems.push(read)
    else {
      const fallbackDate = Math.floor(read.stamp.mtimeMs)
      problems.push(...parseContentFile(file, read.bytes, { ...context, fallbackDate }).problems)
      warnings.push(...warningsOf(file, read.bytes))
    }
  }
  return {
    files: chosen.length,
    problems: problems.sort(byPlace),
    warnings: warnings.sort(byPlace),
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
