/**
 * The admin's calls. A token that the server refuses ends the session here: the gate shows, and
 * what stands in the forms stays behind it.
 */
import { create } from 'zustand'
import type { Answer } from '#domain/answers/public-answers.ts'
import { ApiError, callApi, FALLBACK_ERROR } from '../../data/api-client.ts'
import { setToken, useSession } from '../../state/session.ts'

/** Whether the session ended by itself, so that the forms wait for the next login. */
export const useSessionEnd = create<{ ended: boolean }>(() => ({ ended: false }))

/**
 * A call with the token; the path is without `/api`. The caller names the shapes of the answer.
 * @throws ApiError
 */
export async function call<Data, Meta = undefined>(
  method: string,
  path: string,
  body?: object,
  headers: Record<string, string> = {},
): Promise<Answer<Data, Meta>> {
  const { token } = useSession.getState()
  try {
    // The path decides the shape.
    return (await callApi(method, path, body, headers)) as Answer<Data, Meta>
  } catch (error) {
    const isRefused = error instanceof ApiError && error.statusCode === 401 && token !== null
    // Somebody may have logged in again meanwhile.
    if (isRefused && useSession.getState().token === token) {
      useSessionEnd.setState({ ended: true })
      setToken(null)
    }
    throw error
  }
}

/** Logs in and keeps the token; a failure without words has those of the login. @throws ApiError */
export async function logIn(password: string): Promise<void> {
  const { data } = await callApi('POST', '/auth/login', { password }).catch((error: unknown) => {
    if (sentenceOf(error) !== FALLBACK_ERROR || !(error instanceof ApiError)) throw error
    throw new ApiError(error.statusCode, 'Login failed', error.failure)
  })
  // The call's answer.
  setToken((data as { token: string }).token)
  useSessionEnd.setState({ ended: false })
}

/** Forgets the token here at once; the server may be out of reach. */
export function logOut(): void {
  callApi('POST', '/auth/logout').catch(() => null)
  useSessionEnd.setState({ ended: false })
  setToken(null)
}

/** What went wrong as a sentence: the server's, or that it could not be reached. */
export function sentenceOf(error: unknown): string {
  return error instanceof ApiError ? error.message : FALLBACK_ERROR
}
