/**
 * Who is the admin: one password, tokens of seven days, and the guard before everything that only
 * the admin may do. Every refusal says the same, so that none tells what was wrong.
 */
import { randomBytes, randomUUID } from 'node:crypto'
import { join } from 'node:path'
import jwt, { type JWT } from '@fastify/jwt'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import * as z from 'zod'
import { TooManyRequestsError, UnauthorizedError } from '../errors.ts'
import type { Log } from '../log.ts'
import { readStateFile, writeStateFile } from '../state-file.ts'
import { Line } from '../workers/line.ts'
import { type AdminPassword, adminPasswordFrom, type PasswordOptions } from './admin-password.ts'
import { LoginLimit } from './login-limit.ts'
import { PreviewLinks } from './preview-links.ts'
import { Revocations } from './revocations.ts'

export interface AuthOptions extends PasswordOptions {
  /** Folder for the secret, the hash, logged-out tokens and revoked preview links. */
  stateDir: string
  jwtSecret: string | null
  /** Milliseconds since 1970. */
  now(): number
}

const ISSUER = 'gap'
const SECRET_BYTES = 32
const SECRET_PATTERN = /^[\w-]{43,}$/
/** One at a time: side by side they would fill the thread pool that file reads need. */
const HASHES_MAX = 6
/** About as long as the hashes in line take. */
const LINE_FULL_SECONDS = 3

const tokenForm = z.object({
  iss: z.literal(ISSUER),
  jti: z.string().min(1),
  iat: z.number(),
  exp: z.number(),
  /** Fingerprint of the password it was given for. */
  pwd: z.string(),
})
type TokenClaims = z.infer<typeof tokenForm>

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
    verify: { algorithms: ['HS256'], allowedIss: ISSUER, cache: false },
  })
  return new Auth(options, { secret, tokens: app.jwt })
}

export class Auth {
  /** Links that show one unpublished post without a login. */
  readonly previewLinks: PreviewLinks
  readonly #now: () => number
  readonly #password: AdminPassword
  readonly #revoked: Revocations
  readonly #limit: LoginLimit
  readonly #line = new Line({ lengthMax: HASHES_MAX })
  readonly #tokens: JWT

  constructor(options: AuthOptions, { secret, tokens }: { secret: string; tokens: JWT }) {
    const { stateDir, now, log } = options
    const revocations = (name: string) => new Revocations({ file: join(stateDir, name), now, log })
    const password = adminPasswordFrom({
      ...options,
      file: join(stateDir, 'password-hash'),
      tokenSecret: secret,
    })
    this.#now = now
    this.#password = password
    this.#revoked = revocations('revoked-tokens.json')
    this.#limit = new LoginLimit(now)
    this.#tokens = tokens
    this.previewLinks = new PreviewLinks({
      revocations: revocations('revoked-previews.json'),
      ...{ tokenSecret: secret, password, now },
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
    const jti = randomUUID()
    const iat = Math.floor(this.#now() / 1000)
    const exp = Math.ceil(this.#revoked.endOf(jti) / 1000)
    const pwd = await this.#password.fingerprint()
    const token = this.#tokens.sign({ iss: ISSUER, jti, iat, exp, pwd })
    return { token, expires_at: new Date(exp * 1000).toISOString() }
  }

  /**
   * Refuses the request's token from now on.
   * @throws UnauthorizedError, RepositoryError when that cannot be stored
   */
  async logout(request: FastifyRequest): Promise<void> {
    const { jti } = await this.#readToken(request)
    await this.#revoked.add(jti)
  }

  /** The claims of the request's token. @throws UnauthorizedError unless it is ours and valid */
  async #readToken({ headers }: FastifyRequest): Promise<TokenClaims> {
    const [, token] = /^Bearer +([\w.-]+)$/i.exec(headers.authorization ?? '') ?? []
    const claims = token === undefined ? null : this.#claimsOf(token)
    if (
      claims === null ||
      claims.exp * 1000 <= this.#now() ||
      claims.pwd !== (await this.#password.fingerprint()) ||
      this.#revoked.has(claims.jti, claims.exp * 1000)
    ) {
      throw new UnauthorizedError()
    }
    return claims
  }

  #claimsOf(token: string): TokenClaims | null {
    try {
      return tokenForm.safeParse(this.#tokens.verify(token)).data ?? null
    } catch {
      // Malformed, altered, foreign, expired: all the same to us.
      return null
    }
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
