/**
 * Links that show one unpublished post to all who have them. A link says itself which post it is for
 * and when it ends, and is signed; so only the revoked ones are stored. The key is made of the token
 * secret and the password: with another password every link ends.
 */
import { createHmac, timingSafeEqual } from 'node:crypto'
import * as z from 'zod'
import { isStorageFull, RepositoryError } from '../errors.ts'
import type { Log } from '../log.ts'
import { readStateFile, writeStateFile } from '../state-file.ts'
import { Line } from '../workers/line.ts'
import type { AdminPassword } from './admin-password.ts'

interface PreviewLink {
  postId: string
  /** Milliseconds since 1970. */
  expiresAt: number
}

const LINK_MS = 7 * 86_400_000
/** Beyond this many revoked posts every link so far ends instead: safe, and one number. */
const REVOKED_POSTS_MAX = 1_000
/** 128 bits, in hex: an address that ends in `-` or `.` is cut off by some mail programs. */
const SIGNATURE_BYTES = 16
const TOKEN = /^([\w-]{1,600})\.([0-9a-f]{32})$/

const claimsForm = z.tuple([z.string(), z.number()])
/** For each post, links that end until then are refused; `all` is for every post. */
const revokedForm = z.object({ all: z.number(), posts: z.array(claimsForm) })

interface PreviewLinksOptions {
  /** Where the revoked ones are kept. */
  file: string
  tokenSecret: string
  password: Pick<AdminPassword, 'fingerprint'>
  /** Milliseconds since 1970. */
  now(): number
  log: Log
  /** Replaces the file's text. */
  write?: (file: string, text: string) => Promise<void>
}

/** Makes, reads and revokes links. A list of revoked ones that cannot be read ends every link. */
export class PreviewLinks {
  readonly #options: PreviewLinksOptions
  readonly #revoked: Map<string, number>
  #allRevoked: number
  readonly #writes = new Line()

  constructor(options: PreviewLinksOptions) {
    this.#options = options
    const kept = readRevoked(options.file, options.log)
    this.#revoked = new Map(kept?.posts)
    this.#allRevoked = kept?.all ?? options.now() + LINK_MS
  }

  /** A link to a post that ends in seven days. */
  async create(postId: string): Promise<PreviewLink & { token: string }> {
    const revoked = Math.max(this.#allRevoked, this.#revoked.get(postId) ?? 0)
    // One that is made in the millisecond of a revocation is none of the revoked.
    const expiresAt = Math.max(this.#options.now() + LINK_MS, revoked + 1)
    const claims = Buffer.from(JSON.stringify([postId, expiresAt])).toString('base64url')
    const signature = (await this.#sign(claims)).toString('hex')
    return { postId, expiresAt, token: `${claims}.${signature}` }
  }

  /** What a token is for; null when it is not ours, or has ended. */
  async read(token: string): Promise<PreviewLink | null> {
    const [, claims, signature] = TOKEN.exec(token) ?? []
    if (claims === undefined || signature === undefined) return null
    if (!timingSafeEqual(await this.#sign(claims), Buffer.from(signature, 'hex'))) return null
    const [postId, expiresAt] = claimsForm.parse(
      JSON.parse(Buffer.from(claims, 'base64url').toString()),
    )
    const hasEnded = expiresAt <= this.#options.now() || this.isRevoked(postId, expiresAt)
    return hasEnded ? null : { postId, expiresAt }
  }

  /** Whether links to a post that end at that time are revoked. */
  isRevoked(postId: string, expiresAt: number): boolean {
    return expiresAt <= Math.max(this.#allRevoked, this.#revoked.get(postId) ?? 0)
  }

  /**
   * Ends every link to these posts that there is; resolves when that is on disk.
   * @throws RepositoryError when it cannot be: then they are back with the next start
   */
  async revoke(...postIds: string[]): Promise<void> {
    const now = this.#options.now()
    for (const [id, until] of this.#revoked) if (until < now) this.#revoked.delete(id)
    if (this.#revoked.size + postIds.length > REVOKED_POSTS_MAX) {
      this.#revoked.clear()
      this.#allRevoked = now + LINK_MS
    }
    for (const id of postIds) {
      this.#revoked.set(id, Math.max(now + LINK_MS, this.#revoked.get(id) ?? 0))
    }
    await this.#writes
      .run(() => this.#write())
      .catch((error: unknown) => {
        const message =
          'The revocation of a preview link could not be stored; it holds only until the next start'
        this.#options.log.warn({ err: error }, message)
        throw unkeptRevocation(error)
      })
  }

  async #sign(claims: string): Promise<Buffer> {
    const { tokenSecret, password } = this.#options
    const key = createHmac('sha256', tokenSecret)
      .update(`preview link\0${await password.fingerprint()}`)
      .digest()
    return createHmac('sha256', key).update(claims).digest().subarray(0, SIGNATURE_BYTES)
  }

  #write(): Promise<void> {
    const { file, write = writeStateFile } = this.#options
    const kept = { all: this.#allRevoked, posts: [...this.#revoked] }
    return write(file, `${JSON.stringify(kept)}\n`)
  }
}

function unkeptRevocation(error: unknown): RepositoryError {
  const rest = 'The link has ended until the server starts again. Please revoke it once more.'
  return isStorageFull(error)
    ? new RepositoryError('storage_full', `The disk is full. ${rest}`, error)
    : new RepositoryError('read_only', `This could not be kept. ${rest}`, error)
}

function readRevoked(file: string, log: Log): z.infer<typeof revokedForm> | null {
  try {
    const text = readStateFile(file)
    return text === null ? { all: 0, posts: [] } : revokedForm.parse(JSON.parse(text))
  } catch (error) {
    log.warn(
      { err: error },
      'The list of revoked preview links cannot be read; none of the links works',
    )
    return null
  }
}
