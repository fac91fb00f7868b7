/** Speaks to a server over HTTP, as the admin or as a visitor. */
import { once } from 'node:events'
import { type IncomingMessage, request as openRequest } from 'node:http'

/** The admin's password at every server of a test. */
export const PASSWORD = 'correct horse battery'

// biome-ignore lint/suspicious/noExplicitAny: tests look into answers of every form
type Anything = any

export interface Answer<Data = Anything> {
  status: number
  headers: Record<string, string>
  text: string
  bytes: Buffer
  /** Parsed JSON; null for none. What follows are its members. */
  json: Anything
  data: Data
  meta: Anything
  error?: string
  code?: string
  current?: unknown
}

interface Options {
  /** Another token than the admin's; null for none. */
  token?: string | null
  headers?: Record<string, string>
}

interface RawRequest {
  method?: string
  headers?: Record<string, string>
  /** Sent without a length unless the headers have one. */
  body?: Buffer
}

/** A request as it is written: `fetch` would tidy up its path, and add to its headers. */
export async function rawRequest(
  address: string,
  path: string,
  { body, ...options }: RawRequest = {},
): Promise<{ status: number; headers: IncomingMessage['headers']; text: string }> {
  const { hostname, port } = new URL(address)
  const sending = openRequest({ hostname, port, path, ...options })
  if (body) sending.write(body)
  const [answer]: IncomingMessage[] = await once(sending.end(), 'response')
  const parts = (await answer?.setEncoding('utf8').toArray()) ?? []
  return { status: answer?.statusCode ?? 0, headers: answer?.headers ?? {}, text: parts.join('') }
}

/** A client of the server at an address. It logs in with its first call as the admin. */
export function clientOf(address: string) {
  let token: Promise<string> | undefined

  async function request(
    method: string,
    path: string,
    body?: object | string,
    options: Options = {},
  ): Promise<Answer> {
    const bearer = options.token === undefined ? await logIn() : options.token
    const isPlain = typeof body === 'string' || body instanceof Uint8Array
    const answer = await fetch(address + path, {
      method,
      redirect: 'manual',
      headers: {
        ...(body !== undefined && !isPlain && { 'content-type': 'application/json' }),
        ...(bearer !== null && { authorization: `Bearer ${bearer}` }),
        ...options.headers,
      },
      ...(body !== undefined && { body: isPlain ? (body as string) : JSON.stringify(body) }),
    })
    const bytes = Buffer.from(await answer.arrayBuffer())
    const text = bytes.toString()
    const headers = Object.fromEntries(answer.headers)
    const isJson = headers['content-type']?.startsWith('application/json') && text !== ''
    const json = isJson ? JSON.parse(text) : null
    return { meta: {}, ...json, json, status: answer.status, text, bytes, headers }
  }

  async function logIn(): Promise<string> {
    token ??= request('POST', '/api/auth/login', { password: PASSWORD }, { token: null }).then(
      ({ data }) => data.token,
    )
    return token
  }

  return {
    address,
    page: async (path: string) => (await fetch(`${address}${path}`)).text(),
    /** Any address as a visitor; a redirection is an answer. */
    get: (path: string, headers: Record<string, string> = {}) =>
      request('GET', path, undefined, { token: null, headers }),
    /** Any request, as the admin unless `token` says otherwise; a text or bytes go as they are. */
    request,
    token: logIn,
    /** An API call as a visitor. */
    ask: <Data = Anything>(method: string, path: string, body?: object): Promise<Answer<Data>> =>
      request(method, `/api${path}`, body, { token: null }),
    /** An API call as the admin. */
    call: <Data = Anything>(
      method: string,
      path: string,
      body?: object,
      headers: Record<string, string> = {},
    ): Promise<Answer<Data>> => request(method, `/api${path}`, body, { headers }),
  }
}
