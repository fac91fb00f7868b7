/** The browser's start: takes the seed out of the page and brings the markup to life. */
import { hydrateRoot } from 'react-dom/client'
import './styles/index.css'
import { App } from './app.tsx'
import { createApiClient } from './data/api-client.ts'
import { createQueryStore } from './data/query-store.ts'
import { followMoves } from './moves.ts'
import { matchPage } from './page-table.ts'
import { fillSeed, type Seed } from './seed.ts'
import { followSession, useSession } from './state/session.ts'
import { followTheme } from './state/theme.ts'

async function start(): Promise<void> {
  const root = document.getElementById('root')
  const seedText = document.getElementById('seed')?.textContent
  if (!root || !seedText) return
  // Written by our own server for this page.
  const seed = JSON.parse(seedText) as Seed
  fillSeed(seed, (id) => root.querySelector(`[data-html="${CSS.escape(id)}"]`)?.innerHTML ?? null)
  const api = createApiClient({
    fetch: fetch.bind(globalThis),
    token: () => useSession.getState().token,
  })
  const queries = createQueryStore({ seed, fetchAnswer: api.get })
  const { pathname, search } = location
  await matchPage(pathname).entry.page.preload?.()
  followMoves({ queries, today: seed.today, timeZone: seed.site.time_zone })
  hydrateRoot(root, <App seed={seed} queries={queries} path={pathname} search={search} />)
  followTheme()
  followSession()
}

void start()
