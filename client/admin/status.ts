/** How the site and its repository are, asked now and then and after each write. */
import { create } from 'zustand'
import type { SiteStatus } from '#domain/admin-answers.ts'
import { ApiError } from '../data/api-client.ts'
import { useSession } from '../state/session.ts'
import { call } from './admin-api.ts'

export const STATUS_PERIOD_MS = 30_000

/** Null while it is not known; `reachable` is whether the last question was answered. */
export const useStatus = create<{ status: SiteStatus | null; reachable: boolean }>(() => ({
  status: null,
  reachable: true,
}))

/** Asks again. Never rejects. */
export async function refreshStatus(): Promise<void> {
  if (useSession.getState().token === null) return
  try {
    const { data } = await call<SiteStatus>('GET', '/status')
    useStatus.setState({ status: data, reachable: true })
  } catch (error) {
    // A refused token is the gate's matter.
    const isRefused = error instanceof ApiError && error.statusCode === 401
    if (!isRefused) useStatus.setState({ reachable: false })
  }
}

/** Asks now, then again and again while the tab is looked at; returns the end of that. */
export function followStatus(): () => void {
  const ask = () => {
    if (document.visibilityState === 'visible') void refreshStatus()
  }
  ask()
  const timer = setInterval(ask, STATUS_PERIOD_MS)
  document.addEventListener('visibilitychange', ask)
  return () => {
    clearInterval(timer)
    document.removeEventListener('visibilitychange', ask)
  }
}

export interface StatusWords {
  tone: 'green' | 'yellow' | 'red' | 'gray'
  text: string
}

/** The repository and its remote in plain words, the worse news first. */
export function statusWords({ repository, sync, commit }: SiteStatus): StatusWords[] {
  const words: StatusWords[] = []
  if (repository.state === 'ok') {
    const at = commit ? ` The newest commit is ${commit.slice(0, 7)}.` : ''
    words.push({ tone: 'green', text: `Saves go into git.${at}` })
  } else {
    words.push({ tone: 'red', text: repository.message || 'Nothing can be saved right now.' })
  }
  if (sync.remote === null) return words
  const ahead = sync.ahead === 1 ? '1 commit is' : `${sync.ahead} commits are`
  if (sync.ahead > 0) words.push({ tone: 'yellow', text: `${ahead} not yet shared.` })
  if (sync.error) words.push({ tone: 'red', text: sync.error })
  if (sync.ahead === 0 && !sync.error)
    words.push({ tone: 'green', text: 'Shared with the remote.' })
  return words
}

/** '2 problems in content files', or null where there are none. */
export function problemWords({ problems, displaced }: SiteStatus): string | null {
  const count = problems.length + displaced.length
  if (count === 0) return null
  return count === 1 ? '1 thing needs a look' : `${count} things need a look`
}
