/** What every screen is given and may ask for: the queries, the site and its day. */
import { createContext, useContext } from 'react'
import type { Day } from '#domain/days/day.ts'
import type { Site } from '#domain/site.ts'
import type { QueryStore } from './data/query-store.ts'

/** What a page takes from its address. */
export interface PageProps {
  params: Readonly<Record<string, string>>
  search: URLSearchParams
}

/** One per request on the server, one per tab in the browser. */
export interface AppSurroundings {
  queries: QueryStore
  site: Site
  siteUrl: string
  /** Today in the site's zone, as the server counted it. */
  today: Day
}

export const AppContext = createContext<AppSurroundings | null>(null)

/** The surroundings; throws outside of `App`. */
export function useApp(): AppSurroundings {
  const surroundings = useContext(AppContext)
  if (surroundings === null) throw new Error('useApp outside of App')
  return surroundings
}
