/** What the server says of its content and repository, asked now and then and after each write. */
import { create } from 'zustand'
import type { SiteStatus } from '#domain/answers/admin-answers.ts'
import { ApiError, call } from '../../data/api-client.ts'
import { useSession } from '../../state/stored.ts'
import { addToast } from '../../state/toasts.ts'

const STATUS_PERIOD_MS = 30_000

interface StatusState {
  /** Null until the first answer. */
  status: SiteStatus | null
  /** Whether the newest request was answered. */
  reachable: boolean
  /** Counts the answers after the first, which comes beside the lists: each reads them again. */
  answers: number
}

export const useStatus = create<StatusState>(() => ({ status: null, reachable: true, answers: 0 }))

/** Request counter: answers of earlier requests are ignored. */
let requests = 0

/** Asks again. Never rejects. */
export async function refreshStatus(): Promise<void> {
  if (useSession.getState().token === null) return
  requests += 1
  const request = requests
  try {
    const { data } = await call<SiteStatus>('GET', '/status')
    if (request !== requests) return
    const { status: before, answers } = useStatus.getState()
    if (before) tellNewCopies(before, data)
    useStatus.setState({ status: data, reachable: true, answers: before ? answers + 1 : 0 })
  } catch (error) {
    // A refused token is the gate's matter.
    const isRefused = error instanceof ApiError && error.statusCode === 401
    if (!isRefused) useStatus.setState({ reachable: false })
  }
}

/** Asks now, then every half minute while the tab is visible; returns the end of that. */
export function followStatus(): () => void {
  const ask = () => {
    if (document.visibilityState === 'visible') void refreshStatus()
  }
  ask()
  const timer = setInterval(ask, STATUS_PERIOD_MS)
  document.addEventListener('visibilitychange', ask)
  addEventListener('focus', ask)
  return () => {
    clearInterval(timer)
    document.removeEventListener('visibilitychange', ask)
    removeEventListener('focus', ask)
  }
}

const COPY_FILE = /-conflict-[0-9a-f]{7}\.md$/

/** Says that a saved text did not stay at its path because the remote had another one there. */
function tellNewCopies(before: SiteStatus, now: SiteStatus): void {
  const copies = ({ problems }: SiteStatus) =>
    problems.map(({ file }) => file).filter((file) => COPY_FILE.test(file))
  const known = copies(before)
  for (const file of copies(now).filter((copy) => !known.includes(copy))) {
    addToast({
      title: 'Your text is in a draft',
      description: `The remote had another text of ${file.replace(COPY_FILE, '.md')}, which stands there now. Activity has both.`,
      tone: 'error',
    })
  }
}

/** What is not well with the repository and its remote, the worse first; empty while all is well. */
export function statusLines({ repository, sync }: SiteStatus) {
  const lines: { tone: 'yellow' | 'red'; text: string }[] = []
  if (repository.state !== 'ok') {
    lines.push({ tone: 'red', text: repository.message || 'Nothing can be saved right now.' })
  }
  if (sync.error) {
    const text = [sync.error, sync.files.join(', ')].filter(Boolean).join(' ')
    lines.push({ tone: sync.state === 'waiting' ? 'yellow' : 'red', text })
    const counts = countText(sync)
    if (counts) lines.push({ tone: 'yellow', text: counts })
  }
  return lines
}

/** '2 commits are not yet shared. 1 commit of the remote is not yet here.'; empty where both are 0. */
function countText({ ahead, behind }: SiteStatus['sync']): string {
  const commits = (count: number, of: string) =>
    count === 1 ? `1 commit${of} is` : `${count} commits${of} are`
  const sentences = [
    ahead > 0 && `${commits(ahead, '')} not yet shared.`,
    behind > 0 && `${commits(behind, ' of the remote')} not yet here.`,
  ]
  return sentences.filter(Boolean).join(' ')
}

/** How many things of content and history wait for a person; null where there are none. */
export function problemText({ problems, displaced, sync }: SiteStatus): string | null {
  // The draft of a conflict is a problem of its file; those without one are told apart.
  const count = problems.length + displaced.length + sync.conflicts.length
  if (count === 0) return null
  return count === 1 ? '1 thing needs a look' : `${count} things need a look`
}
