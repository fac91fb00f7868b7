/**
 * Who is the admin: one password, tokens of seven days, and the guard before everything that only
 * the admin may do. Every refusal says the same, so that none tells what was wrong.
 */
import { randomBytes, randomUUID } from 'node:crypto'
import { join } from 'node:path'
import jwt, { type JWT } from '@fastify/jwt'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { TooManyRequestsError, UnauthorizedError } from '../errors.ts'
import type { Log } from '../log.ts'
import { readStateFile, writeStateFile } from '../state-file.ts'
import { Line } from '../workers/line.ts'
import { type AdminPassword, adminPasswordFrom, type PasswordOptions } from './admin-password.ts'
import { LoginLimit } from './login-limit.ts'
import { ISSUERS, Tokens } from './tokens.ts'

export interface AuthOptions extends PasswordOptions {
  /** Folder for the secret, the hash, logged-out tokens and revoked preview links. */
  stateDir: string
  jwtSecret: string | null
  /** Milliseconds since 1970. */
  now(): number
}

const SECRET_BYTES = 32
const SECRET_PATTERN = /^[\w-]{43,}$/
/** One at a time: side by side they would fill the thread pool that file reads need. */
const HASHES_MAX = 6
/** About as long as the hashes in line take. */
const LINE_FULL_SECONDS = 3

/**
 * Creates the admin's gate and teaches the app to sign and verify tokens. Secrets that are not given
 * are read from the state folder or made.
 */
export async function createAuth(app: FastifyInstance, options: AuthOptions): Promise<Auth> {
  const { stateDir, jwtSecret, log } = options
  const secret = jwtSecret ?? (await storedTokenSecret(join(stateDir, 'secret'), log))
  await app.register(jwt, {
    secret,
    sign: { algorithm: 'HS256' },
    verify: { algorithms: ['HS256'], allowedIss: Object.values(ISSUERS), cache: false },
  })
  return new Auth(options, { secret, jwt: app.jwt })
}

export class Auth {
  /** Links that show one unpublished post without a login. */
  readonly previewLinks: Tokens
  readonly #logins: Tokens
  readonly #password: AdminPassword
  readonly #limit: LoginLimit
  readonly #line = new Line({ lengthMax: HASHES_MAX })

  constructor(options: AuthOptions, { secret, jwt }: { secret: string; jwt: JWT }) {
    const { stateDir, now, log } = options
    const file = (name: string) => join(stateDir, name)
    const password = adminPasswordFrom({
      ...options,
      file: file('password-hash'),
      tokenSecret: secret,
    })
    const shared = { jwt, password, now, log }
    this.#password = password
    this.#limit = new LoginLimit(now)
    this.#logins = new Tokens({ ...shared, kind: 'login', file: file('revoked-tokens.json') })
    this.previewLinks = new Tokens({
      ...shared,
      kind: 'preview',
      file: file('revoked-previews.json'),
    })
  }

  /**
   * Lets the admin pass. For an onRequest hook: no body is read for anybody else.
   * @throws UnauthorizedError
   */
  async requireAdmin(request: FastifyRequest): Promise<void> {
    await this.#readToken(request)
  }

  /**
   * A new token for the right password.
   * @throws UnauthorizedError for a wrong one, TooManyRequestsError before anything is hashed
   */
  async login(given: string, address: string): Promise<{ token: string; expires_at: string }> {
    if (this.#line.isFull) {
      throw new TooManyRequestsError('Too many logins at once. Try again.', LINE_FULL_SECONDS)
    }
    this.#limit.begin(address)
    const isRight = await this.#line.run(() => this.#password.verify(given))
    if (!isRight) throw new UnauthorizedError('Invalid password')
    this.#limit.succeed(address)
    const { token, expiresAt } = await this.#logins.issue(randomUUID())
    return { token, expires_at: new Date(expiresAt).toISOString() }
  }

  /**
   * Refuses the request's token from now on.
   * @throws UnauthorizedError, RepositoryError when that cannot be stored
   */
  async logout(request: FastifyRequest): Promise<void> {
    const { id } = await this.#readToken(request)
    await this.#logins.revoke(id)
  }

  /** @throws UnauthorizedError unless the request has a token of ours that is valid */
  async #readToken({ headers }: FastifyRequest): Promise<{ id: string }> {
    const [, token = ''] = /^Bearer +([\w.-]+)$/i.exec(headers.authorization ?? '') ?? []
    const login = await this.#logins.read(token)
    if (login === null) throw new UnauthorizedError()
    return login
  }
}

/** The secret that signs tokens, stored in the file; made on the first start. */
async function storedTokenSecret(file: string, log: Log): Promise<string> {
  const stored = readStateFile(file)?.trim()
  if (stored !== undefined && SECRET_PATTERN.test(stored)) return stored
  const secret = randomBytes(SECRET_BYTES).toString('base64url')
  await writeStateFile(file, `${secret}\n`).catch((error: unknown) => {
    log.warn({ err: error }, 'The token secret could not be stored; logins end with this process')
  })
  return secret
}
