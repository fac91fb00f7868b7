/**
 * What this browser keeps for the site in localStorage, and the two stores that follow it: the
 * admin's session and the theme.
 */
import { create } from 'zustand'

/** A stored text; null where there is none, or where storage is forbidden. */
export function readStored(key: string): string | null {
  try {
    return localStorage.getItem(key)
  } catch {
    return null
  }
}

/** Stores a text, or forgets it with null; false where this browser cannot. */
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

/** `ended`: the session ended by itself, so that the forms wait for the next login. */
export const useSession = create<{ token: string | null; ended: boolean }>(() => ({
  token: null,
  ended: false,
}))

/** Keeps a token, or forgets it; where storage is forbidden it lasts as long as the page. */
export function setToken(token: string | null, { ended = false } = {}): void {
  store(TOKEN_KEY, token)
  useSession.setState({ token, ended })
}

type Theme = 'dark' | 'light'
const THEME_KEY = 'theme'

export const useTheme = create<{ theme: Theme }>(() => ({ theme: 'dark' }))

/** Reads the kept token and the theme, now and when another tab has changed them. Browser only. */
export function followStored(): void {
  const read = () => {
    useSession.setState({ token: readStored(TOKEN_KEY) })
    show(readStored(THEME_KEY) === 'light' ? 'light' : 'dark')
  }
  read()
  addEventListener('storage', read)
}

/** Changes to the other theme; where storage is forbidden it lasts as long as the page. */
export function toggleTheme(): void {
  const theme = useTheme.getState().theme === 'dark' ? 'light' : 'dark'
  show(theme)
  store(THEME_KEY, theme)
}

function show(theme: Theme): void {
  document.documentElement.dataset.theme = theme
  useTheme.setState({ theme })
}
