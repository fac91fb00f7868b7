/**
 * Answers by query path, one store per request on the server and one per tab in the browser. Plain:
 * use-query.ts binds it to React. The constants are the spec's (§9); only network errors and 5xx
 * are tried again, since a 404 stays one.
 */
import type { Answer } from '#domain/answers/public-answers.ts'
import type { Seed } from '../start/initial-data.ts'
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

export interface QueryStore {
  /** The state now; the same object until it changes. */
  state(path: string): QueryState<AnyAnswer>
  /** Starts loading unless a fresh answer or a load under way makes that needless. */
  ensure(path: string): void
  /** Forgets a failure and loads again ('Try Again'). */
  retry(path: string): void
  /** Answers are shown on, and asked again when they are next needed: something was written. */
  expire(): void
  /** Calls back after any change; returns the end of that. */
  subscribe(listener: () => void): () => void
}

const LOADING: QueryState<AnyAnswer> = { status: 'loading', answer: null, failure: null }

/** The delay before try number `retry`, counted from 0. */
export function retryDelay(retry: number): number {
  return Math.min(RETRY_DELAY_MS * 2 ** retry, RETRY_DELAY_MS_MAX)
}

/** A store that starts with the seed's answers; `fetchAnswer` throws ApiError. */
export function createQueryStore({
  seed,
  fetchAnswer,
}: {
  seed: Pick<Seed, 'answers' | 'failures'>
  fetchAnswer: (path: string) => Promise<AnyAnswer>
}): QueryStore {
  const entries = new Map<string, Entry>()
  const listeners = new Set<() => void>()

  const tell = () => {
    for (const listener of [...listeners]) listener()
  }

  const settle = (path: string, state: QueryState<AnyAnswer>) => {
    entries.delete(path)
    entries.set(path, { state, at: Date.now(), loading: false })
    for (const oldest of entries.keys()) {
      if (entries.size <= ANSWERS_MAX) break
      if (!entries.get(oldest)?.loading) entries.delete(oldest)
    }
    tell()
  }

  const load = async (path: string, retry: number): Promise<void> => {
    try {
      settle(path, { status: 'ready', answer: await fetchAnswer(path), failure: null })
    } catch (error) {
      const statusCode = error instanceof ApiError ? error.statusCode : 0
      const passing = statusCode === 0 || statusCode >= 500
      if (passing && retry < RETRIES_MAX) {
        setTimeout(() => load(path, retry + 1), retryDelay(retry))
        return
      }
      const known = entries.get(path)?.state
      // An answer that could not be renewed is still the best there is.
      if (known?.status === 'ready' && passing) settle(path, known)
      else settle(path, failedState(statusCode, error))
    }
  }

  const start = (path: string, state: QueryState<AnyAnswer>) => {
    const before = entries.get(path)?.state ?? LOADING
    entries.set(path, { state, at: 0, loading: true })
    void load(path, 0)
    if (state !== before) tell()
  }

  for (const [path, answer] of Object.entries(seed.answers)) {
    settle(path, { status: 'ready', answer, failure: null })
  }
  for (const [path, { statusCode, error }] of Object.entries(seed.failures ?? {})) {
    settle(path, { status: 'failed', answer: null, failure: { statusCode, message: error } })
  }

  return {
    state: (path) => entries.get(path)?.state ?? LOADING,
    ensure(path) {
      const entry = entries.get(path)
      if (entry?.loading) return
      if (entry && isSettled(entry.state) && Date.now() - entry.at < ANSWER_LIFETIME_MS) return
      start(path, entry?.state.status === 'ready' ? entry.state : LOADING)
    },
    retry(path) {
      if (entries.get(path)?.loading) return
      start(path, LOADING)
    },
    expire() {
      for (const entry of entries.values()) entry.at = 0
    },
    subscribe(listener) {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
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
