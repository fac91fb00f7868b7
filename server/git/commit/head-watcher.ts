/**
 * Keeps the state and the head current. A look costs a dozen stat calls and one question to an open
 * process, so it is simply taken every quarter of a second.
 */
import { join } from 'node:path'
import { Line } from '../../workers/line.ts'
import type { IndexLock } from '../locks/index-lock.ts'
import type { FileIdentity } from '../objects/io.ts'
import type { RepositoryAccess } from '../objects/repository-access.ts'
import { OWN_REFS } from '../objects/repository-paths.ts'
import type { CommitId, RepositoryState } from '../repository.ts'
import { checkedOutBranch, readRepositoryState } from './repository-state.ts'

const POLL_MS = 250

interface Deps extends RepositoryAccess {
  lock: IndexLock
  /** From this age on, in milliseconds, a foreign lock is reported. */
  lockWaitMs: number
  /** A state that no change of files ends, such as `read_only`. */
  fixed: RepositoryState | null
  /** Called after HEAD moved or the state changed. */
  onChange(): void
}

export class HeadWatcher {
  readonly #deps: Deps
  /** When each foreign lock was first seen, in epoch milliseconds, by path. */
  #locksSeen = new Map<string, { identity: FileIdentity; at: number }>()
  readonly #poll: NodeJS.Timeout
  readonly #looks = new Line({ lengthMax: 1 })
  #branch: string | null = null
  #state: RepositoryState
  #head: CommitId | null = null

  constructor(deps: Deps) {
    this.#deps = deps
    this.#state = deps.fixed ?? { state: 'ok', message: '' }
    this.#poll = setInterval(() => {
      if (this.#looks.isFull) return
      this.check().catch((err) => deps.log.warn({ err }, 'The repository could not be checked'))
    }, POLL_MS).unref()
  }

  /** As the last look found it. */
  state(): RepositoryState {
    return this.#state
  }

  /** Full name of the branch that saves belong on; null until one is checked out. */
  branch(): string | null {
    return this.#branch
  }

  /** Looks now. */
  async check(): Promise<RepositoryState> {
    await this.#looks.run(() => this.#look())
    return this.#state
  }

  async close(): Promise<void> {
    clearInterval(this.#poll)
    await this.#looks.idle()
  }

  async #look(): Promise<void> {
    const { fixed, reader, onChange } = this.#deps
    this.#branch ??= await checkedOutBranch(this.#deps)
    const state = fixed ?? (await this.#readState(this.#branch))
    const head = await reader.idOf('HEAD')
    const isNew = head !== this.#head || state.message !== this.#state.message
    this.#state = state
    this.#head = head
    if (isNew) onChange()
  }

  async #readState(branch: string | null): Promise<RepositoryState> {
    const state = await readRepositoryState(this.#deps, branch)
    const standing = await this.#standingLock(branch)
    if (state.state !== 'ok' || standing === null) return state
    const quoted = `'${standing.replaceAll("'", "'\\''")}'`
    return {
      state: 'repository_locked',
      message: `Another git command holds the repository by a lock, so nothing can be saved. If no git command runs there any more, one that was killed has left it; remove it with: rm ${quoted}`,
    }
  }

  /** A lock of another git command that stands longer than any command needs; null for none. */
  async #standingLock(branch: string | null): Promise<string | null> {
    const { io, paths, lock, lockWaitMs } = this.#deps
    const refs = branch === null ? [OWN_REFS.acked] : [OWN_REFS.acked, branch]
    const places = [
      ...((await lock.isForeign()) ? [paths.indexLock] : []),
      join(paths.gitFolder, 'HEAD.lock'),
      ...refs.map((ref) => join(paths.commonFolder, `${ref}.lock`)),
    ]
    const before = this.#locksSeen
    this.#locksSeen = new Map()
    for (const path of places) {
      const identity = await io.identity(path)
      if (identity === null) continue
      const known = before.get(path)
      this.#locksSeen.set(path, known?.identity === identity ? known : { identity, at: Date.now() })
    }
    const isStanding = ({ at }: { at: number }) => Date.now() - at >= lockWaitMs
    return [...this.#locksSeen].find(([, seen]) => isStanding(seen))?.[0] ?? null
  }
}
