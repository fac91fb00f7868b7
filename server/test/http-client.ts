/** Speaks to a server over HTTP, as the admin or as a visitor. */

/** The admin's password at every server of a test. */
export const PASSWORD = 'correct horse battery'

export interface Answered<Data = unknown> {
  status: number
  headers: Headers
  data: Data
  meta: Record<string, unknown>
  /** Members of a failure. */
  error?: string
  code?: string
  current?: unknown
}

/** An answer as any program gets it. */
export interface Response {
  status: number
  /** Parsed JSON; null for none. */
  // biome-ignore lint/suspicious/noExplicitAny: tests look into answers of every form
  json: any
  text: string
  headers: Record<string, string>
}

interface Options {
  /** Another token than the admin's; null for none. */
  token?: string | null
  headers?: Record<string, string>
}

export interface HttpClient {
  address: string
  /** A page's text, or that of any other address. */
  page(path: string): Promise<string>
  /** Any request, as the admin unless `token` says otherwise; a text or bytes go as they are. */
  request(
    method: string,
    path: string,
    body?: object | string,
    options?: Options,
  ): Promise<Response>
  /** A token of the admin. */
  token(): Promise<string>
  /** An API call as a visitor. */
  ask<Data>(method: string, path: string, body?: object): Promise<Answered<Data>>
  /** An API call as the admin. */
  call<Data>(
    method: string,
    path: string,
    body?: object,
    headers?: Record<string, string>,
  ): Promise<Answered<Data>>
}

/** A client of the server at an address. It logs in with its first call as the admin. */
export function clientOf(address: string): HttpClient {
  let token: Promise<string> | undefined

  async function request(
    method: string,
    path: string,
    body?: object | string,
    options: Options = {},
  ): Promise<Response> {
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
    const text = await answer.text()
    const headers = Object.fromEntries(answer.headers)
    const isJson = headers['content-type']?.startsWith('application/json') && text !== ''
    return { status: answer.status, json: isJson ? JSON.parse(text) : null, text, headers }
  }

  async function logIn(): Promise<string> {
    token ??= request('POST', '/api/auth/login', { password: PASSWORD }, { token: null }).then(
      ({ json }) => json.data.token,
    )
    return token
  }

  async function send<Data>(
    [method, path, body]: [method: string, path: string, body?: object | undefined],
    options: Options,
  ): Promise<Answered<Data>> {
    const { json, status, headers } = await request(method, `/api${path}`, body, options)
    return { ...json, meta: json.meta ?? {}, status, headers: new Headers(headers) }
  }

  return {
    address,
    page: async (path) => (await fetch(`${address}${path}`)).text(),
    request,
    token: logIn,
    ask: (method, path, body) => send([method, path, body], { token: null }),
    call: (method, path, body, headers = {}) => send([method, path, body], { headers }),
  }
}
