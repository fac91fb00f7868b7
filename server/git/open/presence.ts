/**
 * Whether the content folder and its repository are in their places: a volume may drop out, a person
 * may move the folder away or put another clone there. The path alone does not tell.
 */
import { statSync } from 'node:fs'
import type { RepositoryPaths } from '../objects/repository-paths.ts'
import type { RepositoryState } from '../repository.ts'
import { readOnly } from './probe.ts'

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

/** The state while the content folder is missing; null while it is there. */
export function missingContent(contentDir: string): RepositoryState | null {
  if (identityOf(contentDir) !== null) return null
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
export class Presence {
  readonly #contentDir: string
  readonly #paths: RepositoryPaths
  readonly #folders: readonly string[]
  readonly #first: readonly (string | null)[]

  constructor(contentDir: string, paths: RepositoryPaths) {
    this.#contentDir = contentDir
    this.#paths = paths
    this.#folders = [paths.top, paths.gitFolder, paths.commonFolder, paths.gap]
    this.#first = this.#folders.map(identityOf)
  }

  /** What is missing, as a state with a sentence; null when all is there. */
  missing(): RepositoryState | null {
    const content = missingContent(this.#contentDir)
    if (content !== null) return content
    const { gitFolder, commonFolder } = this.#paths
    const isThere = [gitFolder, commonFolder].every((folder) => identityOf(folder) !== null)
    return isThere ? null : missingRepository(gitFolder)
  }

  /** Whether the repository is the one that was there at first: the same folders on the disk. */
  isSame(): boolean {
    return this.#folders.every((folder, at) => identityOf(folder) === this.#first[at])
  }
}
