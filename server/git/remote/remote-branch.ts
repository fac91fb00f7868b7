/**
 * One branch of a remote: fetch, push, compare. Two refs for each remote record the last fetched
 * commit (`seen`) and the last one that both sides had (`agreed`), so that a rewritten history is
 * detected after a restart too. Never forces a push.
 */
import { createHash } from 'node:crypto'
import { readdir, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { type SimpleGit, simpleGit } from 'simple-git'
import type { Saves } from '../commit/saves.ts'
import { type Git, isAncestor } from '../objects/git-process.ts'
import type { RepositoryAccess } from '../objects/repository-access.ts'
import { OWN_REFS } from '../objects/repository-paths.ts'
import { RefusedTreeError } from '../objects/verify-path.ts'
import type { CommitId, Integrated, MergeRules } from '../repository.ts'
import { remoteFailure, withoutSecrets } from './exchange-failures.ts'
import { checkIncoming, planIntegration } from './integration.ts'

const SILENT_MS_MAX = 60_000

const FSCK_REFUSED =
  'The remote has objects that git refuses as hostile or torn, so nothing is pulled; the log of the server names them.'
const NO_COMMIT = 'The branch of the remote names no commit, so nothing is pulled.'

const BEHIND = /\[rejected\]|\((?:fetch first|non-fast-forward|incorrect old value)/
const RACE =
  /\[remote rejected\].*\((?:failed to update ref|cannot lock ref)|reference already exists/

interface Options {
  /** The open repository. @throws RepositoryError while it is missing */
  parts(): { access: RepositoryAccess; saves: Saves }
  /** Name or URL. */
  remote: string
  /** Full name of the branch, here and there. */
  branch: string
}

/** simple-git refuses environment and settings by default, so exactly ours are allowed. */
function transportGit(
  { config, env: inherited }: Git,
  folder: string,
  abort: AbortSignal,
): SimpleGit {
  // Without a terminal ssh must fail rather than ask.
  const isSshSet = inherited.GIT_SSH_COMMAND !== undefined || inherited.GIT_SSH !== undefined
  const env = isSshSet ? inherited : { ...inherited, GIT_SSH_COMMAND: 'ssh -o BatchMode=yes' }
  return simpleGit({
    baseDir: folder,
    trimmed: false,
    maxConcurrentProcesses: 2,
    timeout: { block: SILENT_MS_MAX },
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
    },
    abort,
  }).env(env)
}

/** Our branch at one remote. Methods that contact the remote throw RemoteFailure. */
export class RemoteBranch {
  readonly #options: Options
  readonly #aborter = new AbortController()
  readonly #seenRef: string
  readonly #agreedRef: string
  readonly #transport: SimpleGit
  /** The remote without credentials, for display. */
  readonly name: string

  constructor(options: Options) {
    this.#options = options
    const { paths, git } = options.parts().access
    this.name = withoutSecrets(options.remote)
    const key = createHash('sha1').update(options.remote).digest('hex').slice(0, 12)
    this.#seenRef = `${OWN_REFS.remotes}/${key}/seen`
    this.#agreedRef = `${OWN_REFS.remotes}/${key}/agreed`
    this.#transport = transportGit(git, paths.top, this.#aborter.signal)
  }

  /**
   * @returns the newest commit, null when the remote lacks the branch
   * @throws also RefusedTreeError
   */
  async fetch(): Promise<CommitId | null> {
    const { remote, branch } = this.#options
    const { git, paths, reader } = this.#options.parts().access
    // Progress keeps simple-git from taking a long transfer for a dead one.
    const options = ['--progress', '--no-tags', '--no-write-fetch-head', '--no-recurse-submodules']
    const args = ['fetch', ...options, remote, `+${branch}:${this.#seenRef}`]
    try {
      await withoutTemporaryPacks(paths.objects, () => this.#transport.raw(args))
    } catch (error) {
      if (/fsck error/.test(String(error))) {
        throw new RefusedTreeError(FSCK_REFUSED, withoutSecrets(String(error)).slice(0, 2_000))
      }
      if (!/couldn't find remote ref/.test(String(error))) throw remoteFailure(error)
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
    const { access, saves } = this.#options.parts()
    // Outside of the save queue: no save waits for the check of a large tree.
    await checkIncoming(access.git, theirs)
    return saves.run((base, tmpDir) => planIntegration(access, { theirs, rules }, { base, tmpDir }))
  }

  /** Names of all branches of the remote, such as `main`. */
  async allNames(): Promise<string[]> {
    const args = ['ls-remote', '--heads', this.#options.remote]
    const listed = await this.#transport.raw(args).catch((error) => {
      throw remoteFailure(error)
    })
    return [...listed.matchAll(/\trefs\/heads\/(.+)$/gm)].map(([, name = '']) => name)
  }

  /** Pushes a commit. @returns false when the remote has commits that we lack */
  async push(commit: CommitId): Promise<boolean> {
    const { remote, branch } = this.#options
    const options = ['--progress', '--no-verify', '--no-recurse-submodules', '--no-signed']
    try {
      await this.#transport.raw(['push', ...options, remote, `${commit}:${branch}`])
    } catch (error) {
      if (BEHIND.test(String(error)) || RACE.test(String(error))) return false
      throw remoteFailure(error)
    }
    await this.#writeRef(this.#seenRef, commit)
    await this.recordCommon(commit)
    return true
  }

  /** Newest commits of our branch and of the remote as last fetched. */
  async tips(): Promise<{ ours: CommitId | null; theirs: CommitId | null }> {
    const { reader } = this.#options.parts().access
    const refs = [this.#options.branch, this.#seenRef]
    const [ours = null, theirs = null] = await Promise.all(refs.map((ref) => reader.idOf(ref)))
    return { ours, theirs }
  }

  /** Records that our branch has this commit of the remote. */
  recordCommon(commit: CommitId): Promise<void> {
    return this.#writeRef(this.#agreedRef, commit)
  }

  /** Whether the remote dropped commits that our branch has from it. */
  async isRewritten(commit: CommitId): Promise<boolean> {
    const { git, reader } = this.#options.parts().access
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
    const text = await this.#options.parts().access.git.text(args)
    const [ahead = 0, behind = 0] = text.split('\t').map(Number)
    return theirs === null ? { ahead: ahead + behind, behind: 0 } : { ahead, behind }
  }

  /** Aborts running commands. */
  close(): void {
    this.#aborter.abort()
  }

  async #writeRef(ref: string, commit: CommitId): Promise<void> {
    await this.#options.parts().access.git.run(['update-ref', ref, commit])
  }
}

/**
 * Runs a fetch and removes the temporary packs of a failed one: with a bad object at the remote,
 * each retry would leave another.
 */
async function withoutTemporaryPacks(
  objects: string,
  fetch: () => Promise<unknown>,
): Promise<void> {
  const folder = join(objects, 'pack')
  const temporaryPacks = async () => {
    const names = await readdir(folder).catch(() => [])
    return names.filter((name) => /^tmp_(?:pack|idx|rev)_/.test(name))
  }
  const before = await temporaryPacks()
  try {
    await fetch()
  } catch (error) {
    const leftovers = (await temporaryPacks()).filter((name) => !before.includes(name))
    for (const name of leftovers) await rm(join(folder, name), { force: true })
    throw error
  }
}
