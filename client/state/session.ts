/**
 * The admin's session: logged in exactly when a token is kept. Logging out in one tab
 * reaches the others through the storage event.
 */
import { create } from 'zustand'
import { onStored, readStored, store } from './stored.ts'

const TOKEN_KEY = 'authToken'

/** `ended`: the session ended by itself, so that the forms wait for the next login. */
export const useSession = create<{ token: string | null; ended: boolean }>(() => ({
  token: null,
  ended: false,
}))

/** Reads the kept token and follows other tabs. Browser only. */
export function followSession(): void {
  const read = () => useSession.setState({ token: readStored(TOKEN_KEY) })
  read()
  onStored(TOKEN_KEY, read)
}

/** Keeps a token, or forgets it; where storage is forbidden it lasts as long as the page. */
export function setToken(token: string | null, { ended = false } = {}): void {
  store(TOKEN_KEY, token)
  useSession.setState({ token, ended })
}
