import { request } from 'node:http'
import type { AddressInfo } from 'node:net'
import fastify from 'fastify'
import { afterAll, beforeAll, expect, it, vi } from 'vitest'
import { handleApiError } from './http/error-handler.ts'
import { login } from './session.ts'

const app = fastify({ forceCloseConnections: true })
const LARGE = JSON.stringify({ password: 'x'.repeat(20_000) })
const headers = { 'content-type': 'application/json' }
let url = ''
beforeAll(async () => {
  login.registerBody?.(app)
  app.setErrorHandler(handleApiError)
  app.post('/', async () => 'read')
  await app.listen({ host: '127.0.0.1', port: 0 })
  url = `http://127.0.0.1:${(app.server.address() as AddressInfo).port}/`
})
afterAll(() => app.close())

const statusOf = async (body: string) =>
  (await fetch(url, { method: 'POST', headers, body })).status

it('a login that is large is refused while sixteen others arrive, a short one never', async () => {
  const arriving = Array.from({ length: 16 }, (_, index) => {
    const size = index % 2 === 0 ? { 'content-length': LARGE.length } : {}
    const call = request(url, { method: 'POST', headers: { ...headers, ...size } })
    call.on('error', () => {}).write(LARGE.slice(1))
    return call
  })
  await vi.waitFor(async () => expect(await statusOf(LARGE)).toBe(429))
  expect(await statusOf('{"password": "x"}')).toBe(200)
  for (const call of arriving) call.destroy()
  await vi.waitFor(async () => expect(await statusOf(LARGE)).toBe(200))
})
