/** What stands on top of every admin page: its name, its buttons, how the repository is. */
import type { ReactNode } from 'react'
import { addToast } from '../../state/toasts.ts'
import { QuickPost } from '../quick/quick-post.tsx'
import { logOut } from './admin-api.ts'
import { RepositoryLine } from './repository-line.tsx'

interface AdminHeadProps {
  title: string
  /** Buttons between 'View Site' and 'Logout'. */
  between?: ReactNode
  /** Buttons after 'Logout'. */
  after?: ReactNode
}

export function AdminHead({ title, between, after }: AdminHeadProps) {
  return (
    <header className="admin-head">
      <h1 className="admin-title" tabIndex={-1}>
        {title}
      </h1>
      <div className="admin-buttons">
        <TabLink href="/">View Site</TabLink>
        {between}
        <button type="button" className="button" onClick={leave}>
          Logout
        </button>
        <QuickPost />
        {after}
      </div>
      <RepositoryLine />
    </header>
  )
}

/** A link to a new tab that looks like a button. */
export function TabLink({ href, children }: { href: string; children: ReactNode }) {
  return (
    <a className="button" href={href} target="_blank" rel="noopener">
      {children}
      <span className="visually-hidden"> (opens in a new tab)</span>
    </a>
  )
}

function leave(): void {
  logOut()
  addToast({ title: 'Logged out', description: 'You have been logged out of the admin panel.' })
}
