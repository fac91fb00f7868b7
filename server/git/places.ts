/**
 * Where a repository keeps its things. Paths come from `git rev-parse`, never from gluing `.git/…`:
 * in a submodule or linked worktree `.git` is a file and refs live elsewhere.
 */
import { join } from 'node:path'
import { type Git, GitFailure } from './git-process.ts'

export interface Places {
  /** The top of the work tree. */
  top: string
  /** The content folder below the top, with a `/` at the end, or empty. */
  prefix: string
  /** The git folder of this work tree (HEAD, index, MERGE_HEAD …). */
  gitFolder: string
  /** The git folder that all work trees share (refs, objects). */
  commonFolder: string
  /** Our own folder in it: lock, intent record, temporary files. */
  gap: string
  head: string
  index: string
  indexLock: string
  objects: string
  hooks: string
  objectFormat: string
}

/** The folder is, or is inside, a repository without a work tree. */
export class BareRepositoryError extends Error {
  constructor() {
    super(
      'The content folder is a bare git repository, which holds no files to serve. ' +
        'Clone it and set CONTENT_DIR to the clone.',
    )
    this.name = 'BareRepositoryError'
  }
}

/** The places of the repository that `git` runs in; null when it runs in none. */
export async function findPlaces(git: Git): Promise<Places | null> {
  const paths = ['gap', 'HEAD', 'index', 'index.lock', 'objects', 'hooks']
  try {
    const answer = await git.text([
      'rev-parse',
      '--path-format=absolute',
      '--show-object-format',
      '--git-dir',
      '--git-common-dir',
      ...paths.flatMap((path) => ['--git-path', path]),
      '--show-prefix',
      '--show-toplevel',
    ])
    const [
      objectFormat = '',
      gitFolder = '',
      commonFolder = '',
      gap = '',
      head = '',
      index = '',
      indexLock = '',
      objects = '',
      hooks = '',
      prefix = '',
      top = '',
    ] = answer.split('\n')
    return {
      top,
      prefix,
      gitFolder,
      commonFolder,
      gap,
      head,
      index,
      indexLock,
      objects,
      hooks,
      objectFormat,
    }
  } catch (error) {
    if (!(error instanceof GitFailure)) throw error
    if (/not a git repository/.test(error.stderr)) return null
    if (/run in a work tree/.test(error.stderr)) throw new BareRepositoryError()
    throw error
  }
}

/** Folders whose names change when refs move: to be flushed after it. */
export function refFolders({ commonFolder }: Places, refs: readonly string[]): string[] {
  const folders = new Set<string>()
  for (const ref of refs) {
    const names = ref.split('/').slice(0, -1)
    for (let depth = 1; depth <= names.length; depth += 1) {
      folders.add(join(commonFolder, ...names.slice(0, depth)))
    }
  }
  return [...folders]
}
