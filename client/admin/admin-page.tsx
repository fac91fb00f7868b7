/** The gate of the three admin pages (spec §2): one password, which yields a token. */
import { type FormEvent, useState } from 'react'
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

export function AdminPage() {
  return <Gate texts={ADMIN} />
}

export function AdminBlogPage() {
  return <Gate texts={BLOG} />
}

export function AdminProjectsPage() {
  return <Gate texts={PROJECTS} />
}

const api = createApiClient({
  fetch: (...request) => fetch(...request),
  token: () => useSession.getState().token,
})

function Gate({ texts }: { texts: GateTexts }) {
  const loggedIn = useSession(({ token }) => token !== null)
  return loggedIn ? <Inside /> : <Login texts={texts} />
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

function Inside() {
  const logOut = async () => {
    // The token goes here in any case; the server may be out of reach.
    await api.send('POST', '/auth/logout').catch(() => null)
    setToken(null)
    addToast({ title: 'Logged out', description: 'You have been logged out of the admin panel.' })
  }
  return (
    <div className="gate">
      <h1 className="page-title" tabIndex={-1}>
        Admin
      </h1>
      <div className="gate-buttons">
        <a className="button" href="/">
          View Site
        </a>
        <button type="button" className="button" onClick={logOut}>
          Logout
        </button>
      </div>
    </div>
  )
}
