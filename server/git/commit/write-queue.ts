/**
 * One writer at a time, many per round: while one round is on its way to the disk the next callers
 * gather, and are then planned together, one commit each, one flush for all. When something else
 * came first the whole round is planned again.
 */
import { setTimeout as sleep } from 'node:timers/promises'
import { RepositoryError } from '../../errors.ts'
import type { Log } from '../../log.ts'
import { hasVanished, refusedWrite } from '../objects/failures.ts'
import type { CommitId, Integrated, MergeRules, Planner, WriteResult } from '../repository.ts'
import { LOCKED } from './repository-state.ts'
import type { Round } from './round.ts'

/** Writers planned in one round. */
const ROUND_SIZE_MAX = 16
/** Writers that may wait; more are sent away with 503. */
const WAITING_MAX = 250
/** Times that a round is planned again because something vanished under it. */
const VANISHED_TIMES_MAX = 5
const AGAIN_MS_MIN = 2
const AGAIN_MS_MAX = 50

interface Writer {
  /** When it was asked for, epoch ms: no writer waits longer than the limit. */
  since: number
  isAlone: boolean
  plan(round: Round): Promise<unknown>
  resolve(result: unknown): void
  reject(error: unknown): void
}

interface Deps {
  /** Starts a round that has to be over at the deadline (epoch ms); rejects without writes. */
  begin(deadline: number): Promise<Round>
  /** Called when a write was refused because something is missing for good. */
  onVanished(): void
  /** How long a writer may wait while its round is tried again. */
  timeLimitMs: number
  log: Log
}

export class WriteQueue {
  readonly #deps: Deps
  readonly #waiting: Writer[] = []
  #isClosed = false
  #running: Promise<void> | null = null

  constructor(deps: Deps) {
    this.#deps = deps
  }

  /** Resolves when the commit of the plan stands. @throws as `write` of the door */
  write<T>(plan: Planner<T>): Promise<WriteResult<T>> {
    return this.#enter(false, (round) => round.add(plan))
  }

  /** Brings a fetched commit into the branch, in a round of its own. */
  integrate(theirs: CommitId, rules: MergeRules): Promise<Integrated> {
    return this.#enter(true, (round) => round.integrate(theirs, rules))
  }

  /** Refuses new writers and resolves when the waiting ones are done. */
  async close(): Promise<void> {
    this.#isClosed = true
    await this.#running
  }

  /** Plans and publishes once; writers whose planner failed are answered and dropped. */
  async #tryRound(writers: Set<Writer>, deadline: number): Promise<boolean> {
    const round = await this.#deps.begin(deadline)
    const results = new Map<Writer, unknown>()
    for (const writer of writers) {
      try {
        results.set(writer, await writer.plan(round))
      } catch (error) {
        if (hasVanished(error)) throw error
        writers.delete(writer)
        writer.reject(refusedWrite(error))
      }
    }
    if (writers.size === 0) return true
    if (!(await round.publish())) return false
    for (const [writer, result] of results) writer.resolve(result)
    return true
  }

  async #runRound(writers: Set<Writer>): Promise<void> {
    const { timeLimitMs, onVanished, log } = this.#deps
    const deadline = Math.min(...[...writers].map(({ since }) => since)) + timeLimitMs
    try {
      let vanished = 0
      const isDone = () =>
        this.#tryRound(writers, deadline).catch((error) => {
          if (!hasVanished(error) || vanished >= VANISHED_TIMES_MAX) throw error
          vanished += 1
          return false
        })
      for (let tries = 0; !(await isDone()); tries += 1) {
        if (Date.now() >= deadline) throw new RepositoryError('repository_locked', LOCKED.message)
        await sleep(Math.random() * Math.min(AGAIN_MS_MIN * 2 ** tries, AGAIN_MS_MAX))
      }
    } catch (cause) {
      const error = refusedWrite(cause)
      if (hasVanished(cause)) onVanished()
      log.warn({ err: cause }, 'A write was refused')
      for (const writer of writers) writer.reject(error)
    }
  }

  async #run(): Promise<void> {
    while (this.#waiting.length > 0)
      await this.#runRound(new Set(this.#waiting.splice(0, this.#roundSize())))
    this.#running = null
  }

  /** As many as may share a round, in the order in which they came. */
  #roundSize(): number {
    const alone = this.#waiting.findIndex(({ isAlone }) => isAlone)
    return Math.min(ROUND_SIZE_MAX, alone < 0 ? ROUND_SIZE_MAX : Math.max(1, alone))
  }

  #enter<T>(isAlone: boolean, plan: (round: Round) => Promise<unknown>): Promise<T> {
    if (this.#isClosed) {
      return Promise.reject(new RepositoryError('read_only', 'The server is shutting down.'))
    }
    if (this.#waiting.length >= WAITING_MAX) {
      return Promise.reject(
        new RepositoryError('repository_locked', 'Too many changes are waiting to be saved.'),
      )
    }
    return new Promise<T>((resolve, reject) => {
      this.#waiting.push({
        since: Date.now(),
        isAlone,
        plan,
        // The result of a writer's own plan comes back to that writer.
        resolve: (result) => resolve(result as T),
        reject,
      })
      this.#running ??= Promise.resolve().then(() => this.#run())
    })
  }
}
