/**
 * Tokens refused before their time. Kept in the state folder, so that a restart does not let a
 * logged-out token in again, and dropped once they would have expired anyway.
 */
import * as z from 'zod'
import { isStorageFull, RepositoryError } from '../errors.ts'
import type { Log } from '../log.ts'
import { readStateFile, writeStateFile } from '../state-file.ts'
import { Line } from '../workers/line.ts'

const keptForm = z.object({
  /** All tokens issued until then are refused. */
  issued_until: z.number().default(0),
  /** Expiry in seconds since 1970 by token id. */
  tokens: z.record(z.string(), z.number()),
})

/** Beyond this many, everything issued so far is refused instead: safe, and one number. */
const TOKENS_MAX = 10_000

interface RevokedTokensOptions {
  file: string
  /** Milliseconds since 1970. */
  now(): number
  log: Log
  /** Replaces the file's text. */
  write?: (file: string, text: string) => Promise<void>
}

/** The list, with what the file has. A file that cannot be read refuses all tokens. */
export class RevokedTokens {
  readonly #options: RevokedTokensOptions
  readonly #expiries: Map<string, number>
  #issuedUntil: number
  /** Tokens that are refused, but on no disk yet. */
  readonly #unkept = new Set<string>()
  readonly #writes = new Line()

  constructor(options: RevokedTokensOptions) {
    this.#options = options
    const kept = readRevoked(options.file, options.log)
    this.#expiries = new Map(Object.entries(kept?.tokens ?? {}))
    this.#issuedUntil = kept?.issued_until ?? this.#seconds()
  }

  /** Whether a token is refused. Times in seconds since 1970, as tokens carry them. */
  has({ jti, iat }: { jti: string; iat: number }): boolean {
    return iat <= this.#issuedUntil || this.#expiries.has(jti)
  }

  /** Whether a token is refused and that is on disk. */
  isKept(token: { jti: string; iat: number }): boolean {
    return this.has(token) && !this.#unkept.has(token.jti)
  }

  /**
   * Refuses a token from now on; resolves when that is on disk.
   * @throws RepositoryError when it cannot be: then the token is refused until the next start only
   */
  async add({ jti, exp }: { jti: string; exp: number }): Promise<void> {
    for (const [id, expiry] of this.#expiries) {
      if (expiry < this.#seconds()) this.#expiries.delete(id)
    }
    if (this.#expiries.size >= TOKENS_MAX) {
      this.#expiries.clear()
      this.#issuedUntil = this.#seconds()
    }
    this.#expiries.set(jti, exp)
    this.#unkept.add(jti)
    await this.#writes
      .run(() => this.#write())
      .catch((error: unknown) => {
        const message = 'A logout could not be stored; it holds only until the next start'
        this.#options.log.warn({ err: error }, message)
        throw unkeptLogout(error)
      })
  }

  async #write(): Promise<void> {
    const { file, write = writeStateFile } = this.#options
    const ids = [...this.#unkept]
    const tokens = Object.fromEntries(this.#expiries)
    await write(file, `${JSON.stringify({ issued_until: this.#issuedUntil, tokens })}\n`)
    for (const id of ids) this.#unkept.delete(id)
  }

  #seconds(): number {
    return Math.floor(this.#options.now() / 1000)
  }
}

function unkeptLogout(error: unknown): RepositoryError {
  const rest = 'You are logged out until the server starts again. Please log out once more.'
  return isStorageFull(error)
    ? new RepositoryError('storage_full', `The disk is full. ${rest}`, error)
    : new RepositoryError('read_only', `The logout could not be kept. ${rest}`, error)
}

function readRevoked(file: string, log: Log): z.infer<typeof keptForm> | null {
  try {
    const text = readStateFile(file)
    return text === null ? { issued_until: 0, tokens: {} } : keptForm.parse(JSON.parse(text))
  } catch (error) {
    log.warn({ err: error }, 'The list of logged-out tokens cannot be read; all tokens are refused')
    return null
  }
}
