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
import { clientOf, type HttpClient } from './http-client.ts'

export { type Answered, PASSWORD, type Response } from './http-client.ts'

/** The hash of PASSWORD at the least cost that is accepted, since most tests log in. */
const PASSWORD_HASH =
  'scrypt$16384$8$1$Z2FwZ2FwZ2FwZ2FwZ2FwZw$DDbGBaAPkiEoLmRYdCiij5CsCTmZFA9QFWqDn1v4UoM'
const PROJECT = resolve(import.meta.dirname, '../..')

/** The settings of most tests' sites. */
export const SITE = { 'site.yaml': 'time_zone: Europe/Berlin\n' }

export interface LiveServer extends Fixture, HttpClient {
  app: App
  /** Subjects of all commits, newest first. */
  subjects(): string[]
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
  return {
    ...fixture,
    ...clientOf(await app.listen()),
    app,
    subjects: () => fixture.git('log', '--format=%s').trim().split('\n'),
  }
}
