/** Dependencies that all parts of an open repository share. */
import type { Log } from '../../log.ts'
import type { CommitAuthor } from './commit-object.ts'
import { commandOf, type Git, type GitOptions } from './git-process.ts'
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

/** Runs git as a step of a save: tests can make it fail before it runs and after it. @throws GitFailure */
export async function gitStep(
  { io, git }: Pick<RepositoryAccess, 'io' | 'git'>,
  args: readonly string[],
  options?: GitOptions,
): Promise<string> {
  const name = `git ${commandOf(args)}`
  io.step(name)
  const output = await git.run(args, options)
  io.step(`${name} answered`)
  return output.toString()
}
