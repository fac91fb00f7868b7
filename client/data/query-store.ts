/**
 * Answers of the API by query path (an API path without `/api`): one store for each request on the
 * server, one for each tab in the browser. Only network errors and 5xx are tried again, since a 404
 * stays one. Plain: use-query.ts binds it to React.
 */
import { createStore, type StoreApi } from 'zustand/vanilla'
import type { Answer } from '#domain/answers/public-answers.ts'
import type { InitialData, QueryFailure } from '../start/initial-data.ts'
import { ApiError, sentenceOf } from './api-client.ts'

const RETRIES_MAX = 3
const RETRY_DELAY_MS = 1000
const RETRY_DELAY_MS_MAX = 30_000
const ANSWER_LIFETIME_MS = 5 * 60_000

/** Both are null while the first answer is loading. */
export interface QueryState<A> {
  answer: A | null
  failure: QueryFailure | null
}

type AnyAnswer = Answer<unknown, unknown>
type AnyState = QueryState<AnyAnswer>

interface Entry {
  state: AnyState
  /** When the state came, in milliseconds since 1970; 0 while it is loading. */
  at: number
  isLoading: boolean
}

export const LOADING: AnyState = { answer: null, failure: null }

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
    for (const [path, answer] of Object.entries(answers)) add(path, { answer, failure: null })
    for (const [path, failure] of Object.entries(failures)) add(path, { answer: null, failure })
    // React is shown a store's initial state while it hydrates, so it must have the answers.
    this.entries = createStore(() => entries)
  }

  /** The state now; the same object until it changes. */
  state(path: string): AnyState {
    return this.entries.getState().get(path)?.state ?? LOADING
  }

  /** Loads unless there is a fresh answer or a load under way; an old answer stays visible. */
  ensure(path: string): void {
    const { state, at } = this.entries.getState().get(path) ?? { state: LOADING, at: 0 }
    const isSettled = state.answer ?? (state.failure && !isTemporary(state.failure))
    const isFresh = isSettled && Date.now() - at < ANSWER_LIFETIME_MS
    if (!isFresh) this.#start(path, state.answer ? state : LOADING)
  }

  /** Forgets a failure and loads again ('Try Again'). */
  retry(path: string): void {
    this.#start(path, LOADING)
  }

  #start(path: string, state: AnyState): void {
    if (this.entries.getState().get(path)?.isLoading) return
    this.#put(path, { state, at: 0, isLoading: true })
    void this.#load(path, 0)
  }

  async #load(path: string, retry: number): Promise<void> {
    try {
      const answer = await this.#fetchAnswer(path)
      this.#put(path, { state: { answer, failure: null }, at: Date.now(), isLoading: false })
    } catch (error) {
      const statusCode = error instanceof ApiError ? error.statusCode : 0
      const failure = { statusCode, error: sentenceOf(error) }
      if (isTemporary(failure) && retry < RETRIES_MAX) {
        setTimeout(() => this.#load(path, retry + 1), retryDelay(retry))
        return
      }
      // An answer that could not be renewed is still the best there is.
      const isKept = isTemporary(failure) && this.state(path).answer !== null
      const state = isKept ? this.state(path) : { answer: null, failure }
      this.#put(path, { state, at: Date.now(), isLoading: false })
    }
  }

  #put(path: string, entry: Entry): void {
    this.entries.setState(new Map(this.entries.getState()).set(path, entry), true)
  }
}

/** Whether another try may have another end. */
const isTemporary = ({ statusCode }: QueryFailure) => statusCode === 0 || statusCode >= 500
