/**
 * Reads request bodies: JSON and nothing else. Forms and plain text, which a foreign page may send
 * without asking, are refused as 415; an empty body is none, so that calls without a body may name
 * the type all the same.
 */
import { isUtf8 } from 'node:buffer'
import type { FastifyInstance } from 'fastify'
import { BadRequestError } from '../errors.ts'

const JSON_TYPE = /^application\/(?:[\w.-]+\+)?json(?:\s*;|$)/i

/** Makes the parser for JSON the only one of an app and of the plugins below it. */
export function registerJsonBody(app: FastifyInstance): void {
  const parse = app.getDefaultJsonParser('error', 'error')
  app.removeAllContentTypeParsers()
  app.addContentTypeParser(JSON_TYPE, { parseAs: 'buffer' }, (request, body: Buffer, done) => {
    if (body.length === 0) return done(null, undefined)
    if (!isUtf8(body)) return done(new BadRequestError('The body is not valid UTF-8.'))
    // Fastify's own parser refuses keys that would poison prototypes.
    parse(request, body.toString(), done)
  })
}
