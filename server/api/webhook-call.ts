/**
 * The webhook of a git host: says that there is something to pull (contract §3). It takes any body,
 * since only the bytes count for the signature, and answers before anything is pulled.
 */
import { createHmac, timingSafeEqual } from 'node:crypto'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { NotFoundError, UnauthorizedError } from '../errors.ts'
import { BODY_BYTES_MAX } from './json-body.ts'
import { replyData } from './reply.ts'

export interface WebhookEdges {
  /** Null: there is no such call. */
  webhookSecret?: string | null
  /** Pulls in the background; many calls at once are one pull. */
  pull?: () => void
}

/** Leaves bodies as bytes, on an app of their own. */
export function registerRawBody(app: FastifyInstance): void {
  app.removeAllContentTypeParsers()
  app.addContentTypeParser(
    '*',
    { parseAs: 'buffer', bodyLimit: BODY_BYTES_MAX },
    (_request, body, done) => done(null, body),
  )
}

/** Whether `signature` is `sha256=` and the HMAC-SHA256 of the bytes in hex. */
export function isSigned(body: Buffer, signature: unknown, secret: string): boolean {
  if (typeof signature !== 'string') return false
  const expected = Buffer.from(`sha256=${createHmac('sha256', secret).update(body).digest('hex')}`)
  const given = Buffer.from(signature)
  return given.length === expected.length && timingSafeEqual(given, expected)
}

/** The handler. */
export function createWebhookCall({ webhookSecret, pull }: WebhookEdges) {
  return async function takeWebhook(request: FastifyRequest, reply: FastifyReply) {
    if (!webhookSecret) throw new NotFoundError('There is no such call.')
    const body = Buffer.isBuffer(request.body) ? request.body : Buffer.alloc(0)
    if (!isSigned(body, request.headers['x-hub-signature-256'], webhookSecret)) {
      throw new UnauthorizedError('The signature is not right.')
    }
    pull?.()
    return replyData(reply, null, { statusCode: 202 })
  }
}
