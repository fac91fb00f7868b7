/**
 * The webhook of a git host: says that there is something to pull. Hosts send up to 25 MB, of which
 * only the signature counts: it is worked out as the bytes arrive, and none of them is kept.
 */
import { createHmac, timingSafeEqual } from 'node:crypto'
import type { IncomingMessage } from 'node:http'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { AppError, NotFoundError, UnauthorizedError } from '../errors.ts'
import { replyData } from './http/reply.ts'

export interface WebhookEdges {
  /** Null: there is no such call. */
  webhookSecret?: string | null
  /** Pulls in the background; many calls at once are one pull. */
  pull?: () => void
}

const WEBHOOK_MIB_MAX = 32
const SIGNATURE = /^sha256=([\da-f]{64})$/i

/** Leaves bodies unread, on an app of their own. */
export function registerRawBody(app: FastifyInstance): void {
  app.removeAllContentTypeParsers()
  app.addContentTypeParser('*', (_request, _payload, done) => done(null))
}

/** The HMAC-SHA256 of a request's body. @throws AppError 413 for a body beyond the bound */
async function digestOf(body: IncomingMessage, secret: string): Promise<Buffer> {
  const bytesMax = WEBHOOK_MIB_MAX * 1024 * 1024
  if (Number(body.headers['content-length'] ?? 0) > bytesMax) throw tooLarge()
  const hmac = createHmac('sha256', secret)
  let bytes = 0
  // Not destroyed at the bound: the sender still has to be told.
  for await (const chunk of body.iterator({ destroyOnReturn: false })) {
    bytes += chunk.length
    if (bytes > bytesMax) throw tooLarge()
    hmac.update(chunk)
  }
  return hmac.digest()
}

function tooLarge(): AppError {
  const error = `The request is larger than ${WEBHOOK_MIB_MAX} MiB.`
  return new AppError(413, 'too_large', error, { headers: { connection: 'close' } })
}

/** The handler. */
export function createWebhookCall({ webhookSecret, pull }: WebhookEdges) {
  return async function takeWebhook(request: FastifyRequest, reply: FastifyReply) {
    if (!webhookSecret) throw new NotFoundError('There is no such call.')
    const [, given] = SIGNATURE.exec(String(request.headers['x-hub-signature-256'])) ?? []
    // Without a signature nothing is read.
    if (
      given === undefined ||
      !timingSafeEqual(Buffer.from(given, 'hex'), await digestOf(request.raw, webhookSecret))
    ) {
      throw new UnauthorizedError('The signature is not right.')
    }
    pull?.()
    return replyData(reply, null, { statusCode: 202 })
  }
}
