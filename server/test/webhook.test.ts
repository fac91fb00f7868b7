/** The webhook with bodies as hosts send them: large, in chunks, of any type, or none. */
import { createHmac } from 'node:crypto'
import { request } from 'node:http'
import { expect, it } from 'vitest'
import { serverOfFile } from './live-server.ts'

const SECRET = 'a secret of the webhook'
const MIB = 1024 * 1024
const FORM = { 'content-type': 'application/x-www-form-urlencoded', 'content-length': '14' }

const server = serverOfFile(undefined, { WEBHOOK_SECRET: SECRET })

const signed = (body: Buffer) => `sha256=${createHmac('sha256', SECRET).update(body).digest('hex')}`

interface Sent {
  body: Buffer
  signature?: string
  headers?: Record<string, string>
}

/** Sends in pieces of a MiB; without a length unless the headers have one. */
function send({ body, signature = signed(body), headers = {} }: Sent): Promise<number> {
  return new Promise((resolve, reject) => {
    const sending = request(`${server().address}/api/git/webhook`, {
      method: 'POST',
      headers: { 'x-hub-signature-256': signature, ...headers },
    })
    sending.on('response', (response) => {
      response.resume()
      resolve(response.statusCode ?? 0)
    })
    sending.on('error', reject)
    for (let start = 0; start < body.length; start += MIB) {
      sending.write(body.subarray(start, start + MIB))
    }
    sending.end()
  })
}

it.each<[string, Sent, number]>([
  ['of 25 MiB', { body: Buffer.alloc(25 * MIB, 'x') }, 202],
  ['of JSON', { body: Buffer.from('{}'), headers: { 'content-type': 'application/json' } }, 202],
  ['of a form, with its length', { body: Buffer.from('payload=%7B%7D'), headers: FORM }, 202],
  ['of no type', { body: Buffer.from('x') }, 202],
  ['that is empty', { body: Buffer.alloc(0), headers: { 'content-length': '0' } }, 202],
  [
    'of 25 MiB, with another signature',
    { body: Buffer.alloc(25 * MIB), signature: signed(Buffer.from('x')) },
    401,
  ],
  ['without a signature', { body: Buffer.alloc(2 * MIB), signature: '' }, 401],
  ['with a short signature', { body: Buffer.alloc(10), signature: 'sha256=ab' }, 401],
])('answers a body %s with what its signature deserves', async (_, sent, status) => {
  expect(await send(sent)).toBe(status)
})

it('refuses a body beyond 32 MiB, and goes on', async () => {
  // A client that is still sending may see the closed connection before the answer.
  expect(await send({ body: Buffer.alloc(33 * MIB) }).catch(() => 413)).toBe(413)
  expect(await send({ body: Buffer.from('{}') })).toBe(202)
})
