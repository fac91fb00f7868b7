/**
 * The whole server for tests: real files, a real repository, a real port, in this process. The
 * content folder is a repository of the author's own in a temporary place.
 */
import { join, resolve } from 'node:path'
import { type App, createApp } from '../app.ts'
import { readSettings } from '../config.ts'
import { atEnd } from './at-end.ts'
import { type Fixture, makeFolder, makeRepository, testEnv, until } from './git-fixture.ts'

export const PASSWORD = 'correct horse battery'
/** Its hash at the least cost that is accepted, since most tests log in. */
const PASSWORD_HASH =
  'scrypt$16384$8$1$Z2FwZ2FwZ2FwZ2FwZ2FwZw$DDbGBaAPkiEoLmRYdCiij5CsCTmZFA9QFWqDn1v4UoM'
const PROJECT = resolve(import.meta.dirname, '../..')

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

export interface LiveServer extends Fixture {
  app: App
  address: string
  /** A page's text, or that of any other address. */
  page(path: string): Promise<string>
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
  files: Record<string, string> = { 'site.yaml': 'time_zone: Europe/Berlin\n' },
  env: Record<string, string> = {},
): Promise<LiveServer> {
  const stateDir = join(makeFolder(), 'state')
  const server = await serve(makeRepository(files), { stateDir, env })
  atEnd(() => server.app.close())
  return server
}

interface Surroundings {
  stateDir: string
  /** Settings beside those of every test, and the PATH where git is found. */
  env?: Record<string, string>
  now?: () => number
  logTo?: { write(line: string): void }
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
  let token: string | null = null

  async function send<Data>(
    method: string,
    path: string,
    body: object | undefined,
    { bearer, headers = {} }: { bearer?: string; headers?: Record<string, string> },
  ): Promise<Answered<Data>> {
    const answer = await fetch(`${address}/api${path}`, {
      method,
      headers: {
        ...(body && { 'content-type': 'application/json' }),
        ...(bearer !== undefined && { authorization: `Bearer ${bearer}` }),
        ...headers,
      },
      ...(body && { body: JSON.stringify(body) }),
    })
    // Every answer of the API is one of its two envelopes.
    const json = (await answer.json()) as Answered<Data>
    return { ...json, meta: json.meta ?? {}, status: answer.status, headers: answer.headers }
  }

  return {
    ...fixture,
    app,
    address,
    page: async (path) => (await fetch(`${address}${path}`)).text(),
    ask: (method, path, body) => send(method, path, body, {}),
    async call(method, path, body, headers = {}) {
      if (token === null) {
        const login = await send<{ token: string }>(
          'POST',
          '/auth/login',
          { password: PASSWORD },
          {},
        )
        token = login.data.token
      }
      return send(method, path, body, { bearer: token, headers })
    },
  }
}
