/**
 * What a new owner finds: an empty content folder is filled with the pages of this project. A mark
 * inside it stays until they are committed, so the next start completes one that was killed.
 */
import { cpSync, existsSync, mkdirSync, readdirSync, rmSync, statSync } from 'node:fs'
import { basename, join, relative } from 'node:path'
import { RepositoryError } from '../../errors.ts'
import type { Repository } from '../../git/repository.ts'
import type { Log } from '../../log.ts'

/** In the content folder while it is being filled; git is told to ignore it. */
const FILLING = '.gap-starter'
/** Of the program and its version: a copy would stay behind. */
const STARTER_README = 'README.md'
/** Names that do not make a folder hold content: git's own, ours, and what file managers leave. */
const NO_CONTENT = new Set([
  '.git',
  '.gitignore',
  '.gitattributes',
  '.gitkeep',
  '.gap-repository',
  FILLING,
  '.DS_Store',
  'lost+found',
])

/** Whether a content folder is missing or holds nothing of its owner's. */
export function isEmptyContent(contentDir: string): boolean {
  return !existsSync(contentDir) || readdirSync(contentDir).every((name) => NO_CONTENT.has(name))
}

/**
 * Copies the starter content into a folder that is missing or empty, or that an
 * earlier start did not get to fill.
 * @returns the paths written, relative to the folder; none when it held something
 */
export function fillStarterContent(contentDir: string, starterDir: string): string[] {
  const filling = join(contentDir, FILLING)
  const isToFill = existsSync(filling) || isEmptyContent(contentDir)
  mkdirSync(contentDir, { recursive: true })
  if (!isToFill || !existsSync(starterDir)) return []
  mkdirSync(filling, { recursive: true })
  return copyStarter(starterDir, contentDir)
}

/** Copies the files of the starter that belong to a site and not to the program. @returns the paths */
export function copyStarter(starterDir: string, folder: string): string[] {
  const paths: string[] = []
  const filter = (place: string) => {
    const path = relative(starterDir, place)
    const isCopied = path !== STARTER_README && basename(place) !== '.git'
    if (isCopied && statSync(place).isFile()) paths.push(path)
    return isCopied
  }
  cpSync(starterDir, folder, { recursive: true, filter })
  return paths
}

/**
 * Commits what was filled in; nothing when the first commit of a new repository has it already.
 * Where nothing can be committed the site has its pages all the same.
 */
export async function commitStarterContent(
  { repository, contentDir, log }: { repository: Repository; contentDir: string; log: Log },
  paths: readonly string[],
): Promise<void> {
  if (paths.length === 0) return
  try {
    await repository.write(async (tree) => {
      const files = await Promise.all(
        paths.map(async (path) => ({ path, found: await tree.read(path) })),
      )
      const changes = files.flatMap(({ path, found }) =>
        found ? [{ path, bytes: found.bytes }] : [],
      )
      return { changes, subject: 'Start content', value: null }
    })
  } catch (error) {
    if (!(error instanceof RepositoryError)) throw error
    log.warn({ err: error }, 'The starter content was not committed')
  }
  rmSync(join(contentDir, FILLING), { recursive: true, force: true })
}
