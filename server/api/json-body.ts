/**
 * Reads request bodies: JSON and nothing else. Forms and plain text, which a foreign page may send
 * without asking, are refused as 415; an empty body is none, so that calls without a body may name
 * the type all the same.
 */
import type { FastifyInstance } from 'fastify'
import { BadRequestError } from '../errors.ts'

const BODY_BYTES_MAX = 1024 * 1024
/** What the API takes is three levels deep. */
const DEPTH_MAX = 32
/** Brackets, commas and strings. It takes far fewer; anybody may send a login, and to parse 1 MiB of
 * small values is 100 ms of work. */
const SIGNS_MAX = 30_000
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
        refuseIntricate(text)
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

/**
 * Looks once at a JSON text that is not parsed yet.
 * @throws BadRequestError where lists and objects stand too deeply in each other, or hold too much
 */
function refuseIntricate(text: string): void {
  const signs = /["[\]{},]/g
  let depth = 0
  let count = 0
  for (let found = signs.exec(text); found !== null; found = signs.exec(text)) {
    const [sign] = found
    if (sign === '"') signs.lastIndex = afterString(text, signs.lastIndex)
    else if (sign === '[' || sign === '{') depth += 1
    else if (sign !== ',') depth -= 1
    count += 1
    if (depth > DEPTH_MAX) throw new BadRequestError('The body is nested too deeply.')
    if (count > SIGNS_MAX) throw new BadRequestError('The body has too many values.')
  }
}

/** Where the string ends whose first character is at `from`; the text's end if it never does. */
function afterString(text: string, from: number): number {
  for (let at = from; at < text.length; at += 1) {
    const character = text.charCodeAt(at)
    if (character === QUOTE) return at + 1
    if (character === BACKSLASH) at += 1
  }
  return text.length
}
