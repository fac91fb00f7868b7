/** Dependencies that all parts of an open repository share. */
import type { Log } from '../../log.ts'
import type { CommitAuthor } from './commit-object.ts'
import type { Git } from './git-process.ts'
import type { Io } from './io.ts'
import type { NewObjects } from './new-objects.ts'
import type { ObjectReader } from './object-reader.ts'
import type { OpenCommand } from './open-command.ts'
import type { RepositoryPaths } from './repository-paths.ts'

export interface RepositoryAccess {
  io: Io
  git: Git
  log: Log
  paths: RepositoryPaths
  /** Of our commits. */
  author: CommitAuthor
  reader: ObjectReader
  newObjects: NewObjects
  /** `git update-ref --stdin`. */
  refUpdates: OpenCommand
  /** `git diff-tree --stdin`, for `diffTrees`. */
  treeDiffs: OpenCommand
  /** `git hash-object`, for `makeCommit`. */
  commits: OpenCommand
  /** Starts git, for `shellSteps`. */
  shell: OpenCommand
}
