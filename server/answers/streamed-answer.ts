/** Answers that are too long to hold at once. */
import { pipeline, Readable } from 'node:stream'
import { constants, createGzip } from 'node:zlib'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { acceptsGzip, NO_STORE, varied } from './cached-answer.ts'

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
  const gzip = createGzip({ flush: constants.Z_SYNC_FLUSH })
  // Fastify logs an aborted answer.
  return reply.header('content-encoding', 'gzip').send(pipeline(sent, gzip, () => {}))
}
