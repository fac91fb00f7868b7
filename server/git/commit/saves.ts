/**
 * The save queue of one repository, one save at a time: wait until the repository is writable, plan
 * against the newest content, publish. When the repository changed meanwhile, the save is planned
 * again.
 */
import { setTimeout as sleep } from 'node:timers/promises'
import { RepositoryError } from '../../errors.ts'
import { JobQueue } from '../../workers/job-queue.ts'
import { indexLockHolder } from '../locks/index-lock.ts'
import type { RefMove } from '../locks/refs.ts'
import { isTransient, refusedWrite } from '../objects/failures.ts'
import { type FileIdentity, flushFileSystem, modifiedMs } from '../objects/io.ts'
import type { CommitId, Planner, WorkTree, WriteResult } from '../types.ts'
import { LOCKED } from './head-watcher.ts'
import { type Plan, planSave } from './plan-save.ts'
import { type PublishDeps, publish } from './publisher.ts'
import { isPushUnderWay } from './push-hook.ts'
import { WorkTreeFiles } from './work-tree-files.ts'

/** Length of the queue; further saves get 503. */
const WAITING_MAX = 250
/** Retries of a save after a transient failure. */
const FAILURES_MAX = 5
const RETRY_MS_MIN = 2
const RETRY_MS_MAX = 50
const CHECK_MS = 20
/** Pause after another git command changed the index: it may be about to move a ref. */
const SETTLE_MS = 30

interface Deps extends PublishDeps {
  /** Refs that keep acknowledged commits not in `base` from gc. */
  refsToKeep(base: CommitId | null): Promise<RefMove[]>
  /** How long a save may take, the wait for others included. */
  timeLimitMs: number
  /** How long a save waits for the end of a merge or the return to its branch. */
  busyWaitMs: number
  /** Whether a save may make the first commit of the branch. */
  mayBegin(): boolean
}

const AWAITS_REMOTE =
  'The site waits for the content of its remote, which has not answered yet, so nothing can be saved.'

export class Saves {
  readonly #deps: Deps
  readonly #queue = new JobQueue({ lengthMax: WAITING_MAX })
  #isClosed = false
  /** Our newest commit, null for none. While it is HEAD there is nothing to check or flush. */
  #ownTip: CommitId | null | undefined = null

  constructor(deps: Deps) {
    this.#deps = deps
  }

  /**
   * Makes one commit of what `planner` returns, durable before it resolves.
   * @throws errors of the planner; RepositoryError when nothing was changed, or with
   *   `outcome_unknown`
   */
  write<T>(planner: Planner<T>): Promise<WriteResult<T>> {
    return this.run(async (context) => {
      if (context.base === null && !this.#deps.mayBegin()) {
        throw new RepositoryError('repository_busy', AWAITS_REMOTE)
      }
      const files = new WorkTreeFiles(this.#deps, context.base)
      const { value, ...change } = await planner(files)
      const { save, newCommits } = await planSave(this.#deps, change, { ...context, files })
      return { save, answer: { commit: save?.tip ?? null, newCommits, value } }
    })
  }

  /** Runs an empty save, which begins with the recovery. */
  repair(): void {
    const { log } = this.#deps
    this.run(async () => ({ save: null, answer: null })).catch((error) =>
      log.warn({ err: error }, 'The repair has to wait'),
    )
  }

  /** The content as a save that began now would find it; does not wait for saves. */
  async workTree(): Promise<WorkTree> {
    return new WorkTreeFiles(this.#deps, await this.#deps.reader.idOf(this.#branch()))
  }

  /** Queues one save. @throws as `write` */
  async run<T>(plan: Plan<T>): Promise<T> {
    if (this.#isClosed) throw new RepositoryError('read_only', 'The server is shutting down.')
    if (this.#queue.isFull) {
      throw new RepositoryError('repository_locked', 'Too many changes are waiting to be saved.')
    }
    const deadline = performance.now() + this.#deps.timeLimitMs
    return this.#queue.run(() => this.#save(plan, deadline))
  }

  /** Refuses new saves and resolves when the waiting ones are done. */
  async close(): Promise<void> {
    this.#isClosed = true
    await this.#queue.idle()
  }

  async #save<T>(plan: Plan<T>, deadline: number): Promise<T> {
    let failures = 0
    let refusal: unknown = new RepositoryError('repository_locked', LOCKED.message)
    for (let tries = 0; ; tries += 1) {
      try {
        const saved = await this.#trySave(plan, deadline)
        if (saved !== null) return saved.answer
      } catch (error) {
        failures += 1
        refusal = this.#refused(error)
        if (!isTransient(error) || failures > FAILURES_MAX) throw refusal
      }
      if (performance.now() >= deadline) throw refusal
      await sleep(Math.random() * Math.min(RETRY_MS_MIN * 2 ** tries, RETRY_MS_MAX))
    }
  }

  /** Null when the repository changed since the plan. */
  async #trySave<T>(plan: Plan<T>, deadline: number): Promise<{ answer: T } | null> {
    const { refsToKeep, reader, io, newObjects, authorIndex } = this.#deps
    const indexIdentity = await this.#waitUntilWritable(deadline)
    const base = await reader.idOf(this.#branch())
    const isOwn = base === this.#ownTip
    const moves = isOwn ? [] : await refsToKeep(base)
    await newObjects.waitForGc()
    await newObjects.clear()
    const tmpDir = await io.makeTemporary(this.#deps.paths.gap)
    try {
      const staged = await authorIndex.staged(indexIdentity, base)
      const context = { base, tmpDir, indexIdentity, staged }
      const { save, answer } = await plan(context)
      if (save === null) return { answer }
      if (!isOwn) await flushFileSystem(this.#deps.paths.objects)
      // What a save that fails here leaves unflushed, the next one takes over.
      this.#ownTip = undefined
      if (!(await publish(this.#deps, save, { ...context, deadline, moves }))) return null
      this.#ownTip = save.tip
      return { answer }
    } finally {
      await io.removeAll(tmpDir).catch(() => {})
    }
  }

  #branch(): string {
    return this.#deps.headWatcher.branch() ?? 'HEAD'
  }

  #refused(cause: unknown): unknown {
    const error = refusedWrite(cause)
    // Refusals of the planner are not logged: the caller answers with them.
    if (error instanceof RepositoryError) this.#deps.log.warn({ err: cause }, 'A write was refused')
    return error
  }

  /** @returns as `#waitForForeignGit` @throws RepositoryError when it stays unwritable */
  async #waitUntilWritable(deadline: number): Promise<FileIdentity | null> {
    const { headWatcher, recovery, busyWaitMs } = this.#deps
    const end = Math.min(deadline, performance.now() + busyWaitMs)
    for (;;) {
      const { state, message } = await headWatcher.check()
      // `publish` waits for locks.
      if (state === 'ok' || state === 'repository_locked') break
      if (state === 'read_only' || performance.now() >= end) {
        throw new RepositoryError(state, message)
      }
      await sleep(CHECK_MS)
    }
    if (recovery.isPending()) await recovery.completeOrUndo()
    return this.#waitForForeignGit(deadline)
  }

  /**
   * Waits for a push, a git command that holds the index (a checkout may have files away), and one
   * that has just changed it.
   * @returns the identity of the index before the last wait, null for none
   */
  async #waitForForeignGit(deadline: number): Promise<FileIdentity | null> {
    const { io, paths, authorIndex } = this.#deps
    const isBusy = async () =>
      (await indexLockHolder(this.#deps)) === 'other' ||
      (await isPushUnderWay(this.#deps, this.#branch()))
    while (performance.now() < deadline && (await isBusy())) await sleep(CHECK_MS)
    const identity = await io.identity(paths.index)
    if (identity === null || authorIndex.isLastWritten(identity)) return identity
    const age = Date.now() - modifiedMs(identity)
    if (age >= 0 && age < SETTLE_MS) await sleep(SETTLE_MS - age)
    return identity
  }
}
