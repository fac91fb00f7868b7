/** The browser's start: takes the seed out of the page and brings the markup to life. */
import { hydrateRoot } from 'react-dom/client'
import '../styles/index.css'
import { App } from '../app.tsx'
import { createApiClient } from '../data/api-client.ts'
import { createQueryStore } from '../data/query-store.ts'
import { followSession, useSession } from '../state/session.ts'
import { followTheme } from '../state/theme.ts'
import { followDay } from './follow-day.ts'
import { isReturn } from './history-entries.ts'
import { fillSeed, type Seed } from './initial-data.ts'
import { isAdminPath, matchPage } from './page-table.ts'
import { followSigns } from './waking.ts'

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
  const { page } = matchPage(pathname).entry
  const isNewDay = followDay(seed.site.time_zone)
  // Loaded in one go, and started once only: a load that fails is tried again.
  const load = async () => {
    const [{ followMoves }] = await Promise.all([import('./navigation.ts'), page.preload()])
    followMoves({ queries, today: seed.today, isNewDay })
  }
  let onAlive = () => {}
  const alive = new Promise<void>((resolve) => {
    onAlive = resolve
  })
  const waking = followSigns(load, alive)
  if (isBusyAtOnce(seed)) await waking.wake()
  else page.holdUntil(waking.awake)
  hydrateRoot(
    root,
    <App seed={seed} queries={queries} path={pathname} search={search} onAlive={onAlive} />,
  )
  followTheme()
  followSession()
}

/** Failures are reported, the admin's pages are all scripts, and who returns wants the place back. */
function isBusyAtOnce({ failures = {} }: Seed): boolean {
  return isAdminPath(location.pathname) || Object.keys(failures).length > 0 || isReturn()
}

void start()
