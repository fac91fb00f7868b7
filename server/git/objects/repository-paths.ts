/** Paths of a repository as git reports them: linked work trees and submodules differ. */
import { realpathSync } from 'node:fs'
import { dirname, join, relative } from 'node:path'
import { type Git, GitFailure } from './git-process.ts'
import type { WorkTreePlace } from './repository-place.ts'
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
  /** Whether any filter is configured. */
  hasFilters: boolean
  config: GitConfig
}

/** The settings of git that we read, by their names in lower case. */
export type GitConfig = ReadonlyMap<string, string>

/** Our refs, none of which is a branch. */
export const OWN_REFS = {
  /** Prefix of all. */
  root: 'refs/gap',
  /** The newest acknowledged commit, so that no rewrite of history can lose it. */
  acked: 'refs/gap/acked',
  /** Prefixes: commits that a rewrite took off the branch, and objects that the admin settled. */
  displaced: 'refs/gap/displaced',
  settled: 'refs/gap/settled',
  /** Prefix of the state of remotes. */
  remotes: 'refs/gap/remotes',
} as const

const REV_PARSE = ['rev-parse', '--path-format=absolute', '--show-object-format']
const REV_PARSE_LINES = 3
const CONFIG_KEYS =
  '^(filter\\..*|user\\.(name|email)|receive\\.denycurrentbranch|core\\.(sparsecheckout|sshcommand))$'

/** The settings for a repository, or without one those of the machine and the user. */
export async function readConfig(git: Git): Promise<GitConfig> {
  // It fails when none is set.
  const output = await git.text(['config', '-z', '--get-regexp', CONFIG_KEYS]).catch(() => '')
  // The last value of a key wins.
  return new Map(output.split('\0').map((line) => line.split('\n', 2) as [string, string]))
}

/**
 * The paths of a repository with a work tree, for the content folder in it.
 * @throws GitFailure when git cannot read it
 */
export async function readRepositoryPaths(
  git: Git,
  { top, gitFolder }: WorkTreePlace,
  folder: string,
): Promise<RepositoryPaths> {
  const [answer, config] = await Promise.all([
    git.text([...REV_PARSE, '--git-common-dir', '--git-path', 'hooks']),
    readConfig(git),
  ])
  const lines = answer.split('\n')
  const content = realpathSync(folder)
  // One path a line, here and in requests to git: half of a path would be another path.
  if (lines.length !== REV_PARSE_LINES || `${top}${content}`.includes('\n')) {
    throw new GitFailure('rev-parse', null, 'a line break in the path of the repository')
  }
  const [objectFormat = '', commonFolder = '', hooks = ''] = lines
  const inside = relative(top, content)
  return {
    top,
    prefix: inside && `${inside}/`,
    gitFolder,
    commonFolder,
    gap: join(commonFolder, 'gap'),
    head: join(gitFolder, 'HEAD'),
    index: join(gitFolder, 'index'),
    indexLock: join(gitFolder, 'index.lock'),
    objects: join(commonFolder, 'objects'),
    hooks,
    objectFormat,
    hasFilters: [...config.keys()].some((key) => key.startsWith('filter.')),
    config,
  }
}

/**
 * Absolute path of a file in the work tree; every conversion goes through this check.
 * @param path from the top of the work tree @throws RefusedTreeError for a name that git refuses
 */
export function diskPath({ top }: RepositoryPaths, path: string): string {
  verifyPath(path)
  return join(top, path)
}

/** The folders on the way to a path, the innermost first; the last is `.`. */
export function foldersAbove(path: string): string[] {
  const folder = dirname(path)
  return folder === '.' ? ['.'] : [folder, ...foldersAbove(folder)]
}
