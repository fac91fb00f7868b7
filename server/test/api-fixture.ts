/** The API on an app of its own, over any content store: for tests of server/api. */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import Fastify, { type FastifyInstance, type InjectOptions } from 'fastify'
import { AnswerCache } from '../answers/answer-cache.ts'
import { registerApi } from '../api/register-api.ts'
import { createAuth } from '../auth/create-auth.ts'
import { hashPassword } from '../auth/password-hash.ts'
import type { ContentStore } from '../content/content-store.ts'
import type { Repository } from '../git/repository.ts'
import { silentLog } from '../log.ts'
import { createGenerations } from '../queries/generation.ts'
import { queryContext } from '../queries/query-context.ts'

export const FIXTURE_PASSWORD = 'correct horse battery'

export interface ApiAnswer {
  status: number
  /** Parsed JSON; null for none. */
  // biome-ignore lint/suspicious/noExplicitAny: tests look into answers of every form
  json: any
  headers: Record<string, unknown>
}

export interface ApiFixture {
  app: FastifyInstance
  /** Errors as logged, in order. */
  logged: Record<string, unknown>[]
  /** A call with a valid token unless `token` is another, or null for none. */
  call(
    method: string,
    path: string,
    body?: unknown,
    more?: { token?: string | null; headers?: Record<string, string> },
  ): Promise<ApiAnswer>
  token(): Promise<string>
  close(): Promise<void>
}

/** An app with nothing but the API over this store. */
export async function createApiFixture(deps: {
  store: ContentStore
  repository: Pick<Repository, 'head' | 'state'>
  now(): number
}): Promise<ApiFixture> {
  const { store, repository, now } = deps
  const stateDir = mkdtempSync(join(tmpdir(), 'gap-api-state-'))
  const auth = await createAuth({
    stateDir,
    adminPassword: null,
    adminPasswordHash: await hashPassword(FIXTURE_PASSWORD, { N: 16, r: 1, p: 1 }),
    jwtSecret: 'a secret of at least thirty-two bytes',
    now: Date.now,
    log: silentLog,
    onGeneratedPassword: () => {},
  })
  const logged: ApiFixture['logged'] = []
  const stream = {
    write(line: string) {
      logged.push(JSON.parse(line))
    },
  }
  const app = Fastify({
    logger: { level: 'error', stream },
    routerOptions: { maxParamLength: 4096 },
  })
  const answers = new AnswerCache({ maxBytes: 10_000_000 })
  await registerApi(app, {
    store,
    repository,
    auth,
    answers,
    generation: createGenerations({ snapshot: () => store.snapshot(), now }),
    contextOf: (generation) => queryContext(store, { ...generation, now: now() }),
    images: {
      add: async ({ bytes, name, year }) => ({
        path: `/media/${year}/${name}`,
        width: 1,
        height: 1,
        bytes: bytes.length,
      }),
      has: async () => false,
      read: async () => null,
    },
    renderer: {
      render: async ({ markdown }) => ({ html: `<p>${markdown}</p>`, problem: null }),
    },
    siteUrl: () => 'https://gap.example',
    securityHeaders: { 'x-content-type-options': 'nosniff' },
  })
  let session: Promise<string> | undefined
  const token = () => {
    session ??= auth.login(FIXTURE_PASSWORD, '192.0.2.1').then((given) => given.token)
    return session
  }
  return {
    app,
    logged,
    token,
    async call(method, path, body, more = {}) {
      const given = more.token === undefined ? await token() : more.token
      const headers = {
        ...(given !== null && { authorization: `Bearer ${given}` }),
        ...more.headers,
      }
      const options: InjectOptions = {
        // Any method is tried, also one that Fastify does not know.
        method: method as 'GET',
        url: path,
        headers,
        ...(body !== undefined && { payload: body as object | string }),
      }
      const response = await app.inject(options)
      const isJson = String(response.headers['content-type']).startsWith('application/json')
      return {
        status: response.statusCode,
        json: isJson && response.body !== '' ? response.json() : null,
        headers: response.headers,
      }
    },
    async close() {
      await app.close()
      rmSync(stateDir, { recursive: true })
    },
  }
}
