/** The state of the repository in a line, on every admin page. */
import { useEffect } from 'react'
import { useSession } from '../../state/session.ts'
import { timeWords } from './sharing-words.ts'
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
  // The status is asked for every half minute, and these words with it.
  const times = status && timeWords(status.sync, Date.now())
  return (
    <p className="repository-line" role="status">
      {status === null && <span className="status tone-gray">Asking git...</span>}
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
      <a className="repository-part" href="/admin/media">
        Media
      </a>
      <a className="repository-part" href="/admin/activity">
        Activity
      </a>
    </p>
  )
}
