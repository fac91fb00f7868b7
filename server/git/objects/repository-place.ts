/**
 * Where a repository is, found as git finds it but for one thing: a folder that looks like a bare
 * repository is content, and the `config` in it a text of the author.
 */
import { existsSync, lstatSync, readFileSync, realpathSync, statSync } from 'node:fs'
import { dirname, join, resolve } from 'node:path'
import { StartError } from '../../errors.ts'

/** Git is told it with every command, and never looks for a repository. */
export interface RepositoryPlace {
  /** The top of the work tree; null for a bare repository. */
  top: string | null
  /** The git folder of this work tree. */
  gitFolder: string
}

export interface WorkTreePlace extends RepositoryPlace {
  top: string
}

/** The repository belongs to another user, so its settings could run that user's programs. */
export class ForeignRepositoryError extends StartError {
  constructor() {
    super(
      'The git repository around the content folder belongs to another user of this machine, ' +
        'whose settings could run programs here. Change its owner, or move the content folder.',
    )
  }
}

const BARE =
  'The content folder is a bare git repository, which holds no files to serve. Clone it and set CONTENT_DIR to the clone.'

/** The place of a repository whose top is the folder, whether or not it exists. */
export function placeAt(folder: string): WorkTreePlace {
  return { top: folder, gitFolder: join(folder, '.git') }
}

/**
 * The repository that a folder is in, or null. As for git, the search ends at the folder's volume.
 * @throws ForeignRepositoryError when its owner is neither this user nor that of the folder
 */
export function findRepositoryPlace(folder: string): WorkTreePlace | null {
  const start = realpathSync(folder)
  const { dev, uid } = statSync(start)
  for (let top = start; statSync(top).dev === dev; top = dirname(top)) {
    const gitFolder = gitFolderIn(top)
    if (gitFolder !== null) {
      const owners = [top, gitFolder].map((path) => statSync(path, { throwIfNoEntry: false })?.uid)
      const trusted = [process.getuid?.(), uid, undefined]
      if (!owners.every((owner) => trusted.includes(owner))) throw new ForeignRepositoryError()
      return { top, gitFolder }
    }
    if (top === dirname(top)) return null
  }
  return null
}

/**
 * The repository that the content folder is in, or null.
 * @throws StartError for one without a work tree, ForeignRepositoryError
 */
export function findContentPlace(folder: string): WorkTreePlace | null {
  const place = findRepositoryPlace(folder)
  const isInGitFolder =
    place !== null && `${realpathSync(folder)}/`.startsWith(`${place.gitFolder}/`)
  if (isInGitFolder || (place === null && isBare(folder))) throw new StartError(BARE)
  return place
}

/** Whether a folder in no repository is itself a bare one; a copy of some of its files is not. */
const isBare = (folder: string): boolean =>
  ['HEAD', 'config', 'objects', 'refs'].every((name) => existsSync(join(folder, name))) &&
  /^\s*bare\s*=\s*true\s*$/m.test(readFileSync(join(folder, 'config'), 'utf8'))

/** The git folder that a folder's `.git` is or, as a file, names. */
function gitFolderIn(top: string): string | null {
  const { gitFolder: path } = placeAt(top)
  const stats = statSync(path, { throwIfNoEntry: false })
  if (stats === undefined) return null
  if (stats.isFile()) {
    const target = /^gitdir: (.+?)[\r\n]*$/s.exec(readFileSync(path, 'utf8'))?.[1]
    return target === undefined ? path : resolve(top, target)
  }
  // An empty folder, or one that a killed `git init` left, is no repository.
  return lstatSync(join(path, 'HEAD'), { throwIfNoEntry: false }) === undefined ? null : path
}
