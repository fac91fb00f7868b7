/** The state of the repository in a line, on every admin page. */
import { useEffect } from 'react'
import { usePathname } from 'wouter/use-browser-location'
import { current } from '../../components/frame/menus.ts'
import { useSession } from '../../state/session.ts'
import { timeWords } from './sharing-words.ts'
import { followStatus, problemWords, statusWords, useStatus } from './status.ts'

const PARTS = [
  ['/admin/files', 'Files'],
  ['/admin/activity', 'Activity'],
] as const

export function RepositoryLine() {
  const path = usePathname({ ssrPath: '' })
  const { status: last, reachable } = useStatus()
  const status = reachable ? last : null
  const loggedIn = useSession(({ token }) => token !== null)
  useEffect(() => (loggedIn ? followStatus() : undefined), [loggedIn])
  const problems = status && problemWords(status)
  // The status is asked for every half minute, and these words with it.
  const times = status && timeWords(status.sync, Date.now())
  return (
    <p className="repository-line" role="status">
      {!reachable && <span className="status tone-red">The server cannot be reached.</span>}
      {reachable && !status && <span className="status tone-gray">Asking git...</span>}
      {status &&
        statusWords(status).map(({ tone, text }) => (
          <span key={text} className={`status tone-${tone}`}>
            {text}
          </span>
        ))}
      {times && <span className="repository-times">{times}</span>}
      {problems && (
        <a className="status tone-yellow" href="/admin/activity#problems">
          {problems}
        </a>
      )}
      {PARTS.map(([href, label]) => (
        <a key={href} className="repository-part" href={href} aria-current={current(path, href)}>
          {label}
        </a>
      ))}
    </p>
  )
}
