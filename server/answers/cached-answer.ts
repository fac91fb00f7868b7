/** Answers as bytes, plain and compressed, with their headers. */
import { createHash } from 'node:crypto'
import { pipeline, Readable } from 'node:stream'
import { promisify } from 'node:util'
import { constants, createGzip, gzip } from 'node:zlib'
import { negotiate } from '@fastify/accept-negotiator'
import type { FastifyReply, FastifyRequest } from 'fastify'

/** Browsers ask again each time, so that a save shows at once. */
export const PUBLIC_HEADERS = { 'cache-control': 'public, max-age=0, must-revalidate' }
export const NO_STORE = { 'cache-control': 'no-store' }

export interface AnswerParts {
  statusCode: number
  /** All except length, encoding and ETag; names in lower case; `vary` without the encoding. */
  headers: Readonly<Record<string, string>>
  body: Buffer
  /** Revision of the file of the answer; starts the ETag, for If-Match. */
  revision?: string | null
}

export interface CachedAnswer {
  readonly statusCode: number
  readonly headers: Readonly<Record<string, string>>
  readonly etag: string
  readonly body: Buffer
  /** Null where compression saves nothing. */
  readonly zipped: Buffer | null
  /** False for `no-store`: not cached here either. */
  readonly isCacheable: boolean
}

const compress = promisify(gzip)

/** In order of preference. */
const ENCODINGS = ['gzip', 'identity']
/** Compression of a smaller body saves no packet. */
const COMPRESSED_BYTES_MIN = 700
const COMPRESSED_TYPE = /^image\/png/
/** 132 bits of the digest. */
const ETAG_DIGEST_LENGTH = 22

/**
 * Prepares an answer for sending, gzip included. A failure is not cached, so it ends with its cause.
 * @param isIncomplete whether a part is not ready yet: then it is not cached either
 */
export async function buildAnswer(parts: AnswerParts, isIncomplete = false): Promise<CachedAnswer> {
  const { body, statusCode, revision } = parts
  const digest = createHash('sha256').update(body).digest('base64url')
  const opaqueTag = [revision, digest.slice(0, ETAG_DIGEST_LENGTH)].filter(Boolean).join('.')
  const etag = `W/"${opaqueTag}"`
  const headers: Record<string, string> = {
    ...varied(parts.headers),
    ...((isIncomplete || statusCode >= 500) && NO_STORE),
    etag,
  }
  const isSmall =
    body.length < COMPRESSED_BYTES_MIN || COMPRESSED_TYPE.test(headers['content-type'] ?? '')
  return {
    statusCode,
    headers,
    etag,
    body,
    zipped: isSmall ? null : await compress(body),
    isCacheable: headers['cache-control'] !== NO_STORE['cache-control'],
  }
}

/**
 * Sends an answer in an encoding that the client accepts, or 304. With a token it gets `no-store`,
 * so that the panel never reads a stale answer after a save.
 */
export function sendAnswer(
  request: FastifyRequest,
  reply: FastifyReply,
  { statusCode, headers, etag, body, zipped }: CachedAnswer,
): FastifyReply {
  const { authorization, 'if-none-match': known } = request.headers
  const isUnchanged = known !== undefined && statusCode === 200 && hasEtag(known, etag)
  reply.headers(headers)
  if (authorization !== undefined) reply.headers(NO_STORE)
  if (isUnchanged) return reply.removeHeader('content-type').code(304).send()
  reply.code(statusCode)
  if (zipped === null || !acceptsGzip(request)) return reply.send(body)
  return reply.header('content-encoding', 'gzip').send(zipped)
}

/**
 * Sends chunks as they are made, uncached. There is no ETag, which would need all bytes first.
 * @param headers in lower case; `vary` without the encoding
 */
export function sendStream(
  request: FastifyRequest,
  reply: FastifyReply,
  { chunks, headers }: { chunks: AsyncIterable<string>; headers: Readonly<Record<string, string>> },
): FastifyReply {
  reply.headers(varied(headers))
  if (request.headers.authorization !== undefined) reply.headers(NO_STORE)
  const sent = request.method === 'HEAD' ? [] : chunks
  if (!acceptsGzip(request)) return reply.send(Readable.from(sent))
  // Flush each chunk: much may have to be done before the next.
  const zipped = createGzip({ flush: constants.Z_SYNC_FLUSH })
  // Fastify logs an aborted answer.
  return reply.header('content-encoding', 'gzip').send(pipeline(sent, zipped, () => {}))
}

/** Adds the encoding to `vary`. */
function varied(headers: Readonly<Record<string, string>>): Record<string, string> {
  return { ...headers, vary: headers.vary ? `Accept-Encoding, ${headers.vary}` : 'Accept-Encoding' }
}

/** Whether the client prefers gzip (RFC 9110 §12.5.3); the plain form is for all others. */
function acceptsGzip({ headers }: Pick<FastifyRequest, 'headers'>): boolean {
  return negotiate(String(headers['accept-encoding'] ?? ''), ENCODINGS) === 'gzip'
}

/** Whether If-None-Match contains the ETag, by weak comparison (RFC 9110 §13.1.2). */
function hasEtag(line: string, etag: string): boolean {
  if (line === etag) return true
  const opaque = etag.replace(/^W\//, '')
  return line.split(',').some((item) => {
    const tag = item.trim()
    return tag === '*' || tag.replace(/^W\//, '') === opaque
  })
}
