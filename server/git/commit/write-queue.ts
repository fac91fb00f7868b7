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

/** Writers planned in one round. */
const ROUND_SIZE_MAX = 16
/** Writers that may wait; more are sent away with 503. */
const WAITING_MAX = 250
/** Times that a round is planned again because something vanished under it. */
const VANISHED_TIMES_MAX = 5
const AGAIN_MS_MIN = 2
const AGAIN_MS_MAX = 50

export interface Round {
  /** Plans one writer's commit on top of the others'. @throws what the planner throws */
  add(plan: Planner<unknown>): Promise<WriteResult<unknown>>
  /** Plans how a fetched commit comes in; for a round without other writers. */
  integrate(theirs: CommitId, rules: MergeRules): Promise<Integrated>
  /** False when the round has to be planned again. */
  publish(): Promise<boolean>
}

interface WriteQueue {
  write<T>(plan: Planner<T>): Promise<WriteResult<T>>
  /** Brings a fetched commit into the branch, in a round of its own. */
  integrate(theirs: CommitId, rules: MergeRules): Promise<Integrated>
  /** Refuses new writers and resolves when the waiting ones are done. */
  close(): Promise<void>
}

interface Writer {
  /** When it was asked for, epoch ms: no writer waits longer than the limit. */
  since: number
  isAlone: boolean
  plan(round: Round): Promise<unknown>
  resolve(result: unknown): void
  reject(error: unknown): void
}

/**
 * @param begin starts a round that has to be over at the deadline (epoch ms); it rejects when the
 *   repository takes no writes
 * @param onVanished called when a write was refused because something is missing for good
 * @param timeLimitMs how long a writer may wait while its round is tried again
 */
export function createWriteQueue(options: {
  begin: (deadline: number) => Promise<Round>
  onVanished: () => void
  timeLimitMs: number
  log: Log
}): WriteQueue {
  const { begin, onVanished, timeLimitMs, log } = options
  const waiting: Writer[] = []
  let isClosed = false
  let running: Promise<void> | null = null

  /** Plans and publishes once; writers whose planner failed are answered and dropped. */
  async function tryRound(writers: Set<Writer>, deadline: number): Promise<boolean> {
    const round = await begin(deadline)
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

  async function runRound(writers: Set<Writer>): Promise<void> {
    const deadline = Math.min(...[...writers].map(({ since }) => since)) + timeLimitMs
    try {
      let vanished = 0
      const isDone = () =>
        tryRound(writers, deadline).catch((error) => {
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
      log.warn({ err: cause }, 'a write was refused')
      for (const writer of writers) writer.reject(error)
    }
  }

  async function run(): Promise<void> {
    while (waiting.length > 0) await runRound(new Set(waiting.splice(0, roundSize())))
    running = null
  }

  /** As many as may share a round, in the order in which they came. */
  function roundSize(): number {
    const alone = waiting.findIndex(({ isAlone }) => isAlone)
    return Math.min(ROUND_SIZE_MAX, alone < 0 ? ROUND_SIZE_MAX : Math.max(1, alone))
  }

  function enter<T>(isAlone: boolean, plan: (round: Round) => Promise<unknown>): Promise<T> {
    if (isClosed) {
      return Promise.reject(new RepositoryError('read_only', 'The server is shutting down.'))
    }
    if (waiting.length >= WAITING_MAX) {
      return Promise.reject(
        new RepositoryError('repository_locked', 'Too many changes are waiting to be saved.'),
      )
    }
    return new Promise<T>((resolve, reject) => {
      waiting.push({
        since: Date.now(),
        isAlone,
        plan,
        // The result of a writer's own plan comes back to that writer.
        resolve: (result) => resolve(result as T),
        reject,
      })
      running ??= Promise.resolve().then(run)
    })
  }

  return {
    write: (plan) => enter(false, (round) => round.add(plan)),
    integrate: (theirs, rules) => enter(true, (round) => round.integrate(theirs, rules)),

    async close() {
      isClosed = true
      await running
    },
  }
}
