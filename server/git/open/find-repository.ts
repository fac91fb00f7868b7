/**
 * Finds or makes the repository of the content folder and checks whether it is writable. A folder
 * that the surrounding repository ignores gets a new one.
 */
import { accessSync, constants, mkdirSync, realpathSync, statSync } from 'node:fs'
import { join } from 'node:path'
import type { Log } from '../../log.ts'
import { installPushHook } from '../commit/push-hook.ts'
import { type CommitAuthor, cleanAuthor } from '../objects/commit-object.ts'
import { type Environment, Git, GitFailure, gitEnvironment } from '../objects/git-process.ts'
import { errorCode, type Faults } from '../objects/io.ts'
import { newObjectsIn } from '../objects/new-objects.ts'
import {
  type GitConfig,
  type RepositoryPaths,
  readConfig,
  readRepositoryPaths,
} from '../objects/repository-paths.ts'
import {
  ForeignRepositoryError,
  findContentPlace,
  placeAt,
  type RepositoryPlace,
  type WorkTreePlace,
} from '../objects/repository-place.ts'
import type { RepositoryState } from '../types.ts'
import { makeRepository, removeTemporaryFolder } from './make-repository.ts'

type AuthorSettings = { [Key in keyof CommitAuthor]?: CommitAuthor[Key] | null }

export interface RepositoryOptions {
  contentDir: string
  /** Author of our commits; missing fields come from git's settings. */
  identity: AuthorSettings
  log: Log
  /** Environment for git: PATH, HOME, GIT_SSH_COMMAND and the like. */
  env: Environment
  /** Whether a save may make the first commit of the branch; true when absent. */
  mayBegin?: () => boolean
  /** Tests only: called before each step of a save, and after some. */
  faults?: Faults
  /** How long a save waits for a foreign index lock, in milliseconds. */
  lockWaitMs?: number
  /** How long a save waits for the end of a merge or the return to the branch. */
  busyWaitMs?: number
}

const SPARSE =
  'The repository is a sparse checkout, in which nothing can be saved from here. Bring all of it in with git sparse-checkout disable, and start the server again.'

const NO_GIT = 'Saving needs git, which is not installed on the server.'

/** `refusal` is why nothing can be written, or null; `git` is null without a repository. */
type Found =
  | { git: Git; paths: RepositoryPaths; author: CommitAuthor; refusal: RepositoryState | null }
  | { git: null; refusal: RepositoryState }

export type FoundRepository = Extract<Found, { git: Git }>

/** The state in which the site is served and nothing is saved, with the reason as a sentence. */
export const readOnly = (message: string): RepositoryState => ({ state: 'read_only', message })

/** The settings of every git command of ours. */
const settings = (gap: string): string[] => [
  'core.fsync=all',
  `core.hooksPath=${join(gap, 'nohooks')}`,
  'core.fsmonitor=false',
  'gc.auto=0',
  'maintenance.auto=false',
  'protocol.ext.allow=never',
  // Git checks fetched and pushed objects before it stores them.
  ...['fetch', 'transfer', 'receive'].map((what) => `${what}.fsckObjects=true`),
]

/** Why git cannot be used; null when it can. */
async function refusedVersion(git: Git): Promise<string | null> {
  try {
    const [, major, minor] = /(\d+)\.(\d+)/.exec(await git.text(['version'])) ?? []
    // `git merge-tree --write-tree` came with it.
    const isNewEnough = Number(major) * 100 + Number(minor) >= 238
    return isNewEnough ? null : 'Saving needs git 2.38 or newer on the server.'
  } catch (error) {
    if (errorCode(error) !== 'ENOENT' && !(error instanceof GitFailure)) throw error
    return NO_GIT
  }
}

async function isIgnored(git: Git, folder: string): Promise<boolean> {
  // `check-ignore` fails with literal pathspecs; on stdin it takes plain paths.
  const env = { GIT_LITERAL_PATHSPECS: '0' }
  const options = { input: `${folder}\0`, env, exitCodes: [0, 1] }
  return (await git.run(['check-ignore', '-z', '--stdin'], options)).length > 0
}

/** The author of our commits. */
function authorOf(config: GitConfig, identity: AuthorSettings): CommitAuthor {
  return cleanAuthor({
    name: identity.name ?? config.get('user.name') ?? '',
    email: identity.email ?? config.get('user.email') ?? '',
  })
}

/** Finds or makes the repository. @throws StartError for a bare one */
export async function findRepository(options: RepositoryOptions): Promise<Found> {
  const { identity, log } = options
  const none = (message: string): Found => ({ refusal: readOnly(message), git: null })
  mkdirSync(options.contentDir, { recursive: true })
  const folder = realpathSync(options.contentDir)
  const env = gitEnvironment(options.env)
  const gitAt = (place: RepositoryPlace, config: string[] = []) => new Git({ place, env, config })
  const read = (place: WorkTreePlace) => readRepositoryPaths(gitAt(place), place, folder)
  const own = placeAt(folder)
  let paths: RepositoryPaths | null
  try {
    const refused = await refusedVersion(gitAt(own))
    if (refused !== null) return none(refused)
    const place = findContentPlace(folder)
    paths = place && (await read(place))
    if (paths && paths.prefix !== '' && (await isIgnored(gitAt(paths), folder))) paths = null
  } catch (error) {
    if (error instanceof ForeignRepositoryError) return none(error.message)
    if (!(error instanceof GitFailure) && errorCode(error) === '') throw error
    return none('Git cannot read the repository of the content folder.')
  }
  try {
    if (paths === null) {
      const author = authorOf(await readConfig(gitAt(own)), identity)
      await makeRepository({ folder, author, env })
      paths = await read(own)
    }
  } catch (error) {
    log.warn({ err: error }, 'The repository of the content folder was not made')
    return none('No git repository could be made in the content folder.')
  }
  await removeTemporaryFolder(folder)
  if (paths.objectFormat !== 'sha1') {
    return none('The repository uses SHA-256, which cannot be written yet.')
  }
  const git = gitAt(paths, settings(paths.gap))
  const author = authorOf(paths.config, identity)
  const takesPushes =
    paths.config.get('receive.denycurrentbranch')?.toLowerCase() === 'updateinstead'
  const isSparse = paths.config.get('core.sparsecheckout') === 'true'
  const refusal = isSparse ? readOnly(SPARSE) : probe(paths, folder)
  if (takesPushes && refusal === null) installPushHook(paths)
  return { git, paths, author, refusal }
}

/**
 * Creates our folders and checks the permissions and the volume that every save needs. @returns why
 * nothing can be saved, or null
 */
function probe(
  { gap, objects, gitFolder }: RepositoryPaths,
  contentFolder: string,
): RepositoryState | null {
  try {
    const own = [gap, join(gap, 'nohooks'), newObjectsIn(objects)]
    for (const folder of own) mkdirSync(folder, { recursive: true })
    const folders = [...own, objects, gitFolder, contentFolder]
    for (const folder of folders) accessSync(folder, constants.W_OK)
  } catch {
    return readOnly('The server is not allowed to write to the content folder or its repository.')
  }
  // New files are renamed from the repository into the content folder.
  return statSync(contentFolder).dev === statSync(gap).dev
    ? null
    : readOnly('The content folder and its git repository lie on different volumes.')
}
