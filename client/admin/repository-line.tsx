/** The state of the repository in a line, on every admin page. */
import { useEffect } from 'react'
import { useSession } from '../state/session.ts'
import { followStatus, problemWords, statusWords, useStatus } from './status.ts'

export function RepositoryLine() {
  const { status, reachable } = useStatus()
  const loggedIn = useSession(({ token }) => token !== null)
  useEffect(() => (loggedIn ? followStatus() : undefined), [loggedIn])
  if (!reachable) {
    return (
      <p className="repository-line" role="status">
        <span className="status tone-red">The server cannot be reached.</span>
      </p>
    )
  }
  const problems = status && problemWords(status)
  return (
    <p className="repository-line" role="status">
      {status === null && <span className="status tone-gray">Asking git...</span>}
      {status &&
        statusWords(status).map(({ tone, text }) => (
          <span key={text} className={`status tone-${tone}`}>
            {text}
          </span>
        ))}
      {problems && (
        <a className="status tone-yellow" href="/admin/activity#problems">
          {problems}
        </a>
      )}
      <a href="/admin/activity">Activity</a>
    </p>
  )
}
