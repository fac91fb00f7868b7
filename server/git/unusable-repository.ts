/** The repository where there is none to use (no git, say): the site is served, nothing is saved. */
import { NotFoundError, RepositoryError } from '../errors.ts'
import type { Repository, RepositoryState } from './repository.ts'

/** A repository that refuses every write with the given state and knows no history. */
export function createUnusableRepository(state: RepositoryState): Repository {
  return {
    async write() {
      throw new RepositoryError('read_only', state.message)
    },
    async integrate() {
      throw new RepositoryError('read_only', state.message)
    },
    connect: () => null,
    contentPath: (path) => path,
    state: () => state,
    head: async () => null,
    onChange: () => () => {},
    isIndexLocked: async () => false,
    readRevision: async () => null,
    readFileAt: async () => null,
    history: async () => [],
    historyOfNames: async () => [],
    commit: async () => null,
    isAncestor: async () => false,
    fileRevisions: async () => [],
    mainLine: async () => ({ isWhole: true, changes: [] }),
    firstCommitDates: async () => new Map(),
    deletedFiles: async () => [],
    async undoing() {
      throw new NotFoundError('Commit not found')
    },
    displaced: async () => [],
    async redoing() {
      throw new NotFoundError('Commit not found')
    },
    async settle() {
      throw new RepositoryError('read_only', state.message)
    },
    mergeConflicts: async () => [],
    close: async () => {},
  }
}
