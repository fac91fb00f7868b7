/**
 * Signed tokens valid for seven days: logins and preview links. A token contains its subject and
 * when it was issued, so only revocations are stored: by id, the time up to which its tokens are
 * refused. A new password invalidates every token.
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

/** By id the seconds since 1970 up to which its tokens are refused. */
const storedForm = z.array(z.tuple([z.string(), z.number()]))
type Revocations = ReadonlyMap<string, number>
/** Stands for all ids; no token has it. */
const EVERY_ID = ''

interface TokensOptions {
  kind: keyof typeof ISSUERS
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
  #revocations: Revocations
  readonly #writes = new JobQueue()

  constructor(options: TokensOptions) {
    this.#options = options
    const stored = readStored(options)
    this.#revocations = stored ?? new Map([[EVERY_ID, this.#seconds()]])
    // Stored at once, so that the next start refuses no more than this one. A failure is logged.
    if (stored === null) this.#write(this.#revocations).catch(() => {})
  }

  /** Issues a token for an id, later than any revoked one of it. */
  async issue(id: string): Promise<Grant & { token: string }> {
    const { kind, jwt, password } = this.#options
    const iat = Math.max(this.#seconds(), this.#revokedAt(id) + 1)
    const exp = iat + LIFETIME_SECONDS
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
    return expiresAt / 1000 - LIFETIME_SECONDS <= this.#revokedAt(id)
  }

  /**
   * Revokes all tokens issued so far for these ids; resolves once that is on disk.
   * @throws RepositoryError if it cannot be stored; nothing is revoked then
   */
  async revoke(...ids: string[]): Promise<void> {
    await this.#writes.run(async () => {
      const now = this.#seconds()
      const isNeeded = ([, at]: [string, number]) => at + LIFETIME_SECONDS >= now
      const revocations = new Map([...this.#revocations].filter(isNeeded))
      // The newest token of an id may be a second ahead.
      for (const id of ids) revocations.set(id, Math.max(now, this.#revokedAt(id) + 1))
      await this.#write(revocations)
      this.#revocations = revocations
    })
  }

  #revokedAt(id: string): number {
    return Math.max(this.#revocations.get(EVERY_ID) ?? 0, this.#revocations.get(id) ?? 0)
  }

  #seconds(): number {
    return Math.floor(this.#options.now() / 1000)
  }

  #verified(token: string): z.infer<typeof claimsForm> | null {
    try {
      return claimsForm.safeParse(this.#options.jwt.verify(token)).data ?? null
    } catch {
      // Malformed or forged: both are invalid.
      return null
    }
  }

  async #write(revocations: Revocations): Promise<void> {
    const { file, log } = this.#options
    try {
      await writeStateFile(file, `${JSON.stringify([...revocations])}\n`)
    } catch (error) {
      log.warn({ err: error }, 'A revocation could not be stored')
      const code = isStorageFull(error) ? 'storage_full' : 'read_only'
      throw new RepositoryError(code, 'This could not be stored. Please try again.', error)
    }
  }
}

/** Null if the file cannot be read. */
function readStored({ file, log }: TokensOptions): Revocations | null {
  try {
    return new Map(storedForm.parse(JSON.parse(readStateFile(file) ?? '[]')))
  } catch (error) {
    log.warn({ err: error, file }, 'The revocations cannot be read; everything so far is refused')
    return null
  }
}
