/**
 * One answer as the bytes that go out: plain and compressed, each with its headers already in a
 * line. Sending one costs what a constant reply costs, so it goes around Fastify's reply (and its
 * onSend hooks): every header an answer needs must be given when it is made.
 */
import { createHash } from 'node:crypto'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { promisify } from 'node:util'
import { brotliCompress, constants, createGunzip, gzip, gzipSync } from 'node:zlib'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { acceptedEncodings, type Encoding } from './accept-encoding.ts'
import { unstored, withoutHeaders } from './public-headers.ts'
import { AnswersUnderWay, STREAM_BYTES } from './under-way.ts'

/** A long text that was compressed while it was made. */
export interface CompressedBody {
  /** Gzip. */
  bytes: Buffer
  /** Bytes of the plain text. */
  length: number
  /** SHA-256 of the plain text, in base64url. */
  digest: string
}

/** What an answer is made of. `headers` are all but length, encoding and ETag. */
export interface AnswerParts {
  statusCode: number
  /** Names in lower case. `vary` names what it depends on beside the encoding. */
  headers: Readonly<Record<string, string>>
  /** The plain text, or a long one compressed already. */
  body: Buffer | CompressedBody
  /** True if a better answer may be ready soon; never cached. */
  isFallback?: boolean
  /** Of the one file it shows; its ETag then begins with it, so that If-Match can name it. */
  revision?: string | null
}

interface Form {
  /** Name, value, name, value, as `writeHead` takes them. */
  headers: string[]
  body: Buffer
}

export interface CachedAnswer {
  readonly statusCode: number
  readonly etag: string
  /** Bytes of the plain body. */
  readonly length: number
  /** Null for a large answer, which is kept compressed only and inflated for who asks. */
  readonly identity: Form | null
  readonly gzip: Form | null
  /** Filled in idle time. */
  br: Form | null
  readonly notModified: string[]
  /** Head of the plain form, also when its body is not kept. */
  readonly plainHeaders: string[]
}

const compressGzip = promisify(gzip)
const compressBrotli = promisify(brotliCompress)

/** Below this a compressed form saves no packet. */
const COMPRESSED_BYTES_MIN = 700
/** Above this the plain form is not kept and brotli, slow as it is, not tried. */
const PLAIN_BYTES_MAX = 1024 * 1024
/** Characters of the digest in an ETag: 132 bits. */
const ETAG_DIGEST_LENGTH = 22
/** Memory that answers under way may hold; one process, one memory. */
const UNDER_WAY_BYTES_MAX = 64 * 1024 * 1024
const underWay = new AnswersUnderWay(UNDER_WAY_BYTES_MAX)

const GZIP_LEVEL = 6
/** Up to this, handing the text to another thread and waiting for it takes longer than the work. */
const GZIP_AT_ONCE_BYTES_MAX = 64 * 1024
const GZIP_LEVEL_LARGE = 3
const BROTLI_QUALITY = 5

/** Makes an answer ready to send, gzip included. */
export async function buildAnswer(parts: AnswerParts): Promise<CachedAnswer> {
  const { body, statusCode, isFallback = false } = parts
  const digest = Buffer.isBuffer(body)
    ? createHash('sha256').update(body).digest('base64url')
    : body.digest
  const version = [parts.revision, digest.slice(0, ETAG_DIGEST_LENGTH)].filter(Boolean).join('.')
  const etag = `W/"${version}"`
  const { vary, ...others } = parts.headers
  const common = ['vary', vary ? `Accept-Encoding, ${vary}` : 'Accept-Encoding', 'etag', etag]
  const given = Object.entries(others).flat()
  const own = isFallback ? unstored(given) : given
  const head = [...own, ...common]
  const plainHeaders = [...head, 'content-length', String(body.length)]
  const isPlainKept = Buffer.isBuffer(body) && body.length <= PLAIN_BYTES_MAX
  const compressed = Buffer.isBuffer(body) ? await compressedBody(body) : body.bytes
  return {
    statusCode,
    etag,
    length: body.length,
    identity: isPlainKept ? { headers: plainHeaders, body } : null,
    gzip: compressed && compressedForm(head, 'gzip', compressed),
    br: null,
    plainHeaders,
    notModified: [...withoutHeaders(own, ['content-type']), ...common],
  }
}

async function compressedBody(body: Buffer): Promise<Buffer | null> {
  if (body.length < COMPRESSED_BYTES_MIN) return null
  if (body.length <= GZIP_AT_ONCE_BYTES_MAX) return gzipSync(body, { level: GZIP_LEVEL })
  const level = body.length > PLAIN_BYTES_MAX ? GZIP_LEVEL_LARGE : GZIP_LEVEL
  return compressGzip(body, { level })
}

/** Adds the brotli form where it is worth its time. */
export async function addBrotli(answer: CachedAnswer): Promise<void> {
  if (answer.identity === null || answer.gzip === null || answer.br !== null) return
  const { body, headers } = answer.identity
  const compressed = await compressBrotli(body, {
    params: {
      [constants.BROTLI_PARAM_QUALITY]: BROTLI_QUALITY,
      [constants.BROTLI_PARAM_MODE]: constants.BROTLI_MODE_TEXT,
      [constants.BROTLI_PARAM_SIZE_HINT]: body.length,
    },
  })
  answer.br = compressedForm(headers.slice(0, -2), 'br', compressed)
}

function compressedForm(head: readonly string[], encoding: Encoding, body: Buffer): Form {
  return {
    headers: [...head, 'content-encoding', encoding, 'content-length', String(body.length)],
    body,
  }
}

/** Memory an answer holds, in bytes, its headers among them roughly. */
export function answerBytes(answer: CachedAnswer): number {
  const bodies = [answer.identity, answer.gzip, answer.br]
  return bodies.reduce((sum, form) => sum + (form?.body.length ?? 0), 4096)
}

/** Sends an answer in the form the client takes, or 304 when the client has it already. */
export function sendAnswer(
  request: FastifyRequest,
  reply: FastifyReply,
  answer: CachedAnswer,
): void {
  reply.hijack()
  writeAnswer(request.raw, reply.raw, answer)
}

/**
 * The same without Fastify. With a token the answer is the same but must not be stored: a panel that
 * reads what it has just saved must not be given what a cache has stored.
 */
export function writeAnswer(
  { headers, method }: IncomingMessage,
  response: ServerResponse,
  answer: CachedAnswer,
): void {
  const { authorization } = headers
  const sent = (own: string[]) => (authorization === undefined ? own : unstored(own))
  const known = headers['if-none-match']
  if (known !== undefined && answer.statusCode === 200 && hasEtag(known, answer.etag)) {
    response.writeHead(304, sent(answer.notModified))
    response.end()
    return
  }
  const form = formFor(headers['accept-encoding'], answer)
  if (form !== null) {
    response.writeHead(answer.statusCode, sent(form.headers))
    // Node drops the body of an answer to HEAD by itself.
    response.end(form.body)
    // Most answers are already in the kernel's buffer and use no memory here.
    if (response.writableLength > 0) underWay.add(response, form.body, form.body.length)
    return
  }
  response.writeHead(answer.statusCode, sent(answer.plainHeaders))
  if (method === 'HEAD' || answer.gzip === null) {
    response.end()
    return
  }
  underWay.add(response, response, STREAM_BYTES)
  // A client that goes away ends the pipeline; there is nobody left to tell.
  pipeline(Readable.from([answer.gzip.body]), createGunzip(), response).catch(() => {})
}

/**
 * Begins an answer that is written as it is made, and ends it for HEAD. Without an ETag, which
 * would follow from bytes that are not there yet.
 * @returns whether the client takes gzip
 */
export function startStream(
  request: FastifyRequest,
  reply: FastifyReply,
  { vary, ...headers }: AnswerParts['headers'],
): { response: ServerResponse; isGzip: boolean } {
  reply.hijack()
  const { raw: response } = reply
  const { authorization, 'accept-encoding': accepted } = request.headers
  const taken = acceptedEncodings(accepted?.toString()).find((encoding) => encoding !== 'br')
  const isGzip = taken === 'gzip'
  const head = Object.entries(headers).flat()
  response.writeHead(200, [
    ...(authorization === undefined ? head : unstored(head)),
    ...['vary', vary ? `Accept-Encoding, ${vary}` : 'Accept-Encoding'],
    ...(isGzip ? ['content-encoding', 'gzip'] : []),
  ])
  if (request.method === 'HEAD') response.end()
  else underWay.add(response, response, STREAM_BYTES)
  return { response, isGzip }
}

function formFor(acceptEncoding: string | string[] | undefined, answer: CachedAnswer): Form | null {
  for (const encoding of acceptedEncodings(acceptEncoding?.toString())) {
    const form = answer[encoding]
    if (form !== null || encoding === 'identity') return form
  }
  return answer.identity
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
