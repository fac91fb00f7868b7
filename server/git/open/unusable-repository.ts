/** The repository where there is none to use (no git, say): the site is served, nothing is saved. */
import { NotFoundError, RepositoryError } from '../../errors.ts'
import type { Repository, RepositoryState } from '../repository.ts'
import { missingContent } from './presence.ts'

/**
 * A repository that refuses every write, and every question about the history, with the given state.
 */
export function createUnusableRepository(contentDir: string, state: RepositoryState): Repository {
  const refuse = async () => {
    throw new RepositoryError('read_only', state.message)
  }
  return {
    write: refuse,
    workTree: refuse,
    integrate: refuse,
    exists: () => missingContent(contentDir) === null,
    connect: () => null,
    contentPath: (path) => path,
    state: () => missingContent(contentDir) ?? state,
    head: async () => null,
    onChange: () => () => {},
    isIndexLocked: async () => false,
    readRevision: async () => null,
    readFileAt: async () => null,
    history: refuse,
    commit: async () => null,
    fileRevisions: async () => [],
    mainLine: async () => ({ isWhole: true, beganAt: null, commits: [] }),
    deletedFiles: refuse,
    async undoing() {
      throw new NotFoundError('Commit not found')
    },
    displaced: async () => [],
    async redoing() {
      throw new NotFoundError('Commit not found')
    },
    settle: refuse,
    mergeConflicts: async () => [],
    close: async () => {},
  }
}
