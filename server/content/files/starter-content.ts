/** Fills an empty content folder with the starter content. */
import { cpSync, existsSync, mkdirSync, readdirSync, statSync } from 'node:fs'
import { basename, relative } from 'node:path'
import { RepositoryError } from '../../errors.ts'
import type { Repository } from '../../git/repository.ts'
import type { Log } from '../../log.ts'

/** About the program's version: a copy would become outdated. */
const STARTER_README = 'README.md'
/** Names that do not count as content: of git, ours and of file managers. */
const NO_CONTENT = new Set([
  '.git',
  '.gitignore',
  '.gitattributes',
  '.gitkeep',
  '.gap-repository',
  '.DS_Store',
  'lost+found',
])

/** Whether a content folder is missing or has no content. */
export function isEmptyContent(contentDir: string): boolean {
  return !existsSync(contentDir) || readdirSync(contentDir).every((name) => NO_CONTENT.has(name))
}

/** Copies the starter content into a missing or empty folder. @returns relative paths of the copies */
export function fillStarterContent(contentDir: string, starterDir: string): string[] {
  const isNeeded = isEmptyContent(contentDir)
  mkdirSync(contentDir, { recursive: true })
  if (!isNeeded || !existsSync(starterDir)) return []
  return copyStarter(starterDir, contentDir)
}

/** Copies the starter's files except those of the program. @returns their paths */
export function copyStarter(starterDir: string, folder: string): string[] {
  const paths: string[] = []
  const filter = (place: string) => {
    const path = relative(starterDir, place)
    const isCopied = path !== STARTER_README && basename(place) !== '.git'
    if (isCopied && statSync(place).isFile()) paths.push(path)
    return isCopied
  }
  cpSync(starterDir, folder, { recursive: true, force: false, filter })
  return paths
}

/**
 * Commits the copied files, unless the first commit of a new repository has them. A failure is only
 * logged: the site has its pages.
 */
export async function commitStarterContent(
  { repository, log }: { repository: Repository; log: Log },
  paths: readonly string[],
): Promise<void> {
  if (paths.length === 0) return
  try {
    await repository.parts().saves.write(async (tree) => {
      const files = await Promise.all(
        paths.map(async (path) => ({ path, file: await tree.read(path) })),
      )
      const changes = files.flatMap(({ path, file }) => (file ? [{ path, bytes: file.bytes }] : []))
      return { changes, subject: 'Start content', value: null }
    })
  } catch (error) {
    if (!(error instanceof RepositoryError)) throw error
    log.warn({ err: error }, 'The starter content was not committed')
  }
}
