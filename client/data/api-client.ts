/** API client. A failed call throws an `ApiError` whose message can be shown to the user. */
import type { Answer, Failure } from '#domain/answers/public-answers.ts'
import { setToken, useSession } from '../state/stored.ts'

const NETWORK_ERROR = 'Network error occurred'
export const FALLBACK_ERROR = 'An error occurred'

/** A failed call; `statusCode` is 0 without an answer. */
export class ApiError extends Error {
  readonly statusCode: number
  /** The server's error answer; empty if it came from elsewhere, such as a proxy. */
  readonly body: Partial<Failure> & Readonly<Record<string, unknown>>
  constructor(statusCode: number, message: string, body: ApiError['body'] = {}) {
    super(message)
    this.name = 'ApiError'
    this.statusCode = statusCode
    this.body = body
  }
}

/**
 * Calls the API, with the token if there is one. If the server refuses the token, the session ends:
 * the gate is shown, and the forms keep their text. `Data` and `Meta` are not checked.
 * @param path API path without `/api`
 * @param body sent as JSON; a file as binary
 * @throws ApiError
 */
export async function call<Data, Meta = undefined>(
  method: string,
  path: string,
  body?: object,
  extraHeaders: Record<string, string> = {},
): Promise<Answer<Data, Meta>> {
  const { token } = useSession.getState()
  const headers: Record<string, string> = { accept: 'application/json', ...extraHeaders }
  if (token) headers.authorization = `Bearer ${token}`
  if (body instanceof Blob) headers['content-type'] = body.type || 'application/octet-stream'
  else if (body) headers['content-type'] = 'application/json'
  const payload = body instanceof Blob ? body : JSON.stringify(body)
  const response = await fetch(`/api${path}`, { method, headers, body: payload }).catch(() => null)
  if (response === null) throw new ApiError(0, NETWORK_ERROR)
  // The cast: the path determines the type. An error may come from a proxy and be html.
  const answer = (await response.json().catch(() => null)) as
    | (Answer<Data, Meta> & Partial<Failure>)
    | null
  if (response.ok && answer !== null) return answer
  // The user may have logged in again in the meantime.
  const isRefused = response.status === 401 && token !== null
  if (isRefused && useSession.getState().token === token) setToken(null, { ended: true })
  throw new ApiError(response.status, answer?.error ?? FALLBACK_ERROR, { ...answer })
}

/** The message of an error: the server's sentence, or that the network failed. */
export function sentenceOf(error: unknown): string {
  return error instanceof ApiError ? error.message : FALLBACK_ERROR
}
