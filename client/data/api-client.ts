/** Calls of the API. A failure becomes an `ApiError` whose message can be shown as it is. */
import type { Answer, Failure } from '#domain/answers/public-answers.ts'
import { setToken, useSession } from '../state/stored.ts'

const NETWORK_ERROR = 'Network error occurred'
export const FALLBACK_ERROR = 'An error occurred'

/** A call that did not succeed; `statusCode` is 0 when no answer came. */
export class ApiError extends Error {
  readonly statusCode: number
  /** The failure as the server sent it; empty when it was not ours. */
  readonly failure: Partial<Failure> & Readonly<Record<string, unknown>>
  constructor(statusCode: number, message: string, failure: ApiError['failure'] = {}) {
    super(message)
    this.name = 'ApiError'
    this.statusCode = statusCode
    this.failure = failure
  }
}

/**
 * A call, with the token while there is one. A token that the server refuses ends the session here:
 * the gate shows, and what stands in the forms stays behind it. The caller names the shapes.
 * @param path of the API, without `/api`
 * @param body is sent as JSON, a file as it is
 * @throws ApiError
 */
export async function call<Data, Meta = undefined>(
  method: string,
  path: string,
  body?: object,
  more: Record<string, string> = {},
): Promise<Answer<Data, Meta>> {
  const { token } = useSession.getState()
  const headers: Record<string, string> = { accept: 'application/json', ...more }
  if (token) headers.authorization = `Bearer ${token}`
  if (body instanceof Blob) headers['content-type'] = body.type || 'application/octet-stream'
  else if (body) headers['content-type'] = 'application/json'
  const sent = body instanceof Blob ? body : JSON.stringify(body)
  const response = await fetch(`/api${path}`, { method, headers, body: sent }).catch(() => null)
  if (response === null) throw new ApiError(0, NETWORK_ERROR)
  // The path decides the shape; not every failure comes from our server: a proxy may answer html.
  const answer = (await response.json().catch(() => null)) as
    | (Answer<Data, Meta> & Partial<Failure>)
    | null
  if (response.ok && answer !== null) return answer
  // Somebody may have logged in again meanwhile.
  const isRefused = response.status === 401 && token !== null
  if (isRefused && useSession.getState().token === token) setToken(null, { ended: true })
  throw new ApiError(response.status, answer?.error ?? FALLBACK_ERROR, { ...answer })
}

/** What went wrong as a sentence: the server's, or that it could not be reached. */
export function sentenceOf(error: unknown): string {
  return error instanceof ApiError ? error.message : FALLBACK_ERROR
}
