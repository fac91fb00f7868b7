import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { createDevProxy } from './dev-proxy.mjs'

let server: Server
let proxy: ReturnType<typeof createDevProxy>
let address: string

beforeEach(async () => {
  server = createServer((request, response) => {
    const isPage = request.url === '/'
    const type = isPage ? 'text/html; charset=utf-8' : 'text/plain'
    response.writeHead(200, { 'content-type': type, etag: '"1"', 'x-kept': 'yes' })
    response.end(isPage ? '<head><title>T</title></head><body>é' : `${request.method} answer`)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  // A listening TCP server has an address with a port.
  proxy = createDevProxy({ serverPort: (server.address() as AddressInfo).port })
  await proxy.listen(0, '127.0.0.1')
  address = `http://127.0.0.1:${proxy.port()}`
})

afterEach(async () => {
  await proxy.close()
  await new Promise((resolve) => server.close(resolve))
})

describe('the development proxy', () => {
  it('adds the reloading script to pages and leaves their other headers', async () => {
    const answer = await fetch(`${address}/`, { headers: { accept: 'text/html' } })
    expect(await answer.text()).toBe(
      '<head><title>T</title><script src="/__dev/reload.js" defer></script></head><body>é',
    )
    expect(answer.headers.get('x-kept')).toBe('yes')
  })

  it('passes everything else on as it is', async () => {
    const answer = await fetch(`${address}/api`, { method: 'POST', body: 'x' })
    expect(await answer.text()).toBe('POST answer')
    expect(answer.headers.get('etag')).toBe('"1"')
  })

  it('tells open pages to reload', async () => {
    const events = await fetch(`${address}/__dev/events`)
    const reader = events.body?.pipeThrough(new TextDecoderStream()).getReader()
    await reader?.read()
    proxy.reload()
    expect((await reader?.read())?.value).toContain('data: changed')
    await reader?.cancel()
  })

  it('shows a page that reloads itself while the server is away', async () => {
    await new Promise((resolve) => server.close(resolve))
    const answer = await fetch(`${address}/`)
    expect(answer.status).toBe(503)
    expect(await answer.text()).toContain('/__dev/reload.js')
  })
})
