/**
 * Authentication of the admin: one password, tokens valid for seven days, and the guard of the
 * admin's calls. All refusals have the same text, so none reveals what was wrong.
 */
import { randomBytes, randomUUID } from 'node:crypto'
import { join } from 'node:path'
import jwt, { type JWT } from '@fastify/jwt'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { TooManyRequestsError, UnauthorizedError } from '../errors.ts'
import type { Log } from '../log.ts'
import { readStateFile, writeStateFile } from '../state-file.ts'
import { JobQueue } from '../workers/job-queue.ts'
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
/** Hashes run one at a time: in parallel they would block the thread pool of file reads. */
const HASHES_MAX = 6
/** About the time that a full queue of hashes takes. */
const QUEUE_FULL_SECONDS = 3

/** Registers the signing of tokens; a secret not in the settings is in the state folder. */
export async function createAuth(app: FastifyInstance, options: AuthOptions): Promise<Auth> {
  const { stateDir, jwtSecret, log } = options
  const secret = jwtSecret ?? (await storedTokenSecret(join(stateDir, 'secret'), log))
  await app.register(jwt, {
    secret,
    sign: { algorithm: 'HS256' },
    // `Tokens` compares the expiry with the clock of the server; the library would use its own.
    verify: {
      algorithms: ['HS256'],
      allowedIss: Object.values(ISSUERS),
      cache: false,
      ignoreExpiration: true,
    },
  })
  return new Auth(options, { secret, jwt: app.jwt })
}

export class Auth {
  /** Tokens of preview links: each shows one unpublished post without a login. */
  readonly previewLinks: Tokens
  readonly #logins: Tokens
  readonly #password: AdminPassword
  readonly #limit: LoginLimit
  readonly #queue = new JobQueue({ lengthMax: HASHES_MAX })

  constructor(options: AuthOptions, { secret, jwt }: { secret: string; jwt: JWT }) {
    const { stateDir, now, log } = options
    const hashFile = join(stateDir, 'password-hash')
    const password = adminPasswordFrom({ ...options, file: hashFile, tokenSecret: secret })
    const tokens = (kind: keyof typeof ISSUERS, name: string) =>
      new Tokens({ kind, file: join(stateDir, name), jwt, password, now, log })
    this.#password = password
    this.#limit = new LoginLimit(now)
    this.#logins = tokens('login', 'revoked-tokens.json')
    this.previewLinks = tokens('preview', 'revoked-previews.json')
  }

  /** A token for the right password. @throws UnauthorizedError, TooManyRequestsError (unhashed) */
  async login(password: string, address: string): Promise<{ token: string; expires_at: string }> {
    if (this.#queue.isFull) {
      throw new TooManyRequestsError('Too many logins at once. Try again.', QUEUE_FULL_SECONDS)
    }
    this.#limit.begin(address)
    const isRight = await this.#queue.run(() => this.#password.verify(password))
    if (!isRight) throw new UnauthorizedError('Invalid password')
    this.#limit.succeed(address)
    const { token, expiresAt } = await this.#logins.issue(randomUUID())
    return { token, expires_at: new Date(expiresAt).toISOString() }
  }

  /** Revokes the token. @throws UnauthorizedError, RepositoryError if that cannot be stored */
  async logout(request: FastifyRequest): Promise<void> {
    const { id } = await this.requireAdmin(request)
    await this.#logins.revoke(id)
  }

  /** The token's id. For an onRequest hook, before a body is read. @throws UnauthorizedError */
  async requireAdmin({ headers }: FastifyRequest): Promise<{ id: string }> {
    const [, token = ''] = /^Bearer +([\w.-]+)$/i.exec(headers.authorization ?? '') ?? []
    const login = await this.#logins.read(token)
    if (login === null) throw new UnauthorizedError()
    return login
  }
}

/** The signing secret of tokens from the file; generated at the first start. */
async function storedTokenSecret(file: string, log: Log): Promise<string> {
  const stored = readStateFile(file)?.trim()
  if (stored !== undefined && SECRET_PATTERN.test(stored)) return stored
  const secret = randomBytes(SECRET_BYTES).toString('base64url')
  await writeStateFile(file, `${secret}\n`).catch((error: unknown) => {
    log.warn({ err: error }, 'The token secret could not be stored; logins end with this process')
  })
  return secret
}
