/**
 * What the built server is measured against: Fastify with nothing but constant answers. Takes a
 * JSON file of `{path, statusCode, headers, body}` (body in base64) and prints its address.
 */
import { readFileSync } from 'node:fs'
import Fastify from 'fastify'

const [, , file] = process.argv
const app = Fastify()
for (const { path, statusCode, headers, body } of JSON.parse(readFileSync(file, 'utf8'))) {
  const bytes = Buffer.from(body, 'base64')
  app.get(path, (_request, reply) => {
    reply.code(statusCode).headers(headers).send(bytes)
  })
}
console.log(await app.listen({ port: 0, host: '127.0.0.1' }))
process.once('SIGTERM', () => process.exit(0))
