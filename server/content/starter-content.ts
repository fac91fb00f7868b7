/** What a new owner finds: an empty content folder is filled with the pages of this project. */
import { cpSync, existsSync, mkdirSync, readdirSync } from 'node:fs'
import { join, relative } from 'node:path'
import type { Repository } from '../git/repository.ts'

/** Names that do not make a folder hold content: git's own, and what file managers leave. */
const NO_CONTENT = new Set([
  '.git',
  '.gitignore',
  '.gitattributes',
  '.gitkeep',
  '.DS_Store',
  'lost+found',
])

/** Whether a content folder is missing or holds nothing of its owner's. */
export function isEmptyContent(contentDir: string): boolean {
  return !existsSync(contentDir) || readdirSync(contentDir).every((name) => NO_CONTENT.has(name))
}

/**
 * Copies the starter content into a folder that is missing or empty (contract §2).
 * @returns the paths written, relative to the folder; none when it held something
 */
export function fillStarterContent(contentDir: string, starterDir: string): string[] {
  mkdirSync(contentDir, { recursive: true })
  if (!isEmptyContent(contentDir)) return []
  if (!existsSync(starterDir)) return []
  cpSync(starterDir, contentDir, { recursive: true })
  return readdirSync(starterDir, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => relative(starterDir, join(entry.parentPath, entry.name)))
}

/** Commits what was filled in; nothing when the first commit of a new repository has it already. */
export async function commitStarterContent(
  repository: Repository,
  paths: readonly string[],
): Promise<void> {
  if (paths.length === 0) return
  await repository.write(async (tree) => {
    const files = await Promise.all(
      paths.map(async (path) => ({ path, found: await tree.read(path) })),
    )
    const changes = files.flatMap(({ path, found }) =>
      found ? [{ path, bytes: found.bytes }] : [],
    )
    return { changes, subject: 'Start content', value: null }
  })
}
