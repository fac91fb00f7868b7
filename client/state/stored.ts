/** Values of the site in localStorage, and the stores that mirror them: session and preferences. */
import { create } from 'zustand'

/** Reads a stored text; null if absent or storage is blocked. */
export function readStored(key: string): string | null {
  try {
    return localStorage.getItem(key)
  } catch {
    return null
  }
}

/** Stores a text, or with null removes it; false if that failed. */
export function store(key: string, text: string | null): boolean {
  try {
    if (text === null) localStorage.removeItem(key)
    else localStorage.setItem(key, text)
    return true
  } catch {
    return false
  }
}

const TOKEN_KEY = 'authToken'

interface Session {
  token: string | null
  /** Whether the server ended the session; the forms are kept for the next login. */
  ended: boolean
  /** The token that the server has accepted on a public page. */
  accepted: string | null
}

export const useSession = create<Session>(() => ({ token: null, ended: false, accepted: null }))

/** Whether the server has accepted the present token on a public page. */
export const isAccepted = ({ token, accepted }: Session) => token !== null && token === accepted

/** Stores or removes the token; if storage is blocked, it lasts until the page closes. */
export function setToken(token: string | null, { ended = false } = {}): void {
  store(TOKEN_KEY, token)
  useSession.setState({ token, ended })
}

const THEME_KEY = 'theme'
const SHORTCUTS_KEY = 'shortcuts'
const OFF = 'off'

interface Preferences {
  theme: 'dark' | 'light'
  /** Whether single keys act as shortcuts. */
  hasShortcuts: boolean
}

export const usePreferences = create<Preferences>(() => ({ theme: 'dark', hasShortcuts: true }))

/** Reads the stored values, now and whenever another tab changes them. Browser only. */
export function syncWithStorage(): void {
  const read = () => {
    useSession.setState({ token: readStored(TOKEN_KEY) })
    usePreferences.setState({ hasShortcuts: readStored(SHORTCUTS_KEY) !== OFF })
    show(readStored(THEME_KEY) === 'light' ? 'light' : 'dark')
  }
  read()
  addEventListener('storage', read)
  // A page from the back/forward cache has got no events meanwhile.
  addEventListener('pageshow', read)
}

/** Turns the shortcuts on or off; like the theme, until the page closes if storage is blocked. */
export function setShortcuts(hasShortcuts: boolean): void {
  store(SHORTCUTS_KEY, hasShortcuts ? null : OFF)
  usePreferences.setState({ hasShortcuts })
}

export function toggleTheme(): void {
  const theme = usePreferences.getState().theme === 'dark' ? 'light' : 'dark'
  show(theme)
  store(THEME_KEY, theme)
}

function show(theme: Preferences['theme']): void {
  document.documentElement.dataset.theme = theme
  usePreferences.setState({ theme })
}
