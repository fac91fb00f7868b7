/**
 * Parses only JSON bodies. Forms and plain text, which other sites may send without a preflight,
 * get 415. An empty body with a JSON type is allowed.
 */
import { isUtf8 } from 'node:buffer'
import type { FastifyInstance } from 'fastify'
import { BadRequestError } from '../errors.ts'

const JSON_TYPE = /^application\/(?:[\w.-]+\+)?json(?:\s*;|$)/i

/** Makes JSON the only parser of an app and its plugins. */
export function registerJsonBody(app: FastifyInstance): void {
  const parse = app.getDefaultJsonParser('error', 'error')
  app.removeAllContentTypeParsers()
  app.addContentTypeParser(JSON_TYPE, { parseAs: 'buffer' }, (request, body: Buffer, done) => {
    if (body.length === 0) return done(null, undefined)
    if (!isUtf8(body)) return done(new BadRequestError('The body is not valid UTF-8.'))
    // Fastify's parser refuses prototype poisoning.
    parse(request, body.toString(), done)
  })
}
