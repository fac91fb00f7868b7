/** What every screen may ask for: the queries, the site and its day. One per request or tab. */
import { createContext, useContext } from 'react'
import type { Day } from '#domain/days/day.ts'
import type { Site } from '#domain/site.ts'
import type { QueryStore } from './data/query-store.ts'

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
