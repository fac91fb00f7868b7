/** How the site and its repository are, asked now and then and after each write. */
import { create } from 'zustand'
import type { SiteStatus } from '#domain/answers/admin-answers.ts'
import { ApiError } from '../../data/api-client.ts'
import { useSession } from '../../state/session.ts'
import { call } from './admin-api.ts'
import { countWords, type StatusWords, sharingWords } from './sharing-words.ts'

const STATUS_PERIOD_MS = 30_000

/** Null while it is not known; `reachable` is whether the last question was answered. */
export const useStatus = create<{ status: SiteStatus | null; reachable: boolean }>(() => ({
  status: null,
  reachable: true,
}))

/** Numbers the questions: an answer that a later question has overtaken is old. */
let asked = 0

/** Asks again. Never rejects. */
export async function refreshStatus(): Promise<void> {
  if (useSession.getState().token === null) return
  asked += 1
  const own = asked
  try {
    const { data } = await call<SiteStatus>('GET', '/status')
    if (own === asked) useStatus.setState({ status: data, reachable: true })
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

/** The repository and its remote in plain words, the worse news first. */
export function statusWords({ repository, sync, commit }: SiteStatus): StatusWords[] {
  const words: StatusWords[] = []
  if (repository.state === 'ok') {
    const at = commit ? ` The newest commit is ${commit.slice(0, 7)}.` : ''
    words.push({ tone: 'green', text: `Saves go into git.${at}` })
  } else {
    words.push({ tone: 'red', text: repository.message || 'Nothing can be saved right now.' })
  }
  if (sync.remote !== null) words.push(...countWords(sync), sharingWords(sync))
  return words
}

/** How many things of content and history wait for a person, or null where there are none. */
export function problemWords({ problems, displaced, sync }: SiteStatus): string | null {
  const uncopied = sync.conflicts.filter(({ copy }) => copy === null)
  const count = problems.length + displaced.length + uncopied.length
  if (count === 0) return null
  return count === 1 ? '1 thing needs a look' : `${count} things need a look`
}
