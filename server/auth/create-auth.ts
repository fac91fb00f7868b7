/**
 * Who is the admin: one password, tokens of seven days, and the guard before everything that only
 * the admin may do. Every refusal says the same, so that none tells what was wrong.
 */
import { randomBytes, randomUUID } from 'node:crypto'
import { join } from 'node:path'
import jwt from '@fastify/jwt'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import * as z from 'zod'
import { TooManyRequestsError, UnauthorizedError, ValidationError } from '../errors.ts'
import type { Log } from '../log.ts'
import { readStateFile, writeStateFile } from '../state-file.ts'
import { Line } from '../workers/line.ts'
import { type AdminPassword, adminPasswordFrom } from './admin-password.ts'
import { LoginLimit } from './login-limit.ts'
import { PreviewLinks } from './preview-links.ts'
import { Revocations } from './revocations.ts'

export interface AuthOptions {
  /** Folder for the secret, the hash, logged-out tokens and revoked preview links. */
  stateDir: string
  adminPassword: string | null
  adminPasswordHash: string | null
  jwtSecret: string | null
  /** Milliseconds since 1970. */
  now(): number
  log: Log
  /** Shows a password made here to the owner; called once, at the first start. */
  onGeneratedPassword(password: string): void
}

interface Session {
  token: string
  /** ISO 8601. */
  expires_at: string
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

interface AuthParts {
  tokenSecret: string
  password: AdminPassword
  revoked: Revocations
  previewLinks: PreviewLinks
  limit: LoginLimit
  now(): number
}

/** Creates the admin's gate; secrets that are not given are read from the state folder or made. */
export async function createAuth(options: AuthOptions): Promise<Auth> {
  const { stateDir, now, log } = options
  const tokenSecret = options.jwtSecret ?? (await storedTokenSecret(join(stateDir, 'secret'), log))
  const file = join(stateDir, 'password-hash')
  const password = adminPasswordFrom({ ...options, file, tokenSecret })
  const revocationsOf = (name: string, what: string) =>
    new Revocations({ file: join(stateDir, name), what, now, log })
  const revocations = revocationsOf('revoked-previews.json', 'revocation of a preview link')
  return new Auth({
    ...{ tokenSecret, password, now },
    previewLinks: new PreviewLinks({ revocations, tokenSecret, password, now }),
    revoked: revocationsOf('revoked-tokens.json', 'logout'),
    limit: new LoginLimit(now),
  })
}

export class Auth {
  /** Links that show one unpublished post without a login. */
  readonly previewLinks: PreviewLinks
  readonly #parts: AuthParts
  readonly #line = new Line({ lengthMax: HASHES_MAX })
  #tokens: FastifyInstance['jwt'] | undefined

  /**
   * Lets the admin pass. An onRequest hook: no body is read for anybody else. A field, so that it
   * can be handed on. @throws UnauthorizedError
   */
  readonly requireAdmin = async (request: FastifyRequest): Promise<void> => {
    const { jti, exp } = await this.#readToken(request)
    if (this.#parts.revoked.has(jti, exp * 1000)) throw new UnauthorizedError()
  }

  constructor(parts: AuthParts) {
    this.#parts = parts
    this.previewLinks = parts.previewLinks
  }

  /** Teaches an app to sign and verify tokens; once, before the other calls. */
  async register(app: FastifyInstance): Promise<void> {
    await app.register(jwt, {
      secret: this.#parts.tokenSecret,
      sign: { algorithm: 'HS256' },
      verify: { algorithms: ['HS256'], allowedIss: ISSUER, cache: false },
    })
    this.#tokens = app.jwt
  }

  /**
   * A new token for the right password.
   * @throws ValidationError without a password text, UnauthorizedError for a wrong one,
   *   TooManyRequestsError before anything is hashed
   */
  async login(given: unknown, address: string): Promise<Session> {
    const { limit, password } = this.#parts
    if (typeof given !== 'string') throw new ValidationError({ password: 'Enter the password.' })
    limit.begin(address)
    if (this.#line.isFull) {
      limit.abandon(address)
      throw new TooManyRequestsError('Too many logins at once. Try again.', LINE_FULL_SECONDS)
    }
    const isRight = await this.#line.run(() => password.verify(given))
    if (!isRight) throw new UnauthorizedError('Invalid password')
    limit.succeed(address)
    return this.#issue()
  }

  /**
   * Refuses the request's token from now on. A logout that could not be stored may be sent again.
   * @throws UnauthorizedError, RepositoryError when that holds only until the next start
   */
  async logout(request: FastifyRequest): Promise<void> {
    const { revoked } = this.#parts
    const { jti, exp } = await this.#readToken(request)
    if (revoked.isStored && revoked.has(jti, exp * 1000)) throw new UnauthorizedError()
    await revoked.add(jti)
  }

  async #issue(): Promise<Session> {
    const { now, password, revoked } = this.#parts
    const jti = randomUUID()
    const iat = Math.floor(now() / 1000)
    const exp = Math.ceil(revoked.endOf(jti) / 1000)
    const claims = { iss: ISSUER, jti, iat, exp, pwd: await password.fingerprint() }
    const token = this.#tokens?.sign(claims)
    if (token === undefined) throw new Error('auth.register was not called')
    return { token, expires_at: new Date(exp * 1000).toISOString() }
  }

  /** The claims of the request's token. @throws UnauthorizedError unless it is ours and valid */
  async #readToken(request: FastifyRequest): Promise<TokenClaims> {
    const [, token] = /^Bearer +([\w.-]+)$/i.exec(request.headers.authorization ?? '') ?? []
    const claims = token === undefined ? null : this.#verified(token)
    const { now, password } = this.#parts
    if (
      claims === null ||
      claims.exp * 1000 <= now() ||
      claims.pwd !== (await password.fingerprint())
    ) {
      throw new UnauthorizedError()
    }
    return claims
  }

  #verified(token: string): TokenClaims | null {
    try {
      return tokenForm.safeParse(this.#tokens?.verify(token)).data ?? null
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
