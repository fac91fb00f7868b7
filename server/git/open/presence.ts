/**
 * Whether the content folder and its repository are in their places: a volume may drop out, a person
 * may move the folder away or put another clone there. The path alone does not tell.
 */
import { statSync } from 'node:fs'
import type { RepositoryPaths } from '../objects/repository-paths.ts'
import type { RepositoryState } from '../repository.ts'
import { readOnly } from './probe.ts'

export interface Presence {
  /** What is missing, as a state with a sentence; null when all is there. */
  missing(): RepositoryState | null
  /** Whether the repository is the one that was there at first: the same folders on the disk. */
  isSame(): boolean
}

/** What tells a folder from another at its path; null when there is none to be had. */
function identityOf(path: string): string | null {
  try {
    const stats = statSync(path)
    // The inode number of a deleted folder is soon used again.
    return stats.isDirectory() ? `${stats.dev} ${stats.ino} ${stats.birthtimeMs}` : null
  } catch {
    return null
  }
}

/** Whether the folder is there. */
const isFolder = (path: string): boolean => identityOf(path) !== null

/** The state while the content folder is missing; null while it is there. */
export function missingContent(contentDir: string): RepositoryState | null {
  if (isFolder(contentDir)) return null
  return readOnly(
    `The content folder ${contentDir} is missing. The site shows what it held last; once it is back, everything goes on by itself.`,
  )
}

/** The state while the repository of the content folder is missing. */
export const missingRepository = (gitFolder: string): RepositoryState =>
  readOnly(
    `The git repository ${gitFolder} of the content folder is missing. The site shows what it held last; once it is back, everything goes on by itself.`,
  )

/** Remembers what stands at the paths now. */
export function createPresence(contentDir: string, paths: RepositoryPaths): Presence {
  const folders = [paths.top, paths.gitFolder, paths.commonFolder, paths.gap]
  const first = folders.map(identityOf)
  return {
    missing() {
      const content = missingContent(contentDir)
      if (content !== null) return content
      const exists = [paths.gitFolder, paths.commonFolder].every(isFolder)
      return exists ? null : missingRepository(paths.gitFolder)
    },
    isSame: () => folders.every((folder, at) => identityOf(folder) === first[at]),
  }
}
