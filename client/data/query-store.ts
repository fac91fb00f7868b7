/**
 * Answers by query path, one store per request on the server and one per tab in the browser. Plain:
 * use-query.ts binds it to React. Only network errors and 5xx are tried again, since a 404
 * stays one.
 */
import type { Answer } from '#domain/answers/public-answers.ts'
import type { InitialData } from '../start/initial-data.ts'
import { ApiError, FALLBACK_ERROR } from './api-client.ts'

const RETRIES_MAX = 3
const RETRY_DELAY_MS = 1000
const RETRY_DELAY_MS_MAX = 30_000
export const ANSWER_LIFETIME_MS = 5 * 60_000
const ANSWERS_MAX = 200

export interface QueryFailure {
  /** 0 when no answer came. */
  statusCode: number
  message: string
}

export type QueryState<A> =
  | { status: 'loading'; answer: null; failure: null }
  | { status: 'ready'; answer: A; failure: null }
  | { status: 'failed'; answer: null; failure: QueryFailure }

type AnyAnswer = Answer<unknown, unknown>

interface Entry {
  state: QueryState<AnyAnswer>
  /** When the state came, in milliseconds since 1970. */
  at: number
  loading: boolean
}

const LOADING: QueryState<AnyAnswer> = { status: 'loading', answer: null, failure: null }

/** The delay before try number `retry`, counted from 0. */
export function retryDelay(retry: number): number {
  return Math.min(RETRY_DELAY_MS * 2 ** retry, RETRY_DELAY_MS_MAX)
}

export class QueryStore {
  readonly #fetchAnswer: (path: string) => Promise<AnyAnswer>
  readonly #entries = new Map<string, Entry>()
  readonly #listeners = new Set<() => void>()

  /** A store that starts with the initial answers; `fetchAnswer` throws ApiError. */
  constructor({
    initial,
    fetchAnswer,
  }: {
    initial: Pick<InitialData, 'answers' | 'failures'>
    fetchAnswer: (path: string) => Promise<AnyAnswer>
  }) {
    this.#fetchAnswer = fetchAnswer
    for (const [path, answer] of Object.entries(initial.answers)) {
      this.#settle(path, { status: 'ready', answer, failure: null })
    }
    for (const [path, { statusCode, error }] of Object.entries(initial.failures ?? {})) {
      const failure = { statusCode, message: error }
      this.#settle(path, { status: 'failed', answer: null, failure })
    }
  }

  /** The state now; the same object until it changes. */
  state(path: string): QueryState<AnyAnswer> {
    return this.#entries.get(path)?.state ?? LOADING
  }

  /** Starts loading unless a fresh answer or a load under way makes that needless. */
  ensure(path: string): void {
    const entry = this.#entries.get(path)
    if (entry?.loading) return
    if (entry && isSettled(entry.state) && Date.now() - entry.at < ANSWER_LIFETIME_MS) return
    this.#start(path, entry?.state.status === 'ready' ? entry.state : LOADING)
  }

  /** Forgets a failure and loads again ('Try Again'). */
  retry(path: string): void {
    if (!this.#entries.get(path)?.loading) this.#start(path, LOADING)
  }

  /** Asks again, once, for what no answer came for; until one comes it stays failed. */
  retryLost(): void {
    for (const [path, { state, loading }] of [...this.#entries]) {
      if (state.failure?.statusCode === 0 && !loading) this.#start(path, state, RETRIES_MAX)
    }
  }

  /**
   * Marks all answers stale after a write: they stay visible and are loaded again when next needed.
   */
  expire(): void {
    for (const entry of this.#entries.values()) entry.at = 0
  }

  /** Calls back after any change; returns the end of that. React calls it without the store. */
  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener)
    return () => this.#listeners.delete(listener)
  }

  #tell(): void {
    for (const listener of [...this.#listeners]) listener()
  }

  #start(path: string, state: QueryState<AnyAnswer>, retry = 0): void {
    const before = this.state(path)
    this.#entries.set(path, { state, at: 0, loading: true })
    void this.#load(path, retry)
    if (state !== before) this.#tell()
  }

  async #load(path: string, retry: number): Promise<void> {
    try {
      const answer = await this.#fetchAnswer(path)
      this.#settle(path, { status: 'ready', answer, failure: null })
    } catch (error) {
      const statusCode = error instanceof ApiError ? error.statusCode : 0
      const isPassing = statusCode === 0 || statusCode >= 500
      if (isPassing && retry < RETRIES_MAX) {
        setTimeout(() => this.#load(path, retry + 1), retryDelay(retry))
        return
      }
      const known = this.state(path)
      // An answer that could not be renewed is still the best there is; a failure is told once.
      const isKept =
        isPassing && (known.status === 'ready' || known.failure?.statusCode === statusCode)
      this.#settle(path, isKept ? known : failedState(statusCode, error))
    }
  }

  #settle(path: string, state: QueryState<AnyAnswer>): void {
    this.#entries.delete(path)
    this.#entries.set(path, { state, at: Date.now(), loading: false })
    for (const [oldest, { loading }] of this.#entries) {
      if (this.#entries.size <= ANSWERS_MAX) break
      if (!loading) this.#entries.delete(oldest)
    }
    this.#tell()
  }
}

/** Answers, and refusals that another try would not change. */
function isSettled({ status, failure }: QueryState<AnyAnswer>): boolean {
  if (status === 'ready') return true
  return failure !== null && failure.statusCode >= 400 && failure.statusCode < 500
}

function failedState(statusCode: number, error: unknown): QueryState<AnyAnswer> {
  const message = error instanceof Error ? error.message : FALLBACK_ERROR
  return { status: 'failed', answer: null, failure: { statusCode, message } }
}
