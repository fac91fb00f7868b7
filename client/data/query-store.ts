/**
 * Answers of the API by query path (an API path without `/api`): one store for each request on the
 * server, one for each tab in the browser. Only network errors and 5xx are tried again, since a 404
 * stays one. Plain: use-query.ts binds it to React.
 */
import { createStore, type StoreApi } from 'zustand/vanilla'
import type { Answer } from '#domain/answers/public-answers.ts'
import type { InitialData, QueryFailure } from '../start/initial-data.ts'
import { ApiError, FALLBACK_ERROR } from './api-client.ts'

const RETRIES_MAX = 3
const RETRY_DELAY_MS = 1000
const RETRY_DELAY_MS_MAX = 30_000
const ANSWER_LIFETIME_MS = 5 * 60_000

export type QueryState<A> =
  | { status: 'loading'; answer: null; failure: null }
  | { status: 'ready'; answer: A; failure: null }
  | { status: 'failed'; answer: null; failure: QueryFailure }

type AnyAnswer = Answer<unknown, unknown>
type AnyState = QueryState<AnyAnswer>

interface Entry {
  state: AnyState
  /** When the state came, in milliseconds since 1970; 0 when it is stale. */
  at: number
  isLoading: boolean
}

export const LOADING: AnyState = { status: 'loading', answer: null, failure: null }

/** The delay before retry number `retry`, counted from 0, in milliseconds. */
export function retryDelay(retry: number): number {
  return Math.min(RETRY_DELAY_MS * 2 ** retry, RETRY_DELAY_MS_MAX)
}

export class QueryStore {
  readonly #fetchAnswer: (path: string) => Promise<AnyAnswer>
  readonly entries: StoreApi<ReadonlyMap<string, Entry>>

  /** A store that starts with the initial answers; `fetchAnswer` throws ApiError. */
  constructor(
    { answers, failures = {} }: Pick<InitialData, 'answers' | 'failures'>,
    fetchAnswer: (path: string) => Promise<AnyAnswer>,
  ) {
    this.#fetchAnswer = fetchAnswer
    const entries = new Map<string, Entry>()
    const add = (path: string, state: AnyState) =>
      entries.set(path, { state, at: Date.now(), isLoading: false })
    for (const [path, answer] of Object.entries(answers)) add(path, readyState(answer))
    for (const [path, failure] of Object.entries(failures)) add(path, failedState(failure))
    // React is shown a store's initial state while it hydrates, so it must have the answers.
    this.entries = createStore(() => entries)
  }

  /** The state now; the same object until it changes. */
  state(path: string): AnyState {
    return this.entries.getState().get(path)?.state ?? LOADING
  }

  /** Loads unless there is a fresh answer or a load under way; an old answer stays visible. */
  ensure(path: string): void {
    const entry = this.entries.getState().get(path)
    const isFresh = entry && isSettled(entry.state) && Date.now() - entry.at < ANSWER_LIFETIME_MS
    if (!isFresh) this.#start(path, entry?.state.status === 'ready' ? entry.state : LOADING)
  }

  /** Forgets a failure and loads again ('Try Again'). */
  retry(path: string): void {
    this.#start(path, LOADING)
  }

  /** Marks all answers stale after a write: they stay visible and are loaded when next needed. */
  expire(): void {
    const entries = [...this.entries.getState()]
    const stale = entries.map(([path, entry]) => [path, { ...entry, at: 0 }] as const)
    this.entries.setState(new Map(stale), true)
  }

  #start(path: string, state: AnyState): void {
    if (this.entries.getState().get(path)?.isLoading) return
    this.#put(path, { state, at: 0, isLoading: true })
    void this.#load(path, 0)
  }

  async #load(path: string, retry: number): Promise<void> {
    try {
      const answer = await this.#fetchAnswer(path)
      this.#put(path, { state: readyState(answer), at: Date.now(), isLoading: false })
    } catch (error) {
      const statusCode = error instanceof ApiError ? error.statusCode : 0
      const isTemporary = statusCode === 0 || statusCode >= 500
      if (isTemporary && retry < RETRIES_MAX) {
        setTimeout(() => this.#load(path, retry + 1), retryDelay(retry))
        return
      }
      // An answer that could not be renewed is still the best there is.
      const isKept = isTemporary && this.state(path).status === 'ready'
      const words = error instanceof Error ? error.message : FALLBACK_ERROR
      const state = isKept ? this.state(path) : failedState({ statusCode, error: words })
      this.#put(path, { state, at: Date.now(), isLoading: false })
    }
  }

  #put(path: string, entry: Entry): void {
    this.entries.setState(new Map(this.entries.getState()).set(path, entry), true)
  }
}

/** Answers, and refusals that another try would not change. */
function isSettled({ status, failure }: AnyState): boolean {
  if (status === 'ready') return true
  return failure !== null && failure.statusCode >= 400 && failure.statusCode < 500
}

const readyState = (answer: AnyAnswer): AnyState => ({ status: 'ready', answer, failure: null })

const failedState = (failure: QueryFailure): AnyState => ({
  status: 'failed',
  answer: null,
  failure,
})
