/** Calls of the API. A failure becomes an `ApiError` whose message can be shown as it is. */
import type { Answer, Failure } from '#domain/answers/public-answers.ts'

export const NETWORK_ERROR = 'Network error occurred'
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

interface ApiClient {
  /** A public or admin read by query path (an API path without `/api`). */
  get(path: string): Promise<Answer<unknown, unknown>>
  /** A call with a JSON body, and perhaps more headers. */
  send(
    method: string,
    path: string,
    body?: unknown,
    headers?: Record<string, string>,
  ): Promise<Answer<unknown, unknown>>
}

/** `token` is asked at every call: while there is one it is sent. */
export function createApiClient(deps: {
  fetch: typeof fetch
  token: () => string | null
}): ApiClient {
  const call = async (
    method: string,
    path: string,
    body?: unknown,
    more: Record<string, string> = {},
  ) => {
    const token = deps.token()
    const headers: Record<string, string> = { accept: 'application/json', ...more }
    if (token) headers.authorization = `Bearer ${token}`
    if (body !== undefined) headers['content-type'] = 'application/json'
    const response = await deps
      .fetch(`/api${path}`, {
        method,
        headers,
        ...(body === undefined ? {} : { body: JSON.stringify(body) }),
      })
      .catch(() => null)
    if (response === null) throw new ApiError(0, NETWORK_ERROR)
    // Not every failure comes from our server: a proxy may answer html.
    const answer = (await response.json().catch(() => null)) as
      | (Answer<unknown, unknown> & Partial<Failure>)
      | null
    if (!response.ok || answer === null) {
      throw new ApiError(response.status, answer?.error ?? FALLBACK_ERROR, { ...answer })
    }
    return answer
  }
  return { get: (path) => call('GET', path), send: call }
}
