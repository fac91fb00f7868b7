/**
 * Gives a page its handlers. It is complete as the server sent it, and its links and forms work
 * without scripts, so what a visitor does comes first. Browser only.
 */
import type { ComponentType } from 'react'
import { startTransition } from 'react'
import { hydrateRoot } from 'react-dom/client'
import { App } from '../app.tsx'
import type { PageProps } from '../app-context.ts'
import { createApiClient } from '../data/api-client.ts'
import { QueryStore } from '../data/query-store.ts'
import { followSession, useSession } from '../state/session.ts'
import { followTheme } from '../state/theme.ts'
import { followDay } from './follow-day.ts'
import { fillInitialData, type InitialData } from './initial-data.ts'
import { followNavigation } from './navigation.ts'
import { pageOfQuery, pageQuery } from './page-queries.ts'
import { matchPage } from './page-table.ts'

/** Loads the component of a page that the page table has none of, by the page's name. */
export type LoadPage = (name: string) => Promise<ComponentType<PageProps> | undefined>

/** Takes the initial data out of the page and hydrates its markup. */
export async function hydratePage(loadPage: LoadPage): Promise<void> {
  const root = document.getElementById('root')
  const initialText = document.getElementById('initial-data')?.textContent
  if (!root || !initialText) return
  // Written by our own server for this page.
  const initial = JSON.parse(initialText) as InitialData
  fillInitialData(
    initial,
    (id) => root.querySelector(`[data-html="${CSS.escape(id)}"]`)?.innerHTML ?? null,
  )
  const api = createApiClient({
    fetch: fetch.bind(globalThis),
    token: () => useSession.getState().token,
  })
  const fetchAnswer = async (query: string) => {
    const page = pageOfQuery(query)
    return page === null ? api.get(query) : { data: await loadPage(page) }
  }
  const queries = new QueryStore({ initial, fetchAnswer })
  const { pathname: path, search } = location
  const { entry } = matchPage(path)
  if (!entry.page) await loaded(queries, pageQuery(entry.name))
  followNavigation({ queries, today: initial.today, isNewDay: followDay(initial.site.time_zone) })
  // As a transition, React hydrates in slices of a few milliseconds and lets input in between.
  startTransition(() => {
    hydrateRoot(root, <App {...{ initial, queries, path, search }} />)
  })
  followTheme()
  followSession()
}

/** Resolves once there is an answer; while there is none, the page stays as the server sent it. */
function loaded(queries: QueryStore, path: string): Promise<void> {
  return new Promise((resolve) => {
    const end = queries.subscribe(() => {
      if (queries.state(path).status !== 'ready') return
      end()
      resolve()
    })
    queries.ensure(path)
  })
}
