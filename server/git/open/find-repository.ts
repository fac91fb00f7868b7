/**
 * Finds the repository of the content folder, or makes one, and says whether it can be written.
 * A folder that the surrounding repository ignores is none of its content and gets its own.
 */
import { mkdirSync, realpathSync } from 'node:fs'
import { join } from 'node:path'
import type { Log } from '../../log.ts'
import { installPushHook } from '../commit/push-hook.ts'
import { serverMark } from '../locks/running-git.ts'
import { SecondServerError } from '../locks/server-lock.ts'
import { type CommitAuthor, cleanAuthor } from '../objects/commit-object.ts'
import { errorCode } from '../objects/disk.ts'
import {
  createGit,
  type Environment,
  type Git,
  GitFailure,
  gitEnvironment,
} from '../objects/git-process.ts'
import type { Faults, Io } from '../objects/io.ts'
import { findRepositoryPaths, type RepositoryPaths } from '../objects/repository-paths.ts'
import type { RepositoryState } from '../repository.ts'
import { endInterruptedMaking, makeRepository } from './make-repository.ts'
import { probe, readOnly } from './probe.ts'

export interface RepositoryOptions {
  contentDir: string
  /** Author of our commits; what is missing comes from git's own settings. */
  identity: Partial<CommitAuthor>
  log: Log
  /** Environment for git: PATH, HOME, GIT_SSH_COMMAND and the like. */
  env: Environment
  /** Called when the files may be other than before, since a crash was repaired. */
  onRepaired?: () => void
  /** Tests only: called before each step of a write, and after some. */
  faults?: Faults
  /** Tests only: other calls of the file system. */
  io?: Io
  /** How long a write waits for a foreign index lock, in milliseconds. */
  lockWaitMs?: number
  /** How long a write waits for the end of a merge or the return to the branch. */
  busyWaitMs?: number
}

/** `git merge-tree --write-tree` came with 2.38. */
const GIT_VERSION_MIN = [2, 38] as const

const SPARSE =
  'The repository is a sparse checkout, in which nothing can be saved from here. Bring all of it in with git sparse-checkout disable, and start the server again.'

export interface FoundRepository {
  git: Git
  paths: RepositoryPaths
  author: CommitAuthor
  /** Why nothing can be written; null when it can. */
  fixed: RepositoryState | null
}

/** The settings of every git command of ours. */
function settings(top: string, gap: string): string[] {
  return [
    'core.fsync=all',
    `core.hooksPath=${join(gap, 'nohooks')}`,
    'core.fsmonitor=false',
    'gc.auto=0',
    'maintenance.auto=false',
    'protocol.ext.allow=never',
    // What is fetched or pushed is looked at by git before it is kept: names, forms, dates.
    ...['fetch', 'transfer', 'receive'].map((what) => `${what}.fsckObjects=true`),
    `safe.directory=${top}`,
  ]
}

async function refusedVersion(git: Git): Promise<RepositoryState | null> {
  try {
    const text = await git.text(['version'])
    const [, major = 0, minor = 0] = /(\d+)\.(\d+)/.exec(text)?.map(Number) ?? []
    const isOld =
      major < GIT_VERSION_MIN[0] || (major === GIT_VERSION_MIN[0] && minor < GIT_VERSION_MIN[1])
    return isOld
      ? readOnly(`Saving needs git ${GIT_VERSION_MIN.join('.')} or newer on the server.`)
      : null
  } catch (error) {
    if (errorCode(error) !== 'ENOENT' && !(error instanceof GitFailure)) throw error
    return readOnly('Saving needs git, which is not installed on the server.')
  }
}

async function isIgnored(git: Git, folder: string): Promise<boolean> {
  try {
    // This command takes no literal pathspecs, so the path goes where none are read.
    const options = { input: `${folder}\0`, env: { GIT_LITERAL_PATHSPECS: '0' } }
    await git.run(['check-ignore', '-z', '--stdin'], options)
    return true
  } catch (error) {
    if (error instanceof GitFailure) return false
    throw error
  }
}

async function readSettings(git: Git, wanted: Partial<CommitAuthor>) {
  const keys = '^(user\\.(name|email)|receive\\.denycurrentbranch|core\\.sparsecheckout)$'
  const found = await git.text(['config', '-z', '--get-regexp', keys]).catch(() => '')
  const value = (key: string) =>
    found
      .split('\0')
      .findLast((line) => line.startsWith(`${key}\n`))
      ?.slice(key.length + 1)
  const author = cleanAuthor({
    name: wanted.name ?? value('user.name') ?? '',
    email: wanted.email ?? value('user.email') ?? '',
  })
  const takesPushes = value('receive.denycurrentbranch')?.toLowerCase() === 'updateinstead'
  return { author, takesPushes, isSparse: value('core.sparsecheckout') === 'true' }
}

/**
 * Opens or makes the repository of a content folder; null with the reason when there can be none.
 * With `isAgain` nothing is made: what was there before may be about to come back.
 * @throws BareRepositoryError, SecondServerError when another server is making it
 */
export async function findRepository(options: {
  contentDir: string
  identity: Partial<CommitAuthor>
  io: Io
  env: Environment
  log: Log
  isAgain?: boolean
}): Promise<FoundRepository | { fixed: RepositoryState; git: null }> {
  const { io, identity, log, isAgain = false } = options
  // Without a wait, so that git is at work while the caller goes on.
  if (!isAgain) mkdirSync(options.contentDir, { recursive: true })
  const folder = realpathSync(options.contentDir)
  const plainEnv = gitEnvironment(options.env, {})
  // Nothing of the repository's own settings runs in these questions, so any owner will do.
  const asking = createGit({ cwd: folder, env: plainEnv, config: ['safe.directory=*'] })
  const [refused, found, configured] = await Promise.all([
    refusedVersion(asking),
    findRepositoryPaths(asking).catch((error) => {
      if (error instanceof GitFailure || errorCode(error) === 'ENOENT') return 'unreadable' as const
      throw error
    }),
    readSettings(asking, identity),
  ])
  if (refused !== null) return { fixed: refused, git: null }
  if (found === 'unreadable') {
    return { fixed: readOnly('Git cannot read the repository of the content folder.'), git: null }
  }
  const isForeign = found !== null && found.prefix !== '' && (await isIgnored(asking, folder))
  const isNew = found === null || isForeign
  if (isNew && isAgain) return { fixed: readOnly('There is no repository.'), git: null }
  try {
    await endInterruptedMaking(folder)
    if (isNew) {
      await makeRepository({ folder, author: configured.author, env: plainEnv })
    }
  } catch (error) {
    if (error instanceof SecondServerError) throw error
    log.warn({ err: error }, 'The repository of the content folder was not made')
    return {
      fixed: readOnly('No git repository could be made in the content folder.'),
      git: null,
    }
  }
  const paths = isNew ? await findRepositoryPaths(asking) : found
  if (paths === null) throw new Error('git does not find the repository it has just made')
  if (paths.objectFormat !== 'sha1') {
    return {
      fixed: readOnly('The repository uses SHA-256, which cannot be written yet.'),
      git: null,
    }
  }
  const env = gitEnvironment(options.env, serverMark(paths.gap))
  const git = createGit({ cwd: paths.top, env, config: settings(paths.top, paths.gap) })
  const { author, takesPushes, isSparse } = isNew ? await readSettings(git, identity) : configured
  const fixed = isSparse ? readOnly(SPARSE) : await probe(io, paths, folder)
  if (takesPushes && fixed === null) await installPushHook(paths)
  return { git, paths, author, fixed }
}
