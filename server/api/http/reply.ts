/** The one form of a success: `{data}`, with what accompanies it in `meta`. */
import type { FastifyReply, FastifyRequest } from 'fastify'
import { NotFoundError } from '../../errors.ts'

const COMMIT = /^[0-9a-f]{40}$/

/** Sends a success. @param more `meta` stands beside the data; the status is 200 unless given. */
export function replyData(
  reply: FastifyReply,
  data: unknown,
  more: { meta?: object; statusCode?: number } = {},
): FastifyReply {
  const { meta, statusCode = 200 } = more
  return reply.code(statusCode).send(meta === undefined ? { data } : { data, meta })
}

/** A named part of the request's path, decoded. */
export function pathPart(request: FastifyRequest, name: string): string {
  // The router gives every named part of its pattern as text.
  return (request.params as Record<string, string>)[name] ?? ''
}

/** The commit that the request's path names. @throws NotFoundError */
export function commitPart(request: FastifyRequest): string {
  const commit = pathPart(request, 'commit').toLowerCase()
  if (!COMMIT.test(commit)) throw new NotFoundError('Commit not found')
  return commit
}
