/** The three admin pages behind their gate (spec §2): one password, which yields a token. */
import { type FormEvent, type ReactNode, useState } from 'react'
import { PageHeading } from '../components/page-heading.tsx'
import { ApiError, createApiClient, NETWORK_ERROR } from '../data/api-client.ts'
import { setToken, useSession } from '../state/session.ts'
import { addToast } from '../state/toasts.ts'

interface GateTexts {
  heading: string
  button: string
  welcome: string
}

const ADMIN: GateTexts = {
  heading: 'Admin Access',
  button: 'Access Admin Panel',
  welcome: 'Welcome to the admin panel!',
}
const BLOG: GateTexts = {
  heading: 'Blog Admin Access',
  button: 'Access Admin Panel',
  welcome: 'Welcome to the blog admin panel!',
}
const PROJECTS: GateTexts = {
  heading: 'Projects Admin Access',
  button: 'Access Projects Admin',
  welcome: 'Welcome to the projects admin panel!',
}

const BLOG_LINK = { label: 'Blog Admin', href: '/admin/blog' }
const PROJECTS_LINK = { label: 'Projects Admin', href: '/admin/projects' }

export function AdminPage() {
  return (
    <Gate texts={ADMIN}>
      <Panel title="Admin">
        <ul className="gate-cards">
          {[BLOG_LINK, PROJECTS_LINK].map(({ label, href }) => (
            <li key={href}>
              <a className="panel gate-card" href={href} target="_blank" rel="noopener">
                {label}
                <span className="visually-hidden"> (opens in a new tab)</span>
              </a>
            </li>
          ))}
        </ul>
      </Panel>
    </Gate>
  )
}

export function AdminBlogPage() {
  return (
    <Gate texts={BLOG}>
      <Panel title="Blog Admin" other={PROJECTS_LINK}>
        <p>Posts are written as files in git, or through the API, until their forms stand here.</p>
      </Panel>
    </Gate>
  )
}

export function AdminProjectsPage() {
  return (
    <Gate texts={PROJECTS}>
      <Panel title="Projects Admin" other={BLOG_LINK}>
        <p>
          Projects are written as files in git, or through the API, until their forms stand here.
        </p>
      </Panel>
    </Gate>
  )
}

const api = createApiClient({
  fetch: (...request) => fetch(...request),
  token: () => useSession.getState().token,
})

function Gate({ texts, children }: { texts: GateTexts; children: ReactNode }) {
  const loggedIn = useSession(({ token }) => token !== null)
  return loggedIn ? children : <Login texts={texts} />
}

function Login({ texts }: { texts: GateTexts }) {
  const [checking, setChecking] = useState(false)
  const onSubmit = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    const form = event.currentTarget
    const password = String(new FormData(form).get('password') ?? '')
    setChecking(true)
    try {
      await logIn(password)
      addToast({ title: 'Access granted', description: texts.welcome, tone: 'success' })
    } catch (error) {
      form.reset()
      addToast(failedLogin(error))
    } finally {
      setChecking(false)
    }
  }
  return (
    <div className="gate">
      <form className="panel gate-form" method="post" onSubmit={onSubmit}>
        <h1 className="gate-title" tabIndex={-1}>
          {texts.heading}
        </h1>
        {/* Password managers look for a name to keep the password under. */}
        <input type="text" name="username" autoComplete="username" value="admin" readOnly hidden />
        <label htmlFor="password">Admin Password</label>
        <input
          id="password"
          name="password"
          type="password"
          className="input"
          autoComplete="current-password"
          required
          disabled={checking}
        />
        <button type="submit" className="button button-primary" disabled={checking}>
          {checking ? 'Checking...' : texts.button}
        </button>
      </form>
    </div>
  )
}

async function logIn(password: string): Promise<void> {
  const { data } = await api.send('POST', '/auth/login', { password })
  // The call's answer (contract §3).
  setToken((data as { token: string }).token)
}

function failedLogin(error: unknown) {
  if (!(error instanceof ApiError)) {
    return { title: 'Error', description: 'An unexpected error occurred', tone: 'error' } as const
  }
  const description = error.statusCode === 0 ? NETWORK_ERROR : error.message
  return { title: 'Access denied', description, tone: 'error' } as const
}

interface PanelProps {
  title: string
  other?: { label: string; href: string }
  children: ReactNode
}

function Panel({ title, other, children }: PanelProps) {
  return (
    <>
      <PageHeading title={title} />
      <div className="gate-buttons">
        {[{ label: 'View Site', href: '/' }, ...(other ? [other] : [])].map(({ label, href }) => (
          <a key={href} className="button" href={href} target="_blank" rel="noopener">
            {label}
            <span className="visually-hidden"> (opens in a new tab)</span>
          </a>
        ))}
        <button type="button" className="button" onClick={logOut}>
          Logout
        </button>
      </div>
      {children}
    </>
  )
}

async function logOut(): Promise<void> {
  // The token goes here in any case; the server may be out of reach.
  await api.send('POST', '/auth/logout').catch(() => null)
  setToken(null)
  addToast({ title: 'Logged out', description: 'You have been logged out of the admin panel.' })
}
