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
import { brotliCompress, constants, createGunzip, gzip } from 'node:zlib'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { acceptedEncodings, type Encoding } from './accept-encoding.ts'
import type { GzipText } from './gzip-pieces.ts'

/** What an answer is made of. `headers` are all but length, encoding, ETag and Vary. */
export interface AnswerParts {
  statusCode: number
  headers: Readonly<Record<string, string>>
  /** The plain text, or a long one compressed already. */
  body: Buffer | GzipText
  /** True when the same question may be answered better soon: not to be kept. */
  isProvisional?: boolean
}

interface Form {
  /** Name, value, name, value, as `writeHead` takes them. */
  headers: string[]
  body: Buffer
}

export interface ReadyAnswer {
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
const GZIP_LEVEL = 6
const GZIP_LEVEL_LARGE = 3
const BROTLI_QUALITY = 5

/** Makes an answer ready to send, gzip included. */
export async function buildReadyAnswer(parts: AnswerParts): Promise<ReadyAnswer> {
  const { body, statusCode } = parts
  const digest = Buffer.isBuffer(body)
    ? createHash('sha256').update(body).digest('base64url')
    : body.digest
  const etag = `W/"${digest.slice(0, 22)}"`
  const common = ['vary', 'Accept-Encoding', 'etag', etag]
  const own = Object.entries(parts.headers)
  const head = [...own.flat(), ...common]
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
    notModified: [...own.filter(([name]) => name !== 'content-type').flat(), ...common],
  }
}

async function compressedBody(body: Buffer): Promise<Buffer | null> {
  if (body.length < COMPRESSED_BYTES_MIN) return null
  const level = body.length > PLAIN_BYTES_MAX ? GZIP_LEVEL_LARGE : GZIP_LEVEL
  return compressGzip(body, { level })
}

/** Adds the brotli form where it is worth its time. */
export async function addBrotli(ready: ReadyAnswer): Promise<void> {
  if (ready.identity === null || ready.gzip === null || ready.br !== null) return
  const { body, headers } = ready.identity
  const compressed = await compressBrotli(body, {
    params: {
      [constants.BROTLI_PARAM_QUALITY]: BROTLI_QUALITY,
      [constants.BROTLI_PARAM_MODE]: constants.BROTLI_MODE_TEXT,
      [constants.BROTLI_PARAM_SIZE_HINT]: body.length,
    },
  })
  ready.br = compressedForm(headers.slice(0, -2), 'br', compressed)
}

function compressedForm(head: readonly string[], encoding: Encoding, body: Buffer): Form {
  return {
    headers: [...head, 'content-encoding', encoding, 'content-length', String(body.length)],
    body,
  }
}

/** Memory an answer holds, in bytes, its headers among them roughly. */
export function readyAnswerBytes(ready: ReadyAnswer): number {
  const bodies = [ready.identity, ready.gzip, ready.br]
  return bodies.reduce((sum, form) => sum + (form?.body.length ?? 0), 4096)
}

/** Sends a ready answer in the form the client takes, or 304 when the client has it already. */
export function sendReady(request: FastifyRequest, reply: FastifyReply, ready: ReadyAnswer): void {
  reply.hijack()
  writeReady(request.raw, reply.raw, ready)
}

/** The same without Fastify. */
export function writeReady(
  { headers, method }: IncomingMessage,
  response: ServerResponse,
  ready: ReadyAnswer,
): void {
  const known = headers['if-none-match']
  if (known !== undefined && ready.statusCode === 200 && hasEtag(known, ready.etag)) {
    response.writeHead(304, ready.notModified)
    response.end()
    return
  }
  const form = formFor(headers['accept-encoding'], ready)
  if (form !== null) {
    response.writeHead(ready.statusCode, form.headers)
    // Node drops the body of an answer to HEAD by itself.
    response.end(form.body)
    return
  }
  response.writeHead(ready.statusCode, ready.plainHeaders)
  if (method === 'HEAD' || ready.gzip === null) response.end()
  // A client that goes away ends the pipeline; there is nobody left to tell.
  else pipeline(Readable.from([ready.gzip.body]), createGunzip(), response).catch(() => {})
}

function formFor(acceptEncoding: string | string[] | undefined, ready: ReadyAnswer): Form | null {
  for (const encoding of acceptedEncodings(acceptEncoding?.toString())) {
    const form = ready[encoding]
    if (form !== null || encoding === 'identity') return form
  }
  return ready.identity
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
