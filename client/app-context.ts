/** React context of every screen: query store, site, and today's date. */
import { type ComponentType, createContext, useContext } from 'react'
import type { QueryStore } from './data/query-store.ts'
import type { InitialData } from './start/initial-data.ts'

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
