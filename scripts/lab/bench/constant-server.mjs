/** Fastify with one answer, which its parent sends: `{path, statusCode, headers, body}`. */
import Fastify from 'fastify'

process.once('message', async (answer) => {
  // What `startConstant` sends.
  const { path, statusCode, headers, body } =
    /** @type {{ path: string, statusCode: number, headers: object, body: Uint8Array }} */ (answer)
  const app = Fastify()
  app.get(path, (_request, reply) => {
    reply.code(statusCode).headers(headers).send(Buffer.from(body))
  })
  process.send?.(await app.listen({ port: 0, host: '127.0.0.1' }))
})
