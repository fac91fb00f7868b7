/**
 * Signed tokens valid for seven days: logins and preview links. A token contains its subject and
 * expiry, so only revocations are stored: by id, the expiry up to which its tokens are refused. A new
 * password invalidates every token.
 */
import type { JWT } from '@fastify/jwt'
import * as z from 'zod'
import { isStorageFull, RepositoryError } from '../errors.ts'
import type { Log } from '../log.ts'
import { readStateFile, writeStateFile } from '../state-file.ts'
import { JobQueue } from '../workers/job-queue.ts'
import type { AdminPassword } from './admin-password.ts'

/** `iss` by kind. A token ends in a letter or digit, so link detection keeps it whole. */
export const ISSUERS = { login: 'gap', preview: 'gap-preview' } as const

const LIFETIME_SECONDS = 7 * 86_400

const claimsForm = z.object({
  iss: z.string(),
  jti: z.string().min(1),
  iat: z.number(),
  exp: z.number(),
  /** Fingerprint of the admin's password at issue. */
  pwd: z.string(),
})

/** Times in milliseconds since 1970. `all` applies to every id. */
const storedForm = z.object({ all: z.number(), ids: z.array(z.tuple([z.string(), z.number()])) })

interface TokensOptions {
  kind: keyof typeof ISSUERS
  /** Signs and verifies. */
  jwt: Pick<JWT, 'sign' | 'verify'>
  password: Pick<AdminPassword, 'fingerprint'>
  /** File of the revocations. If it cannot be read, all tokens issued so far are refused. */
  file: string
  /** Milliseconds since 1970. */
  now(): number
  log: Log
}

interface Grant {
  id: string
  /** Milliseconds since 1970, a whole second. */
  expiresAt: number
}

/** The tokens of one kind. */
export class Tokens {
  readonly #options: TokensOptions
  readonly #allUntil: number
  #revocations: ReadonlyMap<string, number>
  readonly #writes = new JobQueue()

  constructor(options: TokensOptions) {
    this.#options = options
    const { all, ids } = readStored(options)
    this.#allUntil = all
    this.#revocations = new Map(ids)
  }

  /** Issues a token for an id. It expires later than the revoked tokens of that id. */
  async issue(id: string): Promise<Grant & { token: string }> {
    const { kind, jwt, password, now } = this.#options
    const iat = Math.floor(now() / 1000)
    const exp = Math.max(iat + LIFETIME_SECONDS, Math.floor(this.#revokedUntil(id) / 1000) + 1)
    const pwd = await password.fingerprint()
    const token = jwt.sign({ iss: ISSUERS[kind], jti: id, iat, exp, pwd })
    return { id, expiresAt: exp * 1000, token }
  }

  /** Subject and expiry of a token; null if it is invalid, expired or revoked. */
  async read(token: string): Promise<Grant | null> {
    const { kind, password, now } = this.#options
    const claims = this.#verified(token)
    if (claims?.iss !== ISSUERS[kind] || claims.pwd !== (await password.fingerprint())) return null
    const grant = { id: claims.jti, expiresAt: claims.exp * 1000 }
    return grant.expiresAt <= now() || this.isRevoked(grant.id, grant.expiresAt) ? null : grant
  }

  /** Whether tokens of an id with that expiry are revoked. */
  isRevoked(id: string, expiresAt: number): boolean {
    return expiresAt <= this.#revokedUntil(id)
  }

  /**
   * Revokes all tokens issued so far for these ids; resolves once that is on disk.
   * @throws RepositoryError if it cannot be stored; nothing is revoked then
   */
  async revoke(...ids: string[]): Promise<void> {
    await this.#writes.run(async () => {
      const now = this.#options.now()
      const revocations = new Map([...this.#revocations].filter(([, end]) => end >= now))
      // A token issued after an earlier revocation expires a second later than that.
      for (const id of ids)
        revocations.set(id, Math.max(now + LIFETIME_SECONDS * 1000, this.#revokedUntil(id) + 1000))
      await this.#write(revocations)
      this.#revocations = revocations
    })
  }

  #revokedUntil(id: string): number {
    return Math.max(this.#allUntil, this.#revocations.get(id) ?? 0)
  }

  #verified(token: string): z.infer<typeof claimsForm> | null {
    try {
      return claimsForm.safeParse(this.#options.jwt.verify(token)).data ?? null
    } catch {
      // Malformed or forged: both are invalid.
      return null
    }
  }

  async #write(revocations: ReadonlyMap<string, number>): Promise<void> {
    const { file, log } = this.#options
    const stored: z.infer<typeof storedForm> = { all: this.#allUntil, ids: [...revocations] }
    try {
      await writeStateFile(file, `${JSON.stringify(stored)}\n`)
    } catch (error) {
      log.warn({ err: error }, 'A revocation could not be stored')
      const code = isStorageFull(error) ? 'storage_full' : 'read_only'
      throw new RepositoryError(code, 'This could not be stored. Please try again.', error)
    }
  }
}

function readStored({ file, now, log }: TokensOptions): z.infer<typeof storedForm> {
  try {
    const text = readStateFile(file)
    return text === null ? { all: 0, ids: [] } : storedForm.parse(JSON.parse(text))
  } catch (error) {
    log.warn({ err: error, file }, 'The revocations cannot be read; everything so far is refused')
    return { all: now() + LIFETIME_SECONDS * 1000, ids: [] }
  }
}
