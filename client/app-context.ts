/** What every screen is given and may ask for: the queries, the site and its day. */
import { createContext, useContext } from 'react'
import type { QueryStore } from './data/query-store.ts'
import type { InitialData } from './start/initial-data.ts'

/** What a page takes from its address. */
export interface PageProps {
  params: Readonly<Record<string, string>>
  search: URLSearchParams
}

/** One per request on the server, one per tab in the browser. */
export interface AppSurroundings extends Pick<InitialData, 'site' | 'siteUrl' | 'today'> {
  queries: QueryStore
}

export const AppContext = createContext<AppSurroundings | null>(null)

/** The surroundings; throws outside of `App`. */
export function useApp(): AppSurroundings {
  const surroundings = useContext(AppContext)
  if (surroundings === null) throw new Error('useApp outside of App')
  return surroundings
}
