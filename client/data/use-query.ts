/** Binds the query store to React: a component subscribes to a query path. */
import { useEffect } from 'react'
import { useStore } from 'zustand'
import { useApp } from '../app-context.ts'
import { addToast } from '../state/toasts.ts'
import { EXPIRED, LOADING, type QueryState } from './query-store.ts'

/** The state of a query with an answer of type `A`; loads it in the browser if it is stale. */
export function useQuery<A>(path: string): QueryState<A> {
  const { queries } = useApp()
  const state = useStore(queries.entries, (entries) => entries[path]?.state ?? LOADING)
  const isExpired = useStore(queries.entries, (entries) => entries[path]?.at === EXPIRED)
  // biome-ignore lint/correctness/useExhaustiveDependencies: an expired answer is loaded again
  useEffect(() => queries.ensure(path), [queries, path, isExpired])
  // The cast: the path determines the type (server/domain/answers/public-answers.ts).
  return state as QueryState<A>
}

/** Shows a toast for an error. @param title null: no error */
export function useErrorToast(title: string | null, description: string): void {
  useEffect(() => {
    if (title !== null) addToast({ title, description, tone: 'error' })
  }, [title, description])
}
