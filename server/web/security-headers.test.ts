/** Security headers on whatever leaves the server, read from the socket where needed. */
import { type AddressInfo, connect } from 'node:net'
import Fastify, { type FastifyInstance } from 'fastify'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { registerSecurityHeaders, securityHeaders, unroutedOptions } from './security-headers.ts'

const headers = securityHeaders('https://example.org')
let app: FastifyInstance

beforeEach(async () => {
  app = Fastify(unroutedOptions(headers))
  registerSecurityHeaders(app, headers)
  app.get('/text', () => 'text')
  app.get('/broken', () => {
    throw new Error('broken')
  })
  app.post('/text', () => 'written')
  await app.listen({ port: 0, host: '127.0.0.1' })
})

afterEach(() => app.close())

/** What the server writes to a connection that sends `bytes`. */
function exchange(bytes: string): Promise<string> {
  const { port } = app.server.address() as AddressInfo
  return new Promise((resolve, reject) => {
    let text = ''
    const socket = connect(port, '127.0.0.1', () => socket.write(bytes))
    socket.on('data', (chunk) => {
      text += chunk
    })
    socket.on('end', () => socket.end())
    socket.on('close', () => resolve(text))
    socket.on('error', reject)
  })
}

const close = 'Host: a\r\nConnection: close\r\n'

it.each([
  ['an answer', `GET /text HTTP/1.1\r\n${close}\r\n`, 200],
  ['an answer to HEAD', `HEAD /text HTTP/1.1\r\n${close}\r\n`, 200],
  ['a thrown error', `GET /broken HTTP/1.1\r\n${close}\r\n`, 500],
  ['an unknown address', `GET /nothing HTTP/1.1\r\n${close}\r\n`, 404],
  ['a method nobody knows', `PROPFIND /text HTTP/1.1\r\n${close}\r\n`, 404],
  [
    'a body that is not JSON',
    `POST /text HTTP/1.1\r\n${close}Content-Type: application/json\r\nContent-Length: 1\r\n\r\n{`,
    400,
  ],
  ['an address that cannot be decoded', `GET /%zz HTTP/1.1\r\n${close}\r\n`, 400],
  ['bytes that are not HTTP', 'hello\r\n\r\n', 400],
  ['headers without end', `GET /text HTTP/1.1\r\nHost: a\r\nX: ${'x'.repeat(70_000)}\r\n\r\n`, 431],
  ['a missing Host', 'GET /text HTTP/1.1\r\nConnection: close\r\n\r\n', 200],
  ['an unknown expectation', `GET /text HTTP/1.1\r\n${close}Expect: cake\r\n\r\n`, 417],
  ['a long path', `GET /${'a'.repeat(4000)} HTTP/1.1\r\n${close}\r\n`, 404],
])('stand on %s', async (_, request, statusCode) => {
  const text = (await exchange(request)).toLowerCase()
  expect(text).toContain(`http/1.1 ${statusCode} `)
  for (const [name, value] of Object.entries(headers)) {
    expect(text).toContain(`${name}: ${value.toLowerCase()}\r\n`)
  }
})

it('ask for TLS only where the site has it', () => {
  expect(headers['strict-transport-security']).toBe('max-age=31536000')
  expect(securityHeaders('http://localhost:3000')).not.toHaveProperty('strict-transport-security')
})
