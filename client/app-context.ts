/** React context of every screen: site, today's date, and the query store with its hooks. */
import { type ComponentType, createContext, useContext, useEffect } from 'react'
import { useStore } from 'zustand'
import { type InitialData, LOADING, type QueryState, type QueryStore } from './data/query-store.ts'
import { addToast } from './state/toasts.ts'

/** Props of a page, from its address. */
export interface PageProps {
  params: Readonly<Record<string, string>>
  search: URLSearchParams
}

/** Value of the context: one per request on the server, one per tab in the browser. */
export interface AppContextValue extends Pick<InitialData, 'site' | 'siteUrl' | 'today'> {
  queries: QueryStore
  /** The quick post for a project; absent in the visitors' script. */
  CheckIn?: ComponentType<{ project: string }> | undefined
}

export const AppContext = createContext<AppContextValue | null>(null)

/** Reads the context; throws outside `App`. */
export function useApp(): AppContextValue {
  const value = useContext(AppContext)
  if (value === null) throw new Error('useApp outside of App')
  return value
}

/** The state of a query with an answer of type `A`; loads it in the browser if it is stale. */
export function useQuery<A>(path: string): QueryState<A> {
  const { queries } = useApp()
  const state = useStore(queries.entries, (entries) => entries[path]?.state ?? LOADING)
  const isExpired = useStore(queries.entries, () => queries.isExpired(path))
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
