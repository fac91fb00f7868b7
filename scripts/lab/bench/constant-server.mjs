/** Fastify with one answer, of a JSON file `{path, statusCode, headers, body}` (body in base64). */
import { readFileSync } from 'node:fs'
import Fastify from 'fastify'

const { path, statusCode, headers, body } = JSON.parse(readFileSync(process.argv[2] ?? '', 'utf8'))
const bytes = Buffer.from(body, 'base64')
const app = Fastify()
app.get(path, (_request, reply) => {
  reply.code(statusCode).headers(headers).send(bytes)
})
console.log(await app.listen({ port: 0, host: '127.0.0.1' }))
