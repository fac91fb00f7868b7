/**
 * Reads request bodies: JSON and nothing else. Forms and plain text, which a foreign page may send
 * without asking, are refused as 415; an empty body is none, so that calls without a body may name
 * the type all the same.
 */
import type { FastifyInstance } from 'fastify'
import { BadRequestError } from '../errors.ts'

const BODY_BYTES_MAX = 1024 * 1024
const JSON_TYPE = /^application\/(?:[\w.-]+\+)?json(?:\s*;|$)/i

const decoder = new TextDecoder('utf-8', { fatal: true })

/** Makes the parser for JSON the only one of an app and of the plugins below it. */
export function registerJsonBody(app: FastifyInstance): void {
  const parse = app.getDefaultJsonParser('error', 'error')
  app.removeAllContentTypeParsers()
  app.addContentTypeParser(
    JSON_TYPE,
    { parseAs: 'buffer', bodyLimit: BODY_BYTES_MAX },
    (request, body: Buffer, done) => {
      if (body.length === 0) {
        done(null, undefined)
        return
      }
      let text: string
      try {
        text = decoder.decode(body)
      } catch {
        done(new BadRequestError('The body is not valid UTF-8.'))
        return
      }
      // Fastify's own parser refuses keys that would poison prototypes.
      parse(request, text, done)
    },
  )
}
