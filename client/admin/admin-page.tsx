/** The admin's pages, each behind a login. */
import './styles/index.css'
import {
  type ComponentType,
  type FormEvent,
  type ReactNode,
  useEffect,
  useLayoutEffect,
  useRef,
  useState,
} from 'react'
import { flushSync } from 'react-dom'
import { plural } from '#domain/texts/plural.ts'
import { useApp } from '../app-context.ts'
import { OutLink } from '../components/frame/parts.tsx'
import { focusHeading } from '../components/use-heir.ts'
import { ApiError, call, FALLBACK_ERROR } from '../data/api-client.ts'
import { setToken, useSession } from '../state/stored.ts'
import { addToast } from '../state/toasts.ts'
import { ActivityPanel } from './activity/activity-panel.tsx'
import { FilesPanel } from './files/files-panel.tsx'
import { Fault } from './forms/fields.tsx'
import { pollStatus, useStatus } from './frame/status.ts'
import { PanelHead } from './panel-head.tsx'
import { PostsPanel } from './posts/posts-panel.tsx'
import { ProjectsPanel } from './projects/projects-panel.tsx'

/** Heading and button of a gate, and the words after a login. */
type GateTexts = readonly [heading: string, button: string, welcome: string]

const ADMIN: GateTexts = ['Admin Access', 'Access Admin Panel', 'Welcome to the admin panel!']
const BLOG: GateTexts = [
  'Blog Admin Access',
  'Access Admin Panel',
  'Welcome to the blog admin panel!',
]
const PROJECTS: GateTexts = [
  'Projects Admin Access',
  'Access Projects Admin',
  'Welcome to the projects admin panel!',
]

const CARDS = [
  ['Blog Admin', '/admin/blog', 'Write, edit, schedule and feature posts.', 'post'],
  [
    'Projects Admin',
    '/admin/projects',
    'Set deadlines, move them with a reason, finish them.',
    'project',
  ],
] as const

function Chooser() {
  const { status } = useStatus()
  return (
    <>
      <PanelHead title="Admin" />
      <ul className="cards">
        {CARDS.map(([label, href, text, noun]) => (
          <li key={href}>
            <OutLink className="box stack tight gate-card" href={href} rel="noopener">
              <strong>{label}</strong>
              <span className="muted">{text}</span>
              <span className="small muted">{status && plural(status[`${noun}s`], noun)}</span>
            </OutLink>
          </li>
        ))}
      </ul>
    </>
  )
}

function gated(texts: GateTexts, Panel: ComponentType) {
  return function PanelPage() {
    return (
      <Gate texts={texts}>
        <Panel />
      </Gate>
    )
  }
}

/** The panel's pages by their names in the page table. */
export const PANEL_PAGES = {
  admin: gated(ADMIN, Chooser),
  'admin-blog': gated(BLOG, PostsPanel),
  'admin-projects': gated(PROJECTS, ProjectsPanel),
  'admin-files': gated(ADMIN, FilesPanel),
  'admin-activity': gated(ADMIN, ActivityPanel),
}

function Gate({ texts, children }: { texts: GateTexts; children: ReactNode }) {
  const { queries } = useApp()
  const loggedIn = useSession(({ token }) => token !== null)
  const ended = useSession((session) => session.ended)
  // The server has no token, so its html has the gate. before-paint.ts covers it until
  // hydration, and cannot be focused meanwhile.
  useLayoutEffect(() => {
    document.documentElement.toggleAttribute('data-session', loggedIn)
  }, [loggedIn])
  useEffect(() => (loggedIn ? pollStatus(queries) : undefined), [loggedIn, queries])
  useEffect(() => {
    // After a logout nothing that was loaded stays; the forms of an ended session need theirs.
    if (!loggedIn && !ended) queries.clear()
  }, [loggedIn, ended, queries])
  return (
    <>
      {!loggedIn && <Login texts={texts} ended={ended} />}
      {(loggedIn || ended) && (
        <div className="admin stack" hidden={!loggedIn}>
          {children}
        </div>
      )}
    </>
  )
}

function Login({ texts, ended }: { texts: GateTexts; ended: boolean }) {
  const [heading, button, welcome] = texts
  const [checking, setChecking] = useState(false)
  const [fault, setFault] = useState('')
  // Uncontrolled: a password manager may fill it in before hydration.
  const field = useRef<HTMLInputElement>(null)
  // Where the admin was when the session ended.
  const [origin] = useState(() => ended && document.activeElement)
  useEffect(() => {
    // A disabled field loses the focus; give it back after a refusal. If the session has ended, the
    // focus may still be in the form that is hidden now.
    const isNowhere = ended || document.activeElement === document.body
    if (!checking && isNowhere) field.current?.focus({ preventScroll: true })
  }, [checking, ended])
  const onSubmit = async (event: FormEvent) => {
    event.preventDefault()
    setChecking(true)
    setFault('')
    try {
      const body = { password: field.current?.value ?? '' }
      const { data } = await call<{ token: string }>('POST', '/auth/login', body)
      // The gate is gone, and with it the focused field.
      flushSync(() => setToken(data.token))
      if (origin instanceof HTMLElement) origin.focus()
      if (document.activeElement === document.body) focusHeading()
      addToast({ title: 'Access granted', description: welcome, tone: 'success' })
    } catch (error) {
      const [title, description] =
        error instanceof ApiError
          ? ['Access denied', error.message.replace(FALLBACK_ERROR, 'Login failed')]
          : ['Error', 'An unexpected error occurred']
      addToast({ title, description, tone: 'error' })
      setFault(description)
      if (field.current) field.current.value = ''
      setChecking(false)
    }
  }
  return (
    <div className="gate">
      {/* Outside a dialog, method="dialog" submits nothing while the page is not hydrated. */}
      <form className="gate-form box stack" method="dialog" onSubmit={onSubmit}>
        <h1 className="gate-title" tabIndex={-1}>
          {heading}
        </h1>
        <p className="no-scripts">
          The panel needs JavaScript, which has not loaded. Reload the page to try again.
        </p>
        {ended && <p className="muted">Your session has ended. What you were writing is kept.</p>}
        {/* Password managers need a user name. */}
        <input type="text" name="username" autoComplete="username" value="admin" readOnly hidden />
        <label htmlFor="password" className="admin-label">
          Admin Password
        </label>
        <input
          ref={field}
          id="password"
          name="password"
          type="password"
          className="input"
          autoComplete="current-password"
          required
          disabled={checking}
          aria-invalid={fault ? true : undefined}
          aria-describedby="password-fault"
        />
        {fault && <Fault id="password-fault" text={fault} />}
        <button type="submit" className="button button-primary" disabled={checking}>
          {checking ? 'Checking...' : button}
        </button>
      </form>
    </div>
  )
}
