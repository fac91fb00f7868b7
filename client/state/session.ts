/**
 * The admin's session: logged in exactly when a token is kept. Logging out in one tab
 * reaches the others through the storage event.
 */
import { create } from 'zustand'

const TOKEN_KEY = 'authToken'

export const useSession = create<{ token: string | null }>(() => ({ token: null }))

/** Reads the kept token and follows other tabs. Browser only. */
export function followSession(): void {
  useSession.setState({ token: keptToken() })
  addEventListener('storage', ({ key }) => {
    if (key === TOKEN_KEY || key === null) useSession.setState({ token: keptToken() })
  })
}

/** Keeps a token, or forgets it. */
export function setToken(token: string | null): void {
  try {
    if (token === null) localStorage.removeItem(TOKEN_KEY)
    else localStorage.setItem(TOKEN_KEY, token)
  } catch {
    // Storage can be forbidden; the session then lasts as long as the page.
  }
  useSession.setState({ token })
}

function keptToken(): string | null {
  try {
    return localStorage.getItem(TOKEN_KEY)
  } catch {
    return null
  }
}
