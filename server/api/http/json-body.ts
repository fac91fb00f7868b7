/**
 * Reads request bodies: JSON and nothing else. Forms and plain text, which a foreign page may send
 * without asking, are refused as 415; an empty body is none, so that calls without a body may name
 * the type all the same.
 */
import type { FastifyInstance } from 'fastify'
import { BadRequestError } from '../../errors.ts'

const BODY_BYTES_MAX = 1024 * 1024
/** What the API takes is three levels deep. */
const DEPTH_MAX = 32
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
      try {
        const text = decoder.decode(body)
        if (isTooDeep(text)) throw new BadRequestError('The body is nested too deeply.')
        // Fastify's own parser refuses keys that would poison prototypes.
        parse(request, text, done)
      } catch (error) {
        done(error instanceof BadRequestError ? error : notUtf8())
      }
    },
  )
}

function notUtf8(): BadRequestError {
  return new BadRequestError('The body is not valid UTF-8.')
}

const QUOTE = 34
const BACKSLASH = 92
const OPENING = new Set([91, 123])
const CLOSING = new Set([93, 125])

/** Whether lists and objects of a JSON text stand more than `DEPTH_MAX` inside each other. */
function isTooDeep(text: string): boolean {
  let depth = 0
  let isInString = false
  for (let index = 0; index < text.length; index += 1) {
    const character = text.charCodeAt(index)
    if (isInString) {
      if (character === BACKSLASH) index += 1
      else if (character === QUOTE) isInString = false
    } else if (character === QUOTE) isInString = true
    else if (OPENING.has(character)) {
      depth += 1
      if (depth > DEPTH_MAX) return true
    } else if (CLOSING.has(character)) depth -= 1
  }
  return false
}
