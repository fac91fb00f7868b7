/**
 * What a new owner finds: an empty content folder is filled with the pages of this project. They
 * are copied into a folder inside it and renamed into place. The folder stays until they are
 * committed, so the next start completes one that was killed.
 */
import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  renameSync,
  rmSync,
} from 'node:fs'
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
  mkdirSync(contentDir, { recursive: true })
  if (!existsSync(starterDir)) return []
  if (!existsSync(filling) && !isEmptyContent(contentDir)) return []
  mkdirSync(filling, { recursive: true })
  const copied = mkdtempSync(join(filling, 'new-'))
  const paths = copyStarter(starterDir, copied)
  for (const name of readdirSync(copied)) {
    const place = join(contentDir, name)
    if (!existsSync(place)) renameSync(join(copied, name), place)
  }
  rmSync(copied, { recursive: true })
  return paths
}

/** Copies the starter's files as they are. @returns the paths */
export function copyStarter(starterDir: string, folder: string): string[] {
  const filter = (path: string) => isStarterCopied(starterDir, path)
  cpSync(starterDir, folder, { recursive: true, filter })
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => relative(folder, join(entry.parentPath, entry.name)))
}

/** Whether a file of the starter's folder belongs to the site and not to the program. */
function isStarterCopied(starterDir: string, path: string): boolean {
  return basename(path) !== '.git' && relative(starterDir, path) !== STARTER_README
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
