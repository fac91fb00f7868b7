/** Binds the query store to React: a screen names a query path and follows its state. */
import { useEffect } from 'react'
import { useStore } from 'zustand'
import { useApp } from '../app-context.ts'
import { addToast } from '../state/toasts.ts'
import { LOADING, type QueryState } from './query-store.ts'

/** The state of a query whose answer has the shape `A`; loads it when the browser lacks it. */
export function useQuery<A>(path: string): QueryState<A> {
  const { queries } = useApp()
  const state = useStore(queries.entries, (entries) => entries[path]?.state ?? LOADING)
  useEffect(() => queries.ensure(path), [queries, path])
  // The path decides the shape (server/domain/answers/public-answers.ts).
  return state as QueryState<A>
}

/** Shows one toast for an error; a title of null is none. */
export function useErrorToast(title: string | null, description: string): void {
  useEffect(() => {
    if (title !== null) addToast({ title, description, tone: 'error' })
  }, [title, description])
}
