/**
 * Signed tokens that last seven days: logins, and links that show one unpublished post. A token says
 * itself what it is for and when it ends, so only the revoked ones are stored: by id, until when
 * everything of that id is refused. With another password every token ends.
 */
import type { JWT } from '@fastify/jwt'
import * as z from 'zod'
import { isStorageFull, RepositoryError } from '../errors.ts'
import type { Log } from '../log.ts'
import { readStateFile, writeStateFile } from '../state-file.ts'
import { Line } from '../workers/line.ts'
import type { AdminPassword } from './admin-password.ts'

/** By kind. A signature is in the alphabet of addresses, and its last sign a letter or a digit. */
export const ISSUERS = { login: 'gap', preview: 'gap-preview' } as const

const LASTS_SECONDS = 7 * 86_400

const claimsForm = z.object({
  iss: z.string(),
  jti: z.string().min(1),
  iat: z.number(),
  exp: z.number(),
  /** Fingerprint of the password it was given for. */
  pwd: z.string(),
})

/** Times in milliseconds since 1970. `all` counts for every id. */
const storedForm = z.object({ all: z.number(), ids: z.array(z.tuple([z.string(), z.number()])) })

interface TokensOptions {
  kind: keyof typeof ISSUERS
  /** Signs and verifies. */
  jwt: Pick<JWT, 'sign' | 'verify'>
  password: Pick<AdminPassword, 'fingerprint'>
  /** The revocations. One that cannot be read refuses everything issued so far. */
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
  #until: ReadonlyMap<string, number>
  readonly #writes = new Line()

  constructor(options: TokensOptions) {
    this.#options = options
    const { all, ids } = readStored(options)
    this.#allUntil = all
    this.#until = new Map(ids)
  }

  /** A new token for an id. It ends later than what of that id is revoked. */
  async issue(id: string): Promise<Grant & { token: string }> {
    const { kind, jwt, password, now } = this.#options
    const iat = Math.floor(now() / 1000)
    const exp = Math.max(iat + LASTS_SECONDS, Math.floor(this.#revokedUntil(id) / 1000) + 1)
    const pwd = await password.fingerprint()
    const token = jwt.sign({ iss: ISSUERS[kind], jti: id, iat, exp, pwd })
    return { id, expiresAt: exp * 1000, token }
  }

  /** What a token is for; null when it is not ours, has ended or is revoked. */
  async read(token: string): Promise<Grant | null> {
    const { kind, password, now } = this.#options
    const claims = this.#verified(token)
    if (claims?.iss !== ISSUERS[kind] || claims.pwd !== (await password.fingerprint())) return null
    const grant = { id: claims.jti, expiresAt: claims.exp * 1000 }
    return grant.expiresAt <= now() || this.isRevoked(grant.id, grant.expiresAt) ? null : grant
  }

  /** Whether tokens of an id that end at that time are revoked. */
  isRevoked(id: string, expiresAt: number): boolean {
    return expiresAt <= this.#revokedUntil(id)
  }

  /**
   * Refuses every token of these ids that was issued so far, once that is on disk.
   * @throws RepositoryError when it cannot be stored: then nothing has changed
   */
  async revoke(...ids: string[]): Promise<void> {
    await this.#writes.run(async () => {
      const now = this.#options.now()
      const until = new Map([...this.#until].filter(([, end]) => end >= now))
      // One that was issued after an earlier revocation ends a second later than that.
      for (const id of ids)
        until.set(id, Math.max(now + LASTS_SECONDS * 1000, this.#revokedUntil(id) + 1000))
      await this.#write(until)
      this.#until = until
    })
  }

  #revokedUntil(id: string): number {
    return Math.max(this.#allUntil, this.#until.get(id) ?? 0)
  }

  #verified(token: string): z.infer<typeof claimsForm> | null {
    try {
      return claimsForm.safeParse(this.#options.jwt.verify(token)).data ?? null
    } catch {
      // Malformed, altered, foreign, expired: all the same to us.
      return null
    }
  }

  async #write(until: ReadonlyMap<string, number>): Promise<void> {
    const { file, log } = this.#options
    const stored: z.infer<typeof storedForm> = { all: this.#allUntil, ids: [...until] }
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
    return { all: now() + LASTS_SECONDS * 1000, ids: [] }
  }
}
