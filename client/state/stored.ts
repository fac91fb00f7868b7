/**
 * Values of the site in localStorage, and the stores that mirror them: the admin's session, the
 * theme, and whether single keys are shortcuts.
 */
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

type Theme = 'dark' | 'light'
const THEME_KEY = 'theme'

export const useTheme = create<{ theme: Theme }>(() => ({ theme: 'dark' }))

const SHORTCUTS_KEY = 'shortcuts'
const OFF = 'off'

/** Whether single keys act as shortcuts. */
export const useShortcuts = create<{ isOn: boolean }>(() => ({ isOn: true }))

/** Turns the shortcuts of single keys on or off in this browser. */
export function setShortcuts(isOn: boolean): void {
  store(SHORTCUTS_KEY, isOn ? null : OFF)
  useShortcuts.setState({ isOn })
}

/** Reads the stored values, now and whenever another tab changes them. Browser only. */
export function syncWithStorage(): void {
  const read = () => {
    useSession.setState({ token: readStored(TOKEN_KEY) })
    show(readStored(THEME_KEY) === 'light' ? 'light' : 'dark')
    useShortcuts.setState({ isOn: readStored(SHORTCUTS_KEY) !== OFF })
  }
  read()
  addEventListener('storage', read)
  // A page from the back/forward cache has got no events meanwhile.
  addEventListener('pageshow', read)
}

/** Toggles the theme; if storage is blocked, it lasts until the page closes. */
export function toggleTheme(): void {
  const theme = useTheme.getState().theme === 'dark' ? 'light' : 'dark'
  show(theme)
  store(THEME_KEY, theme)
}

function show(theme: Theme): void {
  document.documentElement.dataset.theme = theme
  useTheme.setState({ theme })
}
