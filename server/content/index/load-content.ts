/** The first reading of all content. */
import { Turns } from '../../workers/turns.ts'
import type { ContentFiles } from '../files/content-files.ts'
import { classifyPath, isProblem } from '../files/content-paths.ts'
import { RecordKeeper, type RecordKeeperOptions } from './record-keeper.ts'

type Listing = ReturnType<ContentFiles['list']>

/** A keeper that has read every file, with pauses: at a start git answers its questions meanwhile. */
export async function loadContent(options: RecordKeeperOptions): Promise<RecordKeeper> {
  const turns = new Turns()
  const keeper = new RecordKeeper(options)
  const listing = options.files.list()
  // The site's zone first: it decides how the posts' dates are read.
  keeper.apply('site.yaml')
  for (const file of listing.files) {
    if (turns.isDue()) await turns.pause()
    keeper.applyListed(file)
  }
  for (const path of pathsOf(listing).slice(listing.files.length)) keeper.apply(path)
  keeper.setFolderProblems(folderProblemsOf(listing))
  return keeper
}

/** Paths of content files, also of those with a problem. */
export function pathsOf({ files, problems }: Listing): string[] {
  const faulty = problems.map(({ file }) => file).filter(isContentPath)
  return [...files.map(({ path }) => path), ...faulty]
}

/** Problems of names that belong to no content file. */
export function folderProblemsOf({ problems }: Listing) {
  return problems.filter(({ file }) => !isContentPath(file))
}

function isContentPath(path: string): boolean {
  const file = classifyPath(path)
  return file !== null && !isProblem(file)
}
