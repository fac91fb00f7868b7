/**
 * The first reading of all content. In slices, so that other work of the start gets its turns:
 * at a start git answers its questions meanwhile.
 */
import { setImmediate as nextTurn } from 'node:timers/promises'
import type { ContentFiles } from '../files/content-files.ts'
import { classifyPath, isProblem } from '../files/content-paths.ts'
import { RecordKeeper, type RecordKeeperOptions } from './record-keeper.ts'

const SLICE_FILES = 100

type Listing = ReturnType<ContentFiles['list']>

/** A keeper that has read every file. */
export async function loadContent(options: RecordKeeperOptions): Promise<RecordKeeper> {
  const steps = loading(options)
  for (;;) {
    const step = steps.next()
    if (step.done) return step.value
    await nextTurn()
  }
}

/** The same without a pause. */
export function loadContentNow(options: RecordKeeperOptions): RecordKeeper {
  const steps = loading(options)
  for (;;) {
    const step = steps.next()
    if (step.done) return step.value
  }
}

function* loading(options: RecordKeeperOptions): Generator<void, RecordKeeper> {
  const keeper = new RecordKeeper(options)
  const listing = options.files.list()
  // The site's zone first: it decides how the posts' dates are read.
  keeper.apply('site.yaml')
  for (let start = 0; start < listing.files.length; start += SLICE_FILES) {
    yield
    keeper.applyListed(listing.files.slice(start, start + SLICE_FILES))
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
