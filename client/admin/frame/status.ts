/** The server's status of content and repository, polled and refreshed after each write. */
import { create } from 'zustand'
import type { SiteStatus } from '#domain/answers/admin-answers.ts'
import { plural } from '#domain/texts/plural.ts'
import { ApiError, call } from '../../data/api-client.ts'
import type { QueryStore } from '../../data/query-store.ts'
import { useSession } from '../../state/stored.ts'
import { addToast } from '../../state/toasts.ts'

const STATUS_PERIOD_MS = 30_000

interface StatusState {
  /** Null until the first answer. */
  status: SiteStatus | null
  /** Whether the newest request was answered. */
  reachable: boolean
}

export const useStatus = create<StatusState>(() => ({ status: null, reachable: true }))

/** Request counter: answers of earlier requests are ignored. */
let requests = 0

/** Reads the status. Never rejects. */
export async function refreshStatus(): Promise<void> {
  if (useSession.getState().token === null) return
  requests += 1
  const request = requests
  try {
    const { data } = await call<SiteStatus>('GET', '/status')
    if (request !== requests) return
    const { status: before } = useStatus.getState()
    if (before) announceNewCopies(before, data)
    useStatus.setState({ status: data, reachable: true })
  } catch (error) {
    // The gate handles a refused token.
    const isRefused = error instanceof ApiError && error.statusCode === 401
    if (request === requests && !isRefused) useStatus.setState({ reachable: false })
  }
}

/**
 * Polls now, every half minute while the tab is visible, and when it becomes visible. Each answer
 * after the first, which is read together with the lists, expires `queries`.
 * @returns a function that stops it
 */
export function pollStatus(queries: QueryStore): () => void {
  const poll = () => {
    if (document.visibilityState === 'visible') void refreshStatus()
  }
  poll()
  const timer = setInterval(poll, STATUS_PERIOD_MS)
  document.addEventListener('visibilitychange', poll)
  const stop = useStatus.subscribe(({ status }, before) => {
    if (before.status && status !== before.status) queries.expire()
  })
  return () => {
    clearInterval(timer)
    document.removeEventListener('visibilitychange', poll)
    stop()
  }
}

const COPY_FILE = /-conflict-[0-9a-f]{7}\.\w+$/

/** Toast for a new conflict: the remote's text is at the path, the saved one is a copy. */
function announceNewCopies(before: SiteStatus, now: SiteStatus): void {
  const copies = ({ problems }: SiteStatus) =>
    problems.map(({ file }) => file).filter((file) => COPY_FILE.test(file))
  const known = copies(before)
  for (const file of copies(now).filter((copy) => !known.includes(copy))) {
    addToast({
      title: 'Your text is in a draft',
      description: `The remote had another text of ${file.replace(COPY_FILE, '.md')}, which is there now. Activity has both.`,
      tone: 'error',
      stays: true,
    })
  }
}

/** Problems of the repository and its remote, the worst first. */
export function statusLines({ repository, sync, proof }: SiteStatus) {
  const lines: { tone: 'yellow' | 'red'; text: string }[] = []
  if (repository.state !== 'ok' || repository.message !== '') {
    lines.push({ tone: 'red', text: repository.message || 'Nothing can be saved right now.' })
  }
  if (sync.error) {
    const text = [sync.error, sync.files.join(', ')].filter(Boolean).join(' ')
    lines.push({ tone: sync.state === 'waiting' ? 'yellow' : 'red', text })
    const counts = countText(sync)
    if (counts) lines.push({ tone: 'yellow', text: counts })
  }
  if (proof.error) lines.push({ tone: 'yellow', text: proof.error })
  return lines
}

/** '2 commits are not yet shared. 1 commit of the remote is not yet here.', or empty. */
function countText({ ahead, behind }: SiteStatus['sync']): string {
  const are = (count: number) => (count === 1 ? 'is' : 'are')
  const sentences = [
    ahead > 0 && `${plural(ahead, 'commit')} ${are(ahead)} not yet shared.`,
    behind > 0 && `${plural(behind, 'commit')} of the remote ${are(behind)} not yet here.`,
  ]
  return sentences.filter(Boolean).join(' ')
}
