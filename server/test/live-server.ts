/**
 * The whole server for tests: real files, a real repository, a real port, in this process. The
 * content folder is a repository of the author's own in a temporary place.
 */
import { join, resolve } from 'node:path'
import { beforeAll } from 'vitest'
import { type App, createApp } from '../app.ts'
import { readSettings } from '../config.ts'
import { atEnd, takeCleanUps } from './at-end.ts'
import { type Fixture, makeFolder, makeRepository, testEnv, until } from './git-fixture.ts'

export const PASSWORD = 'correct horse battery'
/** Its hash at the least cost that is accepted, since most tests log in. */
const PASSWORD_HASH =
  'scrypt$16384$8$1$Z2FwZ2FwZ2FwZ2FwZ2FwZw$DDbGBaAPkiEoLmRYdCiij5CsCTmZFA9QFWqDn1v4UoM'
const PROJECT = resolve(import.meta.dirname, '../..')

/** The settings of most tests' sites. */
export const SITE = { 'site.yaml': 'time_zone: Europe/Berlin\n' }

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

export interface LiveServer extends Fixture {
  app: App
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
  /** Subjects of all commits, newest first. */
  subjects(): string[]
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

/** Starts a server over a repository with these files; both are gone after the test. */
export async function startServer(
  files: Record<string, string> = SITE,
  env: Record<string, string> = {},
  surroundings: Partial<Surroundings> = {},
): Promise<LiveServer> {
  const stateDir = join(makeFolder(), 'state')
  const server = await serve(makeRepository(files), { stateDir, env, ...surroundings })
  atEnd(() => server.app.close())
  return server
}

/** The same once for all tests of a file. Gives what asks for it. */
export function serverOfFile(...args: Parameters<typeof startServer>): () => LiveServer {
  let server: LiveServer
  beforeAll(async () => {
    server = await startServer(...args)
    return takeCleanUps()
  })
  return () => server
}

interface Surroundings {
  stateDir: string
  /** Settings beside those of every test, and the PATH where git is found. */
  env?: Record<string, string>
  now?: () => number
  logTo?: { write(line: string): unknown }
}

/** Waits until the history is read: before that no answer says whether a post was logged. */
export function historyRead({ app }: LiveServer): Promise<void> {
  return until(() => app.store.snapshot().facts !== null)
}

/** What an address answers: the place that it leads to, or its status. */
export async function leadsTo({ address }: LiveServer, path: string): Promise<string> {
  const answer = await fetch(address + path, { redirect: 'manual' })
  await answer.arrayBuffer()
  return answer.status === 301 ? (answer.headers.get('location') ?? '') : String(answer.status)
}

/** Starts a server over a repository; the caller closes `app`. */
export async function serve(
  fixture: Fixture,
  { stateDir, env = {}, now = Date.now, logTo }: Surroundings,
): Promise<LiveServer> {
  const app = await createApp({
    settings: readSettings({
      CONTENT_DIR: fixture.folder,
      STATE_DIR: stateDir,
      ADMIN_PASSWORD_HASH: PASSWORD_HASH,
      HOST: '127.0.0.1',
      PORT: '0',
      SITE_URL: 'https://gap.example',
      LOG_LEVEL: 'silent',
      GIT_AUTHOR_NAME: 'Admin',
      GIT_AUTHOR_EMAIL: 'admin@example.org',
      ...env,
    }),
    env: { ...testEnv, PATH: env.PATH ?? testEnv.PATH },
    starterDir: join(PROJECT, 'content'),
    clientDir: join(PROJECT, 'dist/client'),
    now,
    onGeneratedPassword() {},
    ...(logTo && { logTo }),
  })
  const address = await app.listen()
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
    ...fixture,
    app,
    address,
    page: async (path) => (await fetch(`${address}${path}`)).text(),
    request,
    token: logIn,
    subjects: () => fixture.git('log', '--format=%s').trim().split('\n'),
    ask: (method, path, body) => send([method, path, body], { token: null }),
    call: (method, path, body, headers = {}) => send([method, path, body], { headers }),
  }
}
