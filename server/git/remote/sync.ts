/**
 * Synchronizes the branch with the remote: pulls at the start, on a timer and on request, pushes
 * after each commit, also the author's. Runs in the background, one exchange at a time; failures
 * are retried with exponential backoff, and the status says why.
 */
import { once } from 'node:events'
import { setTimeout as sleep } from 'node:timers/promises'
import type { SyncState } from '#domain/answers/admin-answers.ts'
import { RepositoryError } from '../../errors.ts'
import type { Log } from '../../log.ts'
import { RefusedTreeError } from '../objects/verify-path.ts'
import type { MergeRules, Repository } from '../repository.ts'
import { LocalObstacle, RemoteFailure } from './exchange-failures.ts'
import { RemoteBranch } from './remote-branch.ts'

/** Attempts of one exchange while others push too, and the longest pause between them. */
const ATTEMPTS_MAX = 30
const ATTEMPT_PAUSE_MS_MAX = 1_000
const BUSY_REMOTE = 'Others push to the remote faster than this server, or a lock is left there.'
const RETRY_MS_MIN = 1_000
const RETRY_SECONDS_MAX = 60
/** Time for an exchange to finish when the server shuts down. */
const CLOSE_MS_MAX = 2_000

export interface SyncOptions {
  repository: Pick<Repository, 'onChange' | 'parts' | 'state'>
  /** Name or URL. */
  remote: string
  /** How often to pull, and the longest pause between tries; 0: no timer, pauses up to 60 s. */
  pullSeconds: number
  rules: MergeRules
  log: Log
}

/** Starts at once. */
export class Sync {
  readonly #options: SyncOptions
  readonly #branch: RemoteBranch
  readonly #state: SyncState
  readonly #stopListening: () => void
  /** Settles at the end of the first exchange, then at the end of all. */
  readonly #first: Promise<void>
  readonly #running: Promise<void>
  #isPullDue = true
  /** Whether the next exchange follows without a pause. */
  #isExchangeRequested = true
  #isClosed = false
  #failures = 0
  /** Ends the pause between two exchanges; null during one. */
  #wake: (() => void) | null = null

  constructor(options: SyncOptions) {
    this.#options = options
    this.#branch = new RemoteBranch(options.repository, options.remote)
    this.#state = {
      remote: this.#branch.name,
      state: 'starting',
      ahead: 0,
      behind: 0,
      last_pull: null,
      last_push: null,
      error: null,
      files: [],
    }
    this.#stopListening = options.repository.onChange(() => this.#onRepositoryChange())
    this.#first = this.#next()
    this.#running = this.#first.then(() => this.#run())
  }

  /** Waits for the end of the first exchange, or until the signal. */
  async firstExchange(signal: AbortSignal): Promise<void> {
    if (!signal.aborted) await Promise.race([this.#first, once(signal, 'abort')])
  }

  /**
   * Whether a history may begin here: the remote has answered, or a state of this repository, which
   * has to be told, is in the way. Of a remote that does not answer it would be a second history.
   */
  mayBegin(): boolean {
    return this.#state.last_pull !== null || this.#state.state === 'waiting'
  }

  state(): SyncState {
    return this.#state
  }

  /** Pulls now, in the background. */
  pull(): void {
    this.#isPullDue = true
    this.#requestExchange()
  }

  async close(): Promise<void> {
    this.#isClosed = true
    this.#stopListening()
    this.#wake?.()
    await Promise.race([this.#running, sleep(CLOSE_MS_MAX, undefined, { ref: false })])
    this.#branch.close()
    await this.#running
  }

  /** While the remote fails, commits are only counted; the retry pushes them. */
  #onRepositoryChange(): void {
    if (this.#failures === 0 || this.#state.state === 'waiting') this.#requestExchange()
    else if (this.#wake !== null) void this.#count()
  }

  #requestExchange(): void {
    this.#isExchangeRequested = true
    this.#wake?.()
  }

  async #run(): Promise<void> {
    while (!this.#isClosed) {
      if (!this.#isExchangeRequested || this.#failures > 0) await this.#pause()
      if (!this.#isClosed) await this.#next()
    }
  }

  /** Runs an exchange and notes its outcome. */
  async #next(): Promise<void> {
    this.#isExchangeRequested = false
    const failure: unknown = await this.#exchange().then(
      () => null,
      (error: unknown) => error,
    )
    // The counts first, so that they match the state.
    await this.#count()
    if (failure === null) this.#noteSuccess()
    else if (!this.#isClosed) this.#noteFailure(failure)
  }

  async #pause(): Promise<void> {
    const { pullSeconds } = this.#options
    const longest = (pullSeconds || RETRY_SECONDS_MAX) * 1_000
    const retry = Math.min(RETRY_MS_MIN * 2 ** (this.#failures - 1), longest)
    const wait = this.#failures === 0 ? longest : retry * (0.8 + Math.random() * 0.2)
    const woken = new Promise<void>((resolve) => {
      this.#wake = resolve
    })
    const timer = setTimeout(() => {
      if (this.#failures === 0) this.#isPullDue = true
      this.#wake?.()
    }, wait).unref()
    if (this.#failures === 0 && pullSeconds === 0) clearTimeout(timer)
    await woken
    clearTimeout(timer)
    this.#wake = null
  }

  /** Pulls and pushes until both sides are equal. */
  async #exchange(): Promise<void> {
    for (let attempt = 0; attempt < ATTEMPTS_MAX && !this.#isClosed; attempt += 1) {
      if (this.#isPullDue) await this.#pull()
      const { ours, theirs } = await this.#branch.tips()
      if (ours === null || ours === theirs) return
      if (await this.#branch.push(ours)) {
        this.#state.last_push = new Date().toISOString()
        this.#options.log.info({ commit: ours }, 'Pushed to the remote')
        return
      }
      this.#isPullDue = true
      await sleep(Math.random() * Math.min(20 * 2 ** attempt, ATTEMPT_PAUSE_MS_MAX))
    }
    if (!this.#isClosed) throw new RemoteFailure(BUSY_REMOTE)
  }

  async #pull(): Promise<void> {
    const { rules, log } = this.#options
    const theirs = await this.#branch.fetch()
    if (theirs !== null) {
      if (await this.#branch.isRewritten(theirs)) {
        throw new RemoteFailure(
          'The history of the remote was rewritten. Nothing is pulled or pushed until the branch here is reset to it or merged with it by hand.',
        )
      }
      const { files, conflicts } = await this.#branch.integrate(theirs, rules)
      if (files > 0) log.info({ commit: theirs, files }, 'Pulled from the remote')
      for (const conflict of conflicts) log.warn(conflict, 'Both sides changed the same place')
    }
    this.#isPullDue = false
    this.#state.last_pull = new Date().toISOString()
  }

  /** What hinders the count also fails the exchange, which says why. */
  async #count(): Promise<void> {
    Object.assign(this.#state, await this.#branch.count().catch(() => null))
  }

  #noteSuccess(): void {
    const { log } = this.#options
    if (this.#state.error !== null) log.info({}, 'The remote and this server share again')
    this.#failures = 0
    Object.assign(this.#state, { state: 'ok', error: null, files: [] })
  }

  #noteFailure(error: unknown): void {
    this.#failures += 1
    const isLocal = error instanceof LocalObstacle || error instanceof RepositoryError
    const isRemote = error instanceof RemoteFailure || error instanceof RefusedTreeError
    const message =
      isLocal || isRemote
        ? error.message
        : 'Sharing with the remote failed; the log of the server has the reason.'
    const reason = isRemote ? error.cause : isLocal ? undefined : error
    if (message !== this.#state.error) this.#options.log.warn({ reason }, message)
    this.#state.state = isLocal ? 'waiting' : 'failing'
    this.#state.error = message
    this.#state.files = error instanceof LocalObstacle ? error.files : []
  }
}
