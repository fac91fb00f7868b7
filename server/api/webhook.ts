/**
 * The webhook of a git host triggers a pull. Hosts send up to 25 MB, of which only the signature
 * matters: it is computed while the bytes arrive, and none is kept.
 */
import { createHmac, timingSafeEqual } from 'node:crypto'
import type { IncomingMessage } from 'node:http'
import * as z from 'zod'
import { AppError, NotFoundError, UnauthorizedError } from '../errors.ts'
import { defineCall } from './call.ts'

const WEBHOOK_MIB_MAX = 32
const SIGNATURE = /^sha256=([\da-f]{64})$/i

export const takeWebhook = defineCall({
  summary: 'Pull from the remote now; signed in X-Hub-Signature-256 with HMAC-SHA256 of the body',
  data: z.null(),
  statusCode: 202,
  registerBody(app) {
    app.removeAllContentTypeParsers()
    app.addContentTypeParser('*', (_request, _payload, done) => done(null))
  },
  async handle({ request: { headers, raw } }, { webhookSecret, sync }) {
    if (!webhookSecret) throw new NotFoundError('There is no such call.')
    const [, signature] = SIGNATURE.exec(String(headers['x-hub-signature-256'])) ?? []
    // Without a signature the body is not read.
    if (
      signature === undefined ||
      !timingSafeEqual(Buffer.from(signature, 'hex'), await digestOf(raw, webhookSecret))
    ) {
      throw new UnauthorizedError('The signature is not right.')
    }
    sync?.pull()
    return { data: null }
  },
})

/** The HMAC-SHA256 of a body. @throws AppError 413 above the limit */
async function digestOf(body: IncomingMessage, secret: string): Promise<Buffer> {
  const hmac = createHmac('sha256', secret)
  let bytes = 0
  // Not destroyed at the limit: the sender still needs the answer.
  for await (const chunk of body.iterator({ destroyOnReturn: false })) {
    bytes += chunk.length
    if (bytes > WEBHOOK_MIB_MAX * 1024 * 1024) {
      const error = `The request is larger than ${WEBHOOK_MIB_MAX} MiB.`
      throw new AppError(413, 'too_large', error, { headers: { connection: 'close' } })
    }
    hmac.update(chunk)
  }
  return hmac.digest()
}
