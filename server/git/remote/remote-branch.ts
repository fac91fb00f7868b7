/**
 * One branch of a remote: fetch, push, compare. Two refs for each remote record the last fetched
 * commit (`seen`) and the last one that both sides had (`agreed`), so that a rewritten history is
 * detected after a restart too. Never forces a push.
 */
import { createHash } from 'node:crypto'
import { statSync } from 'node:fs'
import { readdir, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { unescape as decoded } from 'node:querystring'
import { type SimpleGit, simpleGit } from 'simple-git'
import { RepositoryError } from '../../errors.ts'
import { isAncestor } from '../objects/git-process.ts'
import type { RepositoryAccess } from '../objects/repository-access.ts'
import { OWN_REFS } from '../objects/repository-paths.ts'
import { RefusedTreeError } from '../objects/verify-path.ts'
import type { CommitId, Integrated, MergeRules, Repository } from '../repository.ts'
import { remoteFailure, withoutSecrets } from './exchange-failures.ts'
import { checkIncoming, planIntegration } from './integration.ts'

/** Kill after so long without output. */
const TRANSFER_SILENT_MS_MAX = 60_000
/** A fetch that still writes its pack is younger. */
const TEMPORARY_MS_MAX = 3_600_000

const FSCK_REFUSED =
  'The remote has objects that git refuses as hostile or torn, so nothing is pulled; the log of the server names them.'
const NO_COMMIT = 'The branch of the remote names no commit, so nothing is pulled.'

/** The remote has commits that we lack, or is being pushed to. */
const BEHIND =
  /\[rejected\]|\((?:fetch first|non-fast-forward|incorrect old value|failed to update ref|cannot lock ref)|reference already exists/

/** simple-git refuses environment and settings by default, so exactly ours are allowed. */
function transportGit(
  { git: { config, env: inherited }, paths }: RepositoryAccess,
  login: Record<string, string>,
  abort: AbortSignal,
): SimpleGit {
  // Without a terminal ssh must fail rather than ask.
  const isSshSet =
    paths.config.has('core.sshcommand') || 'GIT_SSH_COMMAND' in inherited || 'GIT_SSH' in inherited
  const ssh = isSshSet ? {} : { GIT_SSH_COMMAND: 'ssh -o BatchMode=yes' }
  const env = { ...inherited, ...ssh, ...login }
  return simpleGit({
    baseDir: paths.top,
    timeout: { block: TRANSFER_SILENT_MS_MAX },
    config: [...config, 'color.ui=false'],
    allowEnvironment: Object.keys(env),
    unsafe: {
      allowUnsafeHooksPath: true,
      allowUnsafeFsMonitor: true,
      allowUnsafeProtocolOverride: true,
      // The operator's own variables, which gitEnvironment let through.
      allowUnsafeConfigPaths: true,
      allowUnsafeSshCommand: true,
      allowUnsafeAskPass: true,
      allowUnsafeEditor: true,
      allowUnsafePager: true,
      allowUnsafeConfigEnvCount: true,
      allowUnsafeCredentialHelper: true,
    },
    abort,
  }).env(env)
}

/** Tells git the login in the environment. */
const LOGIN_HELPER =
  '!printf "username=%s\\npassword=%s\\n" "$GAP_REMOTE_USER" "$GAP_REMOTE_PASSWORD"; :'

/**
 * The address of a remote, and its password as settings in the environment: every user of the
 * machine can read the arguments of a program.
 */
function splitLogin(remote: string): { address: string; login: Record<string, string> } {
  const url = URL.canParse(remote) ? new URL(remote) : null
  if (url === null || !/^https?:$/.test(url.protocol) || url.password === '') {
    return { address: remote, login: {} }
  }
  const login = {
    // As git does, `unescape` leaves a lone percent sign.
    GAP_REMOTE_USER: decoded(url.username),
    GAP_REMOTE_PASSWORD: decoded(url.password),
    // Git asks it for this host alone: a header would go along to wherever the host redirects.
    GIT_CONFIG_COUNT: '2',
    GIT_CONFIG_KEY_0: `credential.${url.origin}.helper`,
    // No other helper is asked, or told the password to keep.
    GIT_CONFIG_VALUE_0: '',
    GIT_CONFIG_KEY_1: `credential.${url.origin}.helper`,
    GIT_CONFIG_VALUE_1: LOGIN_HELPER,
  }
  url.username = ''
  url.password = ''
  return { address: url.href, login }
}

/** The branch of saves at one remote. All methods may throw RemoteFailure and RepositoryError. */
export class RemoteBranch {
  readonly #repository: Pick<Repository, 'parts' | 'state'>
  /** Name or URL, without a password. */
  readonly #address: string
  readonly #login: Record<string, string>
  readonly #aborter = new AbortController()
  readonly #seenRef: string
  readonly #agreedRef: string
  /** The remote without credentials, for display. */
  readonly name: string

  /** @param remote name or URL */
  constructor(repository: Pick<Repository, 'parts' | 'state'>, remote: string) {
    this.#repository = repository
    const { address, login } = splitLogin(remote)
    this.#address = address
    this.#login = login
    this.name = withoutSecrets(remote)
    const key = createHash('sha1').update(remote).digest('hex').slice(0, 12)
    this.#seenRef = `${OWN_REFS.remotes}/${key}/seen`
    this.#agreedRef = `${OWN_REFS.remotes}/${key}/agreed`
  }

  /**
   * @returns the newest commit, null when the remote lacks the branch
   * @throws also RefusedTreeError
   */
  async fetch(): Promise<CommitId | null> {
    const { access, branch } = this.#writable()
    const { git, paths, reader } = access
    // --progress: output resets the silence time-out.
    const options = ['--progress', '--no-tags', '--no-write-fetch-head', '--no-recurse-submodules']
    await removeTemporaryPacks(join(paths.objects, 'pack'))
    try {
      const refs = `+${branch}:${this.#seenRef}`
      await this.#transport(access).fetch(this.#address, refs, options)
    } catch (error) {
      const failure = remoteFailure(error)
      if (/fsck error/.test(String(error))) {
        throw new RefusedTreeError(FSCK_REFUSED, { cause: failure.cause })
      }
      if (!/couldn't find remote ref/.test(String(error))) throw failure
      await git.run(['update-ref', '-d', this.#seenRef])
      return null
    }
    const tip = await reader.info(this.#seenRef)
    // The ref may name a tag, which as a parent of a merge would make the history unreadable.
    if (tip && tip.type !== 'commit') throw new RefusedTreeError(NO_COMMIT)
    return tip?.id ?? null
  }

  /**
   * Integrates a fetched commit by a fast-forward or a merge, published like a save.
   * @throws as `write` of `Saves`; LocalObstacle when something here is in the way;
   *   RefusedTreeError for a hostile or too large tree
   */
  async integrate(theirs: CommitId, rules: MergeRules): Promise<Integrated> {
    const { access, saves } = this.#writable()
    // Outside of the save queue: no save waits for the check of a large tree.
    await checkIncoming(access.git, theirs)
    const integrated = await saves.run((context) =>
      planIntegration(access, { theirs, rules }, context),
    )
    await this.#writeRef(this.#agreedRef, theirs)
    return integrated
  }

  /** Pushes a commit. @returns false when the remote has commits that we lack */
  async push(commit: CommitId): Promise<boolean> {
    const { access, branch } = this.#writable()
    const options = ['--progress', '--no-verify', '--no-recurse-submodules', '--no-signed']
    try {
      await this.#transport(access).push(this.#address, `${commit}:${branch}`, options)
    } catch (error) {
      if (BEHIND.test(String(error))) return false
      throw remoteFailure(error)
    }
    await this.#writeRef(this.#seenRef, commit)
    await this.#writeRef(this.#agreedRef, commit)
    return true
  }

  /** Newest commits of our branch and of the remote as last fetched. */
  async tips(): Promise<{ ours: CommitId | null; theirs: CommitId | null }> {
    const { access, branch } = this.#writable()
    const ids = [branch, this.#seenRef].map((ref) => access.reader.idOf(ref))
    const [ours = null, theirs = null] = await Promise.all(ids)
    return { ours, theirs }
  }

  /** Whether the remote dropped commits that our branch has from it. */
  async isRewritten(commit: CommitId): Promise<boolean> {
    const { git, reader } = this.#writable().access
    const agreed = await reader.idOf(this.#agreedRef)
    const { ours } = await this.tips()
    if (agreed === null || ours === null || (await isAncestor(git, agreed, commit))) return false
    if (!(await isAncestor(git, agreed, ours))) return false
    // A merge of the new history by hand is consent.
    return (await isAncestor(git, commit, agreed)) || !(await isAncestor(git, commit, ours))
  }

  /** Commits that only we have, and that only the remote had at the last fetch. */
  async count(): Promise<{ ahead: number; behind: number }> {
    const { ours, theirs } = await this.tips()
    if (ours === null) return { ahead: 0, behind: 0 }
    const range = theirs === null ? ours : `${ours}...${theirs}`
    const args = ['rev-list', '--count', '--left-right', range]
    const text = await this.#writable().access.git.text(args)
    const [ahead = 0, behind = 0] = text.split('\t').map(Number)
    return theirs === null ? { ahead: ahead + behind, behind: 0 } : { ahead, behind }
  }

  /** Aborts running commands. */
  close(): void {
    this.#aborter.abort()
  }

  /** @throws RepositoryError while nothing can be written */
  #writable() {
    const { access, saves, headWatcher, isReadOnly } = this.#repository.parts()
    const branch = headWatcher.branch()
    if (!isReadOnly && branch !== null) return { access, saves, branch }
    throw new RepositoryError('read_only', this.#repository.state().message)
  }

  #transport(access: RepositoryAccess): SimpleGit {
    return transportGit(access, this.#login, this.#aborter.signal)
  }

  async #writeRef(ref: string, commit: CommitId): Promise<void> {
    await this.#writable().access.git.run(['update-ref', ref, commit])
  }
}

/**
 * Removes the packs that failed fetches have left: with a bad object at the remote, each retry
 * leaves another.
 */
async function removeTemporaryPacks(folder: string): Promise<void> {
  for (const name of await readdir(folder).catch(() => [])) {
    if (!/^tmp_(?:pack|idx|rev)_/.test(name)) continue
    const pack = join(folder, name)
    const { mtimeMs = Date.now() } = statSync(pack, { throwIfNoEntry: false }) ?? {}
    if (Date.now() - mtimeMs > TEMPORARY_MS_MAX) await rm(pack, { force: true })
  }
}
