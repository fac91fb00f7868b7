/**
 * Cache of API answers by query path (an API path without `/api`): one store per request on the
 * server, one per tab in the browser. Only network errors and 5xx are retried. It does not depend
 * on React; app-context.ts binds it.
 */
import { createStore, type StoreApi } from 'zustand/vanilla'
import type { Answer } from '#domain/answers/public-answers.ts'
import type { Day } from '#domain/days/day.ts'
import type { Site } from '#domain/site.ts'
import { ApiError, sentenceOf } from './api-client.ts'

const RETRIES_MAX = 3
/** Before the first retry; doubled before each further one. */
const RETRY_DELAY_MS = 1000
const ANSWER_LIFETIME_MS = 5 * 60_000

/** Failure of a query. */
export interface QueryFailure {
  /** 0 without an answer. */
  statusCode: number
  /** Message for the user. */
  error: string
}

/** Data embedded in a page for hydration: the API answers that it was rendered from. */
export interface InitialData {
  /** Today in the site's zone. */
  today: Day
  site: Site
  /** The site's own address without a trailing slash, for canonical links. */
  siteUrl: string
  /** Answers by query path. */
  answers: Record<string, Answer<unknown, unknown>>
  /** Failures by query path; of any unknown post under the id `/` (hydrate.tsx). */
  failures?: Record<string, QueryFailure>
}

/** State of a query; both members are null during the first load. */
export interface QueryState<A> {
  answer: A | null
  failure: QueryFailure | null
}

type AnyAnswer = Answer<unknown, unknown>
type AnyState = QueryState<AnyAnswer>

interface Entry {
  state: AnyState
  isLoading: boolean
  /** When it was asked for, in milliseconds since 1970, or `EXPIRED`. */
  at: number
}

/** Time of a state that `expire` has made stale. */
const EXPIRED = 0

export const LOADING: AnyState = { answer: null, failure: null }

export class QueryStore {
  readonly #fetchAnswer: (path: string) => Promise<AnyAnswer>
  readonly entries: StoreApi<Readonly<Record<string, Entry>>>

  /** A store with the initial answers. @param fetchAnswer throws ApiError */
  constructor(
    { answers, failures = {} }: Pick<InitialData, 'answers' | 'failures'>,
    fetchAnswer: (path: string) => Promise<AnyAnswer>,
  ) {
    this.#fetchAnswer = fetchAnswer
    const entries = Object.keys({ ...answers, ...failures }).map((path) => {
      const state = { answer: answers[path] ?? null, failure: failures[path] ?? null }
      return [path, { state, isLoading: false, at: Date.now() }]
    })
    // React hydrates with a store's initial state, so it must contain the answers.
    this.entries = createStore(() => Object.fromEntries(entries))
  }

  /** The current state; the same object until it changes. */
  state(path: string): AnyState {
    return this.entries.getState()[path]?.state ?? LOADING
  }

  /** Whether a component that shows it should load it again. */
  isExpired(path: string): boolean {
    const { at, isLoading } = this.entries.getState()[path] ?? {}
    return at === EXPIRED && isLoading === false
  }

  /** Loads a query unless it is fresh or loading; a stale answer stays visible. */
  ensure(path: string): void {
    const { state = LOADING, at = EXPIRED } = this.entries.getState()[path] ?? {}
    const isSettled = state.answer ?? (state.failure && !isTemporary(state.failure))
    const isFresh = isSettled && Date.now() - at < ANSWER_LIFETIME_MS
    if (!isFresh) this.#start(path, state.answer ? state : LOADING)
  }

  /** Clears a failure and loads again ('Try Again'). */
  retry(path: string): void {
    this.#start(path, LOADING)
  }

  /** Makes all answers stale. They stay visible, and those on the screen are loaded again. */
  expire(): void {
    const entries = Object.entries(this.entries.getState())
    this.entries.setState(
      Object.fromEntries(entries.map(([path, entry]) => [path, { ...entry, at: EXPIRED }])),
    )
  }

  /** Removes all answers. */
  clear(): void {
    this.entries.setState({}, true)
  }

  #start(path: string, state: AnyState): void {
    const { isLoading, at = EXPIRED } = this.entries.getState()[path] ?? {}
    this.entries.setState({ [path]: { state, isLoading: true, at: isLoading ? at : Date.now() } })
    if (!isLoading) void this.#load(path, 0)
  }

  async #load(path: string, retry: number): Promise<void> {
    try {
      this.#end(path, { answer: await this.#fetchAnswer(path), failure: null })
    } catch (error) {
      const statusCode = error instanceof ApiError ? error.statusCode : 0
      const failure = { statusCode, error: sentenceOf(error) }
      if (isTemporary(failure) && retry < RETRIES_MAX) {
        setTimeout(() => this.#load(path, retry + 1), RETRY_DELAY_MS * 2 ** retry)
        return
      }
      // Keep a stale answer if it could not be refreshed.
      const isKept = isTemporary(failure) && this.state(path).answer !== null
      this.#end(path, isKept ? this.state(path) : { answer: null, failure })
    }
  }

  #end(path: string, state: AnyState): void {
    const { at = Date.now() } = this.entries.getState()[path] ?? {}
    this.entries.setState({ [path]: { state, isLoading: false, at } })
  }
}

/** Whether a retry may succeed. */
const isTemporary = ({ statusCode }: QueryFailure) => statusCode === 0 || statusCode >= 500
