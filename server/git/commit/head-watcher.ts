/**
 * Follows HEAD and the repository's state by polling, at a dozen stat calls and one request to an
 * open process: its branch is checked out, and no merge, rebase or the like is in progress.
 */
import { join } from 'node:path'
import { JobQueue } from '../../workers/job-queue.ts'
import { indexLockHolder } from '../locks/index-lock.ts'
import { quoted } from '../objects/git-shell.ts'
import { modifiedMs } from '../objects/io.ts'
import type { RepositoryAccess } from '../objects/repository-access.ts'
import { OWN_REFS } from '../objects/repository-paths.ts'
import type { CommitId, RepositoryState } from '../types.ts'
import type { Recovery } from './recovery.ts'

const POLL_MS = 500

/** Files and folders of git's operations in progress; the first match is reported. */
const OPERATIONS: readonly (readonly [string, string])[] = [
  ['rebase-merge', 'A rebase'],
  ['rebase-apply/applying', 'Applying patches (git am)'],
  ['rebase-apply', 'A rebase'],
  ['MERGE_HEAD', 'A merge'],
  ['CHERRY_PICK_HEAD', 'A cherry-pick'],
  ['REVERT_HEAD', 'A revert'],
  ['sequencer', 'A cherry-pick or revert'],
  ['BISECT_LOG', 'A bisect'],
]

export const LOCKED: RepositoryState = {
  state: 'repository_locked',
  message: 'Another program is using the repository. Please try again in a moment.',
}

/**
 * The full name of the branch that is checked out (`refs/heads/…`), or null when HEAD is detached or
 * the name is not UTF-8: written back it would be another branch.
 */
async function checkedOutBranch({ io, paths }: RepositoryAccess): Promise<string | null> {
  const text = (await io.read(paths.head))?.bytes.toString() ?? ''
  return /^ref: (refs\/heads\/[^\n\ufffd]+)\n?$/.exec(text)?.[1] ?? null
}

/**
 * Whether the repository can take a save now. Only reads files, so it is cheap enough for every save.
 * @param branch full name of the branch for saves
 */
export async function readRepositoryState(
  access: RepositoryAccess,
  branch: string | null,
): Promise<RepositoryState> {
  const { io, paths } = access
  const marks = await Promise.all(OPERATIONS.map(([name]) => io.kind(join(paths.gitFolder, name))))
  const operation = OPERATIONS.find((_, at) => marks[at] !== null)?.[1]
  if (operation !== undefined) {
    return {
      state: 'repository_busy',
      message: `${operation} is under way in the repository. Saving works again once it is finished or aborted.`,
    }
  }
  const current = await checkedOutBranch(access)
  if (current !== null && current === branch) return { state: 'ok', message: '' }
  return { state: 'wrong_branch', message: wrongBranch(current, branch) }
}

function wrongBranch(current: string | null, branch: string | null): string {
  const shortName = (name: string) => name.replace(/^refs\/heads\//, '')
  const sentence = current
    ? `The branch “${shortName(current)}” is checked out in the repository.`
    : 'No branch is checked out in the repository, or one whose name is not UTF-8.'
  if (branch === null) return `${sentence} Saving works once one is.`
  return `${sentence} Saving works again after: git switch ${shortName(branch)} (To save on another branch from now on, start the server again.)`
}

interface Deps extends RepositoryAccess {
  recovery: Recovery
  /** Age in milliseconds from which a foreign lock is reported as stale. */
  lockWaitMs: number
  /** A permanent state, such as `read_only`; null where the files tell the state. */
  refusal: RepositoryState | null
  /** Called after HEAD moved or the state changed. */
  onChange(): void
}

export class HeadWatcher {
  readonly #deps: Deps
  readonly #poll: NodeJS.Timeout
  readonly #checks = new JobQueue({ lengthMax: 1 })
  #branch: string | null = null
  #state: RepositoryState
  #head: CommitId | null = null

  constructor(deps: Deps) {
    this.#deps = deps
    this.#state = deps.refusal ?? { state: 'ok', message: '' }
    const check = () => {
      if (this.#checks.isFull) return
      this.check().catch((err) => deps.log.warn({ err }, 'The repository could not be checked'))
    }
    this.#poll = setInterval(check, POLL_MS).unref()
  }

  /** State at the last check. */
  state(): RepositoryState {
    return this.#state
  }

  /** Full name of the branch for saves: the first that was checked out; null before. */
  branch(): string | null {
    return this.#branch
  }

  /** Checks now. */
  async check(): Promise<RepositoryState> {
    await this.#checks.run(() => this.#update())
    return this.#state
  }

  async close(): Promise<void> {
    clearInterval(this.#poll)
    await this.#checks.idle()
  }

  async #update(): Promise<void> {
    const { refusal, reader, onChange } = this.#deps
    this.#branch ??= await checkedOutBranch(this.#deps)
    const head = await reader.idOf('HEAD')
    const unreadable = head === null ? await this.#unreadableHead() : null
    const state = refusal ?? unreadable ?? (await this.#readState(this.#branch))
    const isNew = head !== this.#head || state.message !== this.#state.message
    this.#state = state
    this.#head = head
    if (isNew) onChange()
  }

  async #readState(branch: string | null): Promise<RepositoryState> {
    const state = await readRepositoryState(this.#deps, branch)
    if (state.state !== 'ok') return state
    const staleLock = await this.#staleLock(branch)
    if (staleLock === null)
      return { ...state, message: (await this.#deps.recovery.problem()) ?? '' }
    return {
      state: 'repository_locked',
      message: `Another git command holds the repository by a lock, so nothing can be saved. If no git command runs there any more, one that was killed has left it; remove it with: rm ${quoted(staleLock)}`,
    }
  }

  /** The state while the commit of HEAD is missing; null before the first commit. */
  async #unreadableHead(): Promise<RepositoryState | null> {
    const args = ['rev-parse', '--quiet', '--verify', 'HEAD']
    const id = await this.#deps.git.text(args).catch(() => '')
    if (id === '') return null
    return {
      state: 'read_only',
      message: `The newest commit of the repository (${id}) is missing, so nothing can be saved. Git fsck tells what else is; git fetch from a clone brings it back.`,
    }
  }

  /** Path of a lock that another git command has held longer than any needs, or null. */
  async #staleLock(branch: string | null): Promise<string | null> {
    const { io, paths, lockWaitMs } = this.#deps
    const refs = branch === null ? [OWN_REFS.acked] : [OWN_REFS.acked, branch]
    const lockPaths = [
      ...((await indexLockHolder(this.#deps)) === 'other' ? [paths.indexLock] : []),
      join(paths.gitFolder, 'HEAD.lock'),
      ...refs.map((ref) => join(paths.commonFolder, `${ref}.lock`)),
    ]
    for (const path of lockPaths) {
      const identity = await io.identity(path)
      // One from the future is of a clock that was set back since.
      const age = identity === null ? 0 : Math.abs(Date.now() - modifiedMs(identity))
      if (identity !== null && age >= lockWaitMs) return path
    }
    return null
  }
}
