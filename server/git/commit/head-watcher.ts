/**
 * Keeps the state and the head current: file events in the git folder are hints, a look every 1.5 s
 * is the net. A look costs a dozen stat calls and one question to an open process.
 */
import { type FSWatcher, watch } from 'node:fs'
import { dirname, join } from 'node:path'
import { Debounce } from '../../workers/debounce.ts'
import { Line } from '../../workers/line.ts'
import type { IndexLock } from '../locks/index-lock.ts'
import { StandingLocks } from '../locks/standing-locks.ts'
import type { RepositoryAccess } from '../objects/repository-access.ts'
import type { CommitId, RepositoryState } from '../repository.ts'
import { branchGone, branchOfSaves, readRepositoryState } from './repository-state.ts'

const POLL_MS = 1_500
/** Events come in bunches: one look serves those of this time. */
const HINT_DELAY_MS = 20

interface Deps extends RepositoryAccess {
  lock: IndexLock
  /** From this age on, a foreign lock is reported. */
  lockWaitMs: number
  /** A state that no change of files ends, such as `read_only`. */
  fixed: RepositoryState | null
}

export class HeadWatcher {
  readonly #deps: Deps
  readonly #locks: StandingLocks
  readonly #listeners = new Set<() => void>()
  readonly #poll: NodeJS.Timeout
  readonly #watchers: FSWatcher[] = []
  readonly #hints: Debounce
  #branch: string | null = null
  #state: RepositoryState
  #head: CommitId | null = null
  readonly #looks = new Line()

  private constructor(deps: Deps) {
    this.#deps = deps
    this.#locks = new StandingLocks(deps)
    this.#state = deps.fixed ?? { state: 'ok', message: '' }
    this.#hints = new Debounce(async () => void (await this.check()), {
      quietMs: HINT_DELAY_MS,
      failure: 'The repository could not be checked',
      log: deps.log,
    })
    this.#poll = setInterval(() => this.#hints.ask(), POLL_MS)
    this.#poll.unref()
  }

  /** Watches from now on; resolves after the first look. */
  static async start(deps: Deps): Promise<HeadWatcher> {
    const watcher = new HeadWatcher(deps)
    await watcher.check()
    watcher.#watchFolders()
    await watcher.check()
    return watcher
  }

  /** As the last look found it. */
  state(): RepositoryState {
    return this.#state
  }

  /** Full name of the branch that writes belong on; null until one is checked out. */
  branch(): string | null {
    return this.#branch
  }

  /** Looks now. */
  async check(): Promise<RepositoryState> {
    await this.#looks.run(() => this.#look())
    return this.#state
  }

  onChange(listener: () => void): () => void {
    this.#listeners.add(listener)
    return () => this.#listeners.delete(listener)
  }

  async close(): Promise<void> {
    clearInterval(this.#poll)
    this.#hints.close()
    for (const watcher of this.#watchers) watcher.close()
    await this.#looks.idle()
  }

  #watchFolders(): void {
    const { gitFolder, commonFolder } = this.#deps.paths
    const branchFolder = join(commonFolder, dirname(this.#branch ?? 'refs/heads/any'))
    for (const folder of new Set([gitFolder, join(gitFolder, 'logs'), branchFolder])) {
      try {
        this.#watchers.push(watch(folder, () => this.#hints.ask()).on('error', () => {}))
      } catch {
        // No such folder yet, or no more watches to be had: the poll sees the change.
      }
    }
  }

  async #readState(): Promise<RepositoryState> {
    const { fixed, io, paths, reader } = this.#deps
    if (fixed !== null) return fixed
    const state = await readRepositoryState(io, paths, this.#branch)
    const locked = await this.#locks.look(this.#branch)
    if (state.state === 'wrong_branch' && this.#branch !== null) {
      if ((await reader.info(this.#branch)) === null) return branchGone(this.#branch)
    }
    return state.state === 'ok' && locked !== null ? locked : state
  }

  async #look(): Promise<void> {
    this.#branch ??= await branchOfSaves(this.#deps, this.#deps.fixed !== null)
    const [newState, newHead] = await Promise.all([
      this.#readState(),
      this.#deps.reader.idOf('HEAD'),
    ])
    const isNew = newHead !== this.#head || newState.message !== this.#state.message
    this.#state = newState
    this.#head = newHead
    if (!isNew) return
    for (const listener of this.#listeners) listener()
  }
}
