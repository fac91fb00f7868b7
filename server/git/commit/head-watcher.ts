/**
 * Keeps the state and the head current: file events in the git folder are hints, a look every 1.5 s
 * is the net. A look costs a dozen stat calls and one question to an open process.
 */
import { type FSWatcher, watch } from 'node:fs'
import { dirname, join } from 'node:path'
import type { Log } from '../../log.ts'
import type { IndexLock } from '../locks/index-lock.ts'
import { StandingLocks } from '../locks/standing-locks.ts'
import type { Io } from '../objects/io.ts'
import type { ObjectReader } from '../objects/object-reader.ts'
import type { RepositoryPaths } from '../objects/repository-paths.ts'
import type { CommitId, RepositoryState } from '../repository.ts'
import { branchOfSaves } from './branch-memory.ts'
import { branchGone, readRepositoryState } from './repository-state.ts'
import type { Soundness } from './soundness.ts'

const POLL_MS = 1_500
/** Events come in bunches: one look serves those of this time. */
const HINT_DELAY_MS = 20

export interface HeadWatcher {
  state(): RepositoryState
  /** Full name of the branch that writes belong on; null until one is checked out. */
  branch(): string | null
  /** Looks now. */
  check(): Promise<RepositoryState>
  onChange(listener: () => void): () => void
  close(): Promise<void>
}

/**
 * @param lockWaitMs from this age on a foreign lock is a state and not just a moment
 * @param fixed a state that no change of files ends, such as `read_only`
 */
export async function createHeadWatcher(options: {
  io: Io
  log: Log
  paths: RepositoryPaths
  reader: ObjectReader
  lock: IndexLock
  soundness: Soundness
  lockWaitMs: number
  fixed: RepositoryState | null
}): Promise<HeadWatcher> {
  const { io, log, paths, reader, lock, lockWaitMs, soundness, fixed } = options
  const listeners = new Set<() => void>()
  const findBranch = () => branchOfSaves({ io, paths, reader, log })
  let branch = await findBranch()
  let state: RepositoryState = fixed ?? { state: 'ok', message: '' }
  let head: CommitId | null = (await reader.info('HEAD'))?.id ?? null
  const locks = new StandingLocks({ io, paths, lock, lockWaitMs })
  let hint: NodeJS.Timeout | null = null
  let looking: Promise<void> = Promise.resolve()
  let isClosed = false

  async function readState(): Promise<RepositoryState> {
    if (fixed !== null) return fixed
    const condition = await readRepositoryState(io, paths, branch)
    const locked = await locks.look(branch)
    const damage = await soundness.look()
    if (damage !== null) return damage
    if (condition.state === 'wrong_branch' && branch !== null) {
      if ((await reader.info(branch)) === null) return branchGone(branch)
    }
    return condition.state === 'ok' && locked !== null ? locked : condition
  }

  async function look(): Promise<void> {
    branch ??= await findBranch()
    const newState = await readState()
    const newHead = (await reader.info('HEAD'))?.id ?? null
    const isNew = newHead !== head || newState.message !== state.message
    state = newState
    head = newHead
    if (!isNew) return
    for (const listener of listeners) listener()
  }

  function check(): Promise<RepositoryState> {
    const next = looking.then(look)
    looking = next.catch(() => {})
    return next.then(() => state)
  }

  const lookBeside = () => {
    hint = null
    if (isClosed) return
    check().catch((error) => log.warn({ err: error }, 'the repository could not be looked at'))
  }
  const takeHint = () => {
    hint ??= setTimeout(lookBeside, HINT_DELAY_MS)
  }
  const poll = setInterval(lookBeside, POLL_MS)
  poll.unref()

  const watched = new Set([
    paths.gitFolder,
    join(paths.gitFolder, 'logs'),
    join(paths.commonFolder, dirname(branch ?? 'refs/heads/any')),
  ])
  const watchers: FSWatcher[] = []
  for (const folder of watched) {
    try {
      watchers.push(watch(folder, takeHint).on('error', () => {}))
    } catch {
      // No such folder yet, or no more watches to be had: the poll sees the change.
    }
  }
  await check()

  return {
    state: () => state,
    branch: () => branch,
    check,
    onChange(listener) {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    async close() {
      isClosed = true
      clearInterval(poll)
      if (hint !== null) clearTimeout(hint)
      for (const watcher of watchers) watcher.close()
      await looking
    },
  }
}
