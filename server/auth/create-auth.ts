/**
 * Who is the admin: one password, tokens of seven days, and the guard before everything that only
 * the admin may do. Every refusal says the same, so that none tells what was wrong.
 */
import { randomUUID } from 'node:crypto'
import { join } from 'node:path'
import jwt from '@fastify/jwt'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import * as z from 'zod'
import { TooManyRequestsError, UnauthorizedError, ValidationError } from '../errors.ts'
import type { Log } from '../log.ts'
import { Line } from '../workers/line.ts'
import { type AdminPassword, adminPasswordFrom } from './admin-password.ts'
import { createLoginLimit, type LoginLimit } from './login-limit.ts'
import { PreviewLinks } from './preview-links.ts'
import { RevokedTokens } from './revoked-tokens.ts'
import { keptTokenSecret } from './token-secret.ts'

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

export interface Auth {
  /** Links that show one unpublished post without a login. */
  readonly previewLinks: PreviewLinks
  /** Teaches an app to sign and verify tokens; once, before the other calls. */
  register(app: FastifyInstance): Promise<void>
  /**
   * A new token for the right password.
   * @throws ValidationError without a password text, UnauthorizedError for a wrong one,
   *   TooManyRequestsError before anything is hashed.
   */
  login(password: unknown, address: string): Promise<Session>
  /**
   * Refuses the request's token from now on. @throws UnauthorizedError, RepositoryError when that
   * holds only until the next start
   */
  logout(request: FastifyRequest): Promise<void>
  /** Lets the admin pass. An onRequest hook: no body is read for anybody else.
   * @throws UnauthorizedError */
  requireAdmin(request: FastifyRequest): Promise<void>
}

const TOKEN_SECONDS = 7 * 86_400
const ISSUER = 'gap'
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
  revoked: RevokedTokens
  previewLinks: PreviewLinks
  limit: LoginLimit
  now(): number
}

/** Creates the admin's gate; secrets that are not given are read from the state folder or made. */
export async function createAuth(options: AuthOptions): Promise<Auth> {
  const { stateDir, now, log } = options
  const tokenSecret = options.jwtSecret ?? (await keptTokenSecret(join(stateDir, 'secret'), log))
  const file = join(stateDir, 'password-hash')
  const password = adminPasswordFrom({ ...options, file, tokenSecret })
  const links = { file: join(stateDir, 'revoked-previews.json'), tokenSecret, password, now, log }
  return new AdminAuth({
    tokenSecret,
    password,
    previewLinks: new PreviewLinks(links),
    revoked: new RevokedTokens({ file: join(stateDir, 'revoked-tokens.json'), now, log }),
    limit: createLoginLimit({ now, kept: { file: join(stateDir, 'login-limit.json'), log } }),
    now,
  })
}

class AdminAuth implements Auth {
  readonly #parts: AuthParts
  readonly previewLinks: PreviewLinks
  readonly #line = new Line({ lengthMax: HASHES_MAX })
  #tokens: FastifyInstance['jwt'] | undefined

  /** A field, so that it can be handed on as a hook. */
  readonly requireAdmin = async (request: FastifyRequest): Promise<void> => {
    await this.#readToken(request, (claims) => this.#parts.revoked.has(claims))
  }

  constructor(parts: AuthParts) {
    this.#parts = parts
    this.previewLinks = parts.previewLinks
  }

  async register(app: FastifyInstance): Promise<void> {
    await app.register(jwt, {
      secret: this.#parts.tokenSecret,
      sign: { algorithm: 'HS256' },
      verify: { algorithms: ['HS256'], allowedIss: ISSUER, cache: false },
    })
    this.#tokens = app.jwt
  }

  async login(given: unknown, address: string): Promise<Session> {
    const { limit, password } = this.#parts
    const text = checkPasswordText(given)
    const attempt = limit.begin(address)
    if (this.#line.isFull) {
      attempt.abandon()
      throw new TooManyRequestsError('Too many logins at once. Try again.', LINE_FULL_SECONDS)
    }
    const isRight = await this.#line.run(() => password.verify(text))
    if (isRight) attempt.succeed()
    await limit.kept()
    if (!isRight) throw new UnauthorizedError('Invalid password')
    return this.#issue()
  }

  async logout(request: FastifyRequest): Promise<void> {
    const { revoked } = this.#parts
    // A logout that could not be kept may be sent again.
    await revoked.add(await this.#readToken(request, (claims) => revoked.isKept(claims)))
  }

  async #issue(): Promise<Session> {
    const { now, password } = this.#parts
    const iat = Math.floor(now() / 1000)
    const exp = iat + TOKEN_SECONDS
    const claims = { iss: ISSUER, jti: randomUUID(), iat, exp, pwd: await password.fingerprint() }
    const token = this.#tokens?.sign(claims)
    if (token === undefined) throw new Error('auth.register was not called')
    return { token, expires_at: new Date(exp * 1000).toISOString() }
  }

  /** The claims of the request's token. @throws UnauthorizedError unless it is ours and valid */
  async #readToken(
    request: FastifyRequest,
    isRefused: (claims: TokenClaims) => boolean,
  ): Promise<TokenClaims> {
    const [, token] = /^Bearer +([\w.-]+)$/i.exec(request.headers.authorization ?? '') ?? []
    const claims = token === undefined ? null : this.#verified(token)
    if (
      claims === null ||
      claims.exp * 1000 <= this.#parts.now() ||
      isRefused(claims) ||
      claims.pwd !== (await this.#parts.password.fingerprint())
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

function checkPasswordText(given: unknown): string {
  if (typeof given !== 'string') throw new ValidationError({ password: 'Enter the password.' })
  return given
}
