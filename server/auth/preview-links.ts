/**
 * Links that show one unpublished post to all who have them. A link says itself which post it is for
 * and when it ends, and is signed; so only the revoked ones are stored. The key is made of the token
 * secret and the password: with another password every link ends.
 */
import { createHmac, timingSafeEqual } from 'node:crypto'
import type { AdminPassword } from './admin-password.ts'
import type { Revocations } from './revocations.ts'

interface PreviewLink {
  postId: string
  /** Milliseconds since 1970. */
  expiresAt: number
}

/** 128 bits, in hex: an address that ends in `-` or `.` is cut off by some mail programs. */
const SIGNATURE_BYTES = 16
const TOKEN = /^([\w-]{1,600})\.([0-9a-f]{32})$/

interface PreviewLinksOptions {
  revocations: Revocations
  tokenSecret: string
  password: Pick<AdminPassword, 'fingerprint'>
  /** Milliseconds since 1970. */
  now(): number
}

/** Makes, reads and revokes links. */
export class PreviewLinks {
  readonly #options: PreviewLinksOptions

  constructor(options: PreviewLinksOptions) {
    this.#options = options
  }

  /** A link to a post that ends in seven days. */
  async create(postId: string): Promise<PreviewLink & { token: string }> {
    const expiresAt = this.#options.revocations.endOf(postId)
    const claims = Buffer.from(JSON.stringify([postId, expiresAt])).toString('base64url')
    const signature = (await this.#sign(claims)).toString('hex')
    return { postId, expiresAt, token: `${claims}.${signature}` }
  }

  /** What a token is for; null when it is not ours, or has ended. */
  async read(token: string): Promise<PreviewLink | null> {
    const [, claims, signature] = TOKEN.exec(token) ?? []
    if (claims === undefined || signature === undefined) return null
    if (!timingSafeEqual(await this.#sign(claims), Buffer.from(signature, 'hex'))) return null
    const text = Buffer.from(claims, 'base64url').toString()
    // Signed by us, so its shape is known.
    const [postId, expiresAt]: [string, number] = JSON.parse(text)
    const hasEnded = expiresAt <= this.#options.now() || this.isRevoked(postId, expiresAt)
    return hasEnded ? null : { postId, expiresAt }
  }

  /** Whether links to a post that end at that time are revoked. */
  isRevoked(postId: string, expiresAt: number): boolean {
    return this.#options.revocations.has(postId, expiresAt)
  }

  /** Ends every link to these posts that there is. @throws RepositoryError as `Revocations.add` */
  async revoke(...postIds: string[]): Promise<void> {
    await this.#options.revocations.add(...postIds)
  }

  async #sign(claims: string): Promise<Buffer> {
    const { tokenSecret, password } = this.#options
    const key = createHmac('sha256', tokenSecret)
      .update(`preview link\0${await password.fingerprint()}`)
      .digest()
    return createHmac('sha256', key).update(claims).digest().subarray(0, SIGNATURE_BYTES)
  }
}
