/**
 * One answer as the bytes that go out: plain and compressed, each with its headers already in a
 * line. Sending one costs what a constant reply costs, so it goes around Fastify's reply (and its
 * onSend hooks): every header an answer needs must be given when it is made.
 */
import { createHash } from 'node:crypto'
import { promisify } from 'node:util'
import { gzip } from 'node:zlib'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { LRUCache } from 'lru-cache'
import Negotiator from 'negotiator'
import { isStored, unstored } from './public-headers.ts'

/** What an answer is made of. `headers` are all but length, encoding and ETag. */
export interface AnswerParts {
  statusCode: number
  /** Names in lower case. `vary` names what it depends on beside the encoding. */
  headers: Readonly<Record<string, string>>
  body: Buffer
  /** True if a better answer may be ready soon; such an answer is `no-store`. */
  isFallback?: boolean
  /** Of the one file it shows; its ETag then begins with it, so that If-Match can name it. */
  revision?: string | null
}

/** In the order in which a client that takes several gets them. Brotli is of the build alone. */
const ENCODINGS = ['br', 'gzip', 'identity'] as const
export type Encoding = (typeof ENCODINGS)[number]

interface Form {
  /** Name, value, name, value, as `writeHead` takes them. */
  headers: string[]
  body: Buffer
}

export interface CachedAnswer {
  readonly statusCode: number
  readonly etag: string
  readonly forms: { readonly identity: Form } & { readonly [encoding in Encoding]?: Form }
  readonly notModified: string[]
  /** False for `no-store`: nobody keeps it, and neither does the answer cache. */
  readonly isStored: boolean
}

/** @types/negotiator is of 0.6, which did not know the second parameter. */
interface PreferringNegotiator {
  encodings(available: readonly string[], options: { preferred: readonly string[] }): string[]
}

const compress = promisify(gzip)

/** Below this a compressed form saves no packet. */
const COMPRESSED_BYTES_MIN = 700
/** Characters of the digest in an ETag: 132 bits. */
const ETAG_DIGEST_LENGTH = 22

/** Makes an answer ready to send, gzip included. */
export async function buildAnswer(parts: AnswerParts): Promise<CachedAnswer> {
  const { body, statusCode, isFallback = false } = parts
  const digest = createHash('sha256').update(body).digest('base64url')
  const version = [parts.revision, digest.slice(0, ETAG_DIGEST_LENGTH)].filter(Boolean).join('.')
  const etag = `W/"${version}"`
  const { vary, 'content-type': contentType = '', ...others } = parts.headers
  const own = isFallback ? unstored(others) : others
  const varies = vary ? `Accept-Encoding, ${vary}` : 'Accept-Encoding'
  const notModified = Object.entries({ ...own, vary: varies, etag }).flat()
  const head = [...notModified, 'content-type', contentType]
  const zipped = body.length < COMPRESSED_BYTES_MIN ? null : await compress(body)
  return {
    statusCode,
    etag,
    forms: {
      identity: formOf(head, body),
      ...(zipped && { gzip: formOf([...head, 'content-encoding', 'gzip'], zipped) }),
    },
    notModified,
    isStored: isStored(own),
  }
}

/** A form of an answer: the head of all forms with the length of this one. */
function formOf(head: readonly string[], body: Buffer): Form {
  return { headers: [...head, 'content-length', String(body.length)], body }
}

/** Memory an answer holds, in bytes, its headers among them roughly. */
export function answerBytes({ forms }: CachedAnswer): number {
  return Object.values(forms).reduce((sum, { body }) => sum + body.length, 4096)
}

/**
 * Sends an answer in the form the client takes, or 304 when the client has it already. With a token
 * the answer is the same but must not be stored: a panel that reads what it has just saved must not
 * be given what a cache has stored.
 */
export function sendAnswer(
  { raw: request }: FastifyRequest,
  reply: FastifyReply,
  answer: CachedAnswer,
): void {
  reply.hijack()
  const { raw: response } = reply
  const { authorization, 'if-none-match': known } = request.headers
  const sent = (own: string[]) => (authorization === undefined ? own : unstoredLines(own))
  if (known !== undefined && answer.statusCode === 200 && hasEtag(known, answer.etag)) {
    response.writeHead(304, sent(answer.notModified)).end()
    return
  }
  const form = answer.forms[encodingFor(request, answer.forms)] ?? answer.forms.identity
  // Node drops the body of an answer to HEAD by itself.
  response.writeHead(answer.statusCode, sent(form.headers)).end(form.body)
}

/** The encodings that a header line takes, the best first. Browsers send few different lines. */
const takenBy = new LRUCache<string, readonly string[]>({
  max: 100,
  memoMethod: (line) => {
    const negotiator: PreferringNegotiator = new Negotiator({
      headers: { 'accept-encoding': line },
    })
    return negotiator.encodings(ENCODINGS, { preferred: ENCODINGS })
  },
})

/** The encoding that a client wants most (RFC 9110 §12.5.3); `identity` if it refuses all. */
export function encodingFor(
  { headers }: { headers: FastifyRequest['headers'] },
  available: { readonly [encoding in Encoding]?: unknown },
): Encoding {
  const line = headers['accept-encoding']
  if (line === undefined) return 'identity'
  const wanted = takenBy.memo(String(line)).find((name) => available[name as Encoding])
  return ENCODINGS.find((encoding) => encoding === wanted) ?? 'identity'
}

/** Whether an If-None-Match line names the ETag, by weak comparison (RFC 9110 §13.1.2). */
export function hasEtag(line: string, etag: string): boolean {
  if (line === etag) return true
  const opaque = etag.replace(/^W\//, '')
  return line.split(',').some((item) => {
    const known = item.trim()
    return known === '*' || known.replace(/^W\//, '') === opaque
  })
}

/** Header lines (name, value, name, value) of an answer that is not to be stored. */
function unstoredLines(lines: readonly string[]): string[] {
  const headers: Record<string, string> = {}
  for (let at = 0; at + 1 < lines.length; at += 2) headers[lines[at] ?? ''] = lines[at + 1] ?? ''
  return Object.entries(unstored(headers)).flat()
}
