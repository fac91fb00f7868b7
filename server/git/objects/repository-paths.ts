/** Where a repository keeps what we need, as git tells it: work trees and submodules differ. */
import { dirname, join } from 'node:path'
import { StartError } from '../../errors.ts'
import { type Git, GitFailure } from './git-process.ts'
import type { Io } from './io.ts'
import { verifyPath } from './verify-path.ts'

export interface RepositoryPaths {
  /** The top of the work tree. */
  top: string
  /** The content folder below the top, with a `/` at the end, or empty. */
  prefix: string
  /** The git folder of this work tree (HEAD, index, MERGE_HEAD …). */
  gitFolder: string
  /** The git folder that all work trees share (refs, objects). */
  commonFolder: string
  /** Our own folder in it, one for all work trees: lock, intent record, temporary files. */
  gap: string
  head: string
  index: string
  indexLock: string
  objects: string
  hooks: string
  objectFormat: string
  /** Whether filters are set, by which a text and its blob may differ. */
  hasFilters: boolean
}

/** Our refs, none of which is a branch. */
export const OWN_REFS = {
  /** Above all of them. */
  root: 'refs/gap',
  /** Names the newest commit that was acknowledged, so that no rewrite of history can lose it. */
  acked: 'refs/gap/acked',
  /** Above the commits that a rewrite took off the branch, and above those settled since. */
  displaced: 'refs/gap/displaced',
  settled: 'refs/gap/settled',
  /** Above what was seen of remotes. */
  remotes: 'refs/gap/remotes',
} as const

/** The folder is, or is inside, a repository without a work tree. */
class BareRepositoryError extends StartError {
  constructor() {
    super(
      'The content folder is a bare git repository, which holds no files to serve. ' +
        'Clone it and set CONTENT_DIR to the clone.',
    )
  }
}

const QUESTION = [
  ...['rev-parse', '--path-format=absolute', '--show-object-format'],
  ...['--git-dir', '--git-common-dir'],
  ...['HEAD', 'index', 'index.lock', 'objects', 'hooks'].flatMap((name) => ['--git-path', name]),
  ...['--show-prefix', '--show-toplevel'],
]
const ANSWER_LINES = 10
/** Prints nothing, and fails, without any. */
const FILTERS = ['config', '--get-regexp', '^filter\\.']

/** The paths of the repository that `git` runs in; null when it runs in none. */
export async function findRepositoryPaths(git: Git): Promise<RepositoryPaths | null> {
  const [answer, filters] = await Promise.all([
    git.text(QUESTION).catch((error) => {
      if (!(error instanceof GitFailure)) throw error
      if (/run in a work tree/.test(error.stderr)) throw new BareRepositoryError()
      if (/not a git repository/.test(error.stderr)) return null
      throw error
    }),
    git.text(FILTERS).catch(() => ''),
  ])
  if (answer === null) return null
  const lines = answer.split('\n')
  // Git gives them one a line, and half of a path is a place beside the repository.
  if (lines.length !== ANSWER_LINES) {
    throw new GitFailure('rev-parse', null, 'a line break in the path of the repository')
  }
  const [objectFormat = '', gitFolder = '', commonFolder = '', head = '', index = ''] = lines
  const [indexLock = '', objects = '', hooks = '', prefix = '', top = ''] = lines.slice(5)
  return {
    ...{ top, prefix, gitFolder, commonFolder, head, index, indexLock, objects, hooks },
    ...{ gap: join(commonFolder, 'gap'), objectFormat, hasFilters: filters !== '' },
  }
}

/**
 * Where a path of the repository stands in the work tree: the only way from the one to the other.
 * @param path from the top of the work tree @throws RefusedTreeError for a name that git refuses
 */
export function diskPath({ top }: RepositoryPaths, path: string): string {
  verifyPath(path)
  return join(top, path)
}

/**
 * Whether a link or a file stands where the path has a folder: what lies behind it is not the
 * repository's, to be neither written nor removed. Without any folder yet: false.
 */
export async function isBehindLink(
  io: Io,
  { top }: RepositoryPaths,
  path: string,
): Promise<boolean> {
  for (const folder of foldersAbove(path).reverse().slice(1)) {
    const kind = await io.kind(join(top, folder))
    if (kind !== 'folder') return kind !== null
  }
  return false
}

/** The folders on the way to a path, the innermost first; the last is `.`. */
export function foldersAbove(path: string): string[] {
  const folder = dirname(path)
  return folder === '.' ? ['.'] : [folder, ...foldersAbove(folder)]
}
