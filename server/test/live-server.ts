/** The whole server in this process: a real repository in a temporary folder, a real port. */
import { join } from 'node:path'
import { beforeAll } from 'vitest'
import { createApp } from '../app.ts'
import { readSettings } from '../config.ts'
import { atEnd, takeCleanUps } from './at-end.ts'
import { ROOT } from './documents.ts'
import { type Fixture, makeFolder, makeRepository, testEnv, until } from './git-fixture.ts'
import { clientOf } from './http-client.ts'

export { type Answer, PASSWORD } from './http-client.ts'

/** The hash of PASSWORD at the least cost that is accepted, since most tests log in. */
const PASSWORD_HASH =
  'scrypt$16384$8$1$Z2FwZ2FwZ2FwZ2FwZ2FwZw$DDbGBaAPkiEoLmRYdCiij5CsCTmZFA9QFWqDn1v4UoM'

const BERLIN = 'time_zone: Europe/Berlin\n'

/** Surroundings in which it is always 2026-11-20, 9:30 in Berlin. */
export const AT_HALF_PAST_NINE = { now: () => Date.parse('2026-11-20T08:30:00Z') }

/** A post's file of 2026-05-01, whose front matter has `more` lines. */
export function postFile(title: string, more = '', text = `Text of ${title}.`): string {
  return `---\ntitle: ${title}\ntype: essay\ndate: 2026-05-01T10:00:00Z\n${more}---\n\n${text}\n`
}

export type LiveServer = Awaited<ReturnType<typeof serve>>

/** Starts a server over a repository with these files; both are gone after the test. */
export const startServer = (
  files: Record<string, string> = {},
  env: Record<string, string> = {},
  surroundings: Surroundings = {},
) => serve(makeRepository({ 'site.yaml': BERLIN, ...files }), { env, ...surroundings })

/** Starts something before the tests of a file, for all of them. Gives what asks for it. */
export function ofFile<Started>(start: () => Promise<Started>): () => Started {
  let started: Started
  beforeAll(async () => {
    started = await start()
    return takeCleanUps()
  })
  return () => started
}

/** One server for all tests of a file. Its history is read, so that every answer is the last one. */
export const serverOfFile = (...args: Parameters<typeof startServer>) =>
  ofFile(async () => {
    const server = await startServer(...args)
    await historyRead(server)
    return server
  })

/** One at half past nine; `logged` takes the server's errors. */
export function apiOfFile(files: Record<string, string> = {}, logged: string[] = []) {
  const logTo = { write: (line: string) => logged.push(line) }
  return serverOfFile(files, { LOG_LEVEL: 'error' }, { ...AT_HALF_PAST_NINE, logTo })
}

interface Surroundings {
  stateDir?: string
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
export async function leadsTo({ get }: LiveServer, path: string): Promise<string> {
  const { status, headers } = await get(path)
  return status === 301 ? (headers.location ?? '') : String(status)
}

/** Starts a server over a repository, or a folder that may become one; it ends with the test. */
export async function serve(
  fixture: Fixture,
  { stateDir = join(makeFolder(), 'state'), env = {}, now = Date.now, logTo }: Surroundings = {},
) {
  const started = await createApp({
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
    starterDir: join(ROOT, 'content'),
    clientDir: join(ROOT, 'dist/client'),
    now,
    onGeneratedPassword() {},
    ...(logTo && { logTo }),
  })
  let closing: Promise<void> | undefined
  const close = () => {
    closing ??= started.close()
    return closing
  }
  atEnd(close)
  const app = { ...started, close }
  return { ...fixture, ...clientOf(await app.listen()), app, store: app.store }
}
