/**
 * Answers as bytes: plain and compressed, each with serialized headers. They are written past
 * Fastify's reply and its onSend hooks, at the cost of a constant reply, so all headers must be set
 * when the answer is built.
 */
import { createHash } from 'node:crypto'
import { promisify } from 'node:util'
import { gzip } from 'node:zlib'
import { negotiate } from '@fastify/accept-negotiator'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { isCacheable, withNoStore } from './public-headers.ts'

/** Input of `buildAnswer`. */
export interface AnswerParts {
  statusCode: number
  /** All except length, encoding and ETag; names in lower case; `vary` without the encoding. */
  headers: Readonly<Record<string, string>>
  body: Buffer
  /** True for an incomplete answer, which is `no-store`. */
  isFallback?: boolean
  /** Revision of the file of the answer; starts the ETag, for If-Match. */
  revision?: string | null
}

/** In order of preference. */
const ENCODINGS = ['gzip', 'identity']

interface Form {
  /** Alternating names and values, for `writeHead`. */
  headers: string[]
  body: Buffer
}

export interface CachedAnswer {
  readonly statusCode: number
  readonly etag: string
  readonly forms: { readonly identity: Form; readonly gzip?: Form }
  readonly notModified: string[]
  /** False for `no-store`: not cached here either. */
  readonly isCacheable: boolean
}

const compress = promisify(gzip)

/** Compression of a smaller body saves no packet. */
const COMPRESSED_BYTES_MIN = 700
/** 132 bits of the digest. */
const ETAG_DIGEST_LENGTH = 22

/** Prepares an answer for sending, gzip included. */
export async function buildAnswer(parts: AnswerParts): Promise<CachedAnswer> {
  const { body, statusCode, isFallback = false } = parts
  const digest = createHash('sha256').update(body).digest('base64url')
  const version = [parts.revision, digest.slice(0, ETAG_DIGEST_LENGTH)].filter(Boolean).join('.')
  const etag = `W/"${version}"`
  const { vary, 'content-type': contentType = '', ...others } = parts.headers
  const ownHeaders = isFallback ? withNoStore(others) : others
  const varies = vary ? `Accept-Encoding, ${vary}` : 'Accept-Encoding'
  const notModified = Object.entries({ ...ownHeaders, vary: varies, etag }).flat()
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
    isCacheable: isCacheable(ownHeaders),
  }
}

/** One form: the common headers and its length. */
function formOf(head: readonly string[], body: Buffer): Form {
  return { headers: [...head, 'content-length', String(body.length)], body }
}

/** Approximate memory of an answer in bytes. */
export function answerBytes({ forms }: CachedAnswer): number {
  return Object.values(forms).reduce((sum, { body }) => sum + body.length, 4096)
}

/**
 * Sends an answer in an encoding that the client accepts, or 304. With a token it gets `no-store`,
 * so that the panel never reads a stale answer after a save.
 */
export function sendAnswer(
  { raw: request }: FastifyRequest,
  reply: FastifyReply,
  answer: CachedAnswer,
): void {
  reply.hijack()
  const { raw: response } = reply
  const { authorization, 'if-none-match': ifNoneMatch } = request.headers
  const sent = (headers: string[]) =>
    authorization === undefined ? headers : withNoStoreLines(headers)
  if (ifNoneMatch !== undefined && answer.statusCode === 200 && hasEtag(ifNoneMatch, answer.etag)) {
    response.writeHead(304, sent(answer.notModified)).end()
    return
  }
  const { identity, gzip: zipped } = answer.forms
  const form = (acceptsGzip(request) && zipped) || identity
  // Node drops the body for HEAD.
  response.writeHead(answer.statusCode, sent(form.headers)).end(form.body)
}

/** Whether the client prefers gzip (RFC 9110 §12.5.3); the plain form is for all others. */
export function acceptsGzip({ headers }: { headers: FastifyRequest['headers'] }): boolean {
  return negotiate(String(headers['accept-encoding'] ?? ''), ENCODINGS) === 'gzip'
}

/** Whether If-None-Match contains the ETag, by weak comparison (RFC 9110 §13.1.2). */
export function hasEtag(line: string, etag: string): boolean {
  if (line === etag) return true
  const opaque = etag.replace(/^W\//, '')
  return line.split(',').some((item) => {
    const tag = item.trim()
    return tag === '*' || tag.replace(/^W\//, '') === opaque
  })
}

/** `withNoStore` for alternating names and values. */
function withNoStoreLines(lines: readonly string[]): string[] {
  const headers: Record<string, string> = {}
  for (let at = 0; at + 1 < lines.length; at += 2) headers[lines[at] ?? ''] = lines[at + 1] ?? ''
  return Object.entries(withNoStore(headers)).flat()
}
