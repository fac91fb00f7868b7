/** Long lists whose readers go away. */
import { once } from 'node:events'
import { type AddressInfo, connect } from 'node:net'
import Fastify from 'fastify'
import { expect, it } from 'vitest'
import { atEnd } from '../test/at-end.ts'
import { fixturePost, fixtureSnapshot } from '../test/snapshot-fixture.ts'
import { sendLongList } from './list-text.ts'

it('a pipelined list whose turn never comes ends with its connection', async () => {
  const posts = Array.from({ length: 200 }, (_, n) =>
    fixturePost({ id: `p${n}`, content: 'x'.repeat(10_000) }),
  )
  const meta = { next_cursor: null, total: 200, tags: [] }
  const rendering = { snapshot: fixtureSnapshot(posts), html: async () => '<p>x</p>' }
  let sent: Promise<void> | undefined
  // Node reads no further, and sees no end, while an answer waits for its turn.
  const app = Fastify({ connectionTimeout: 500 })
  app.get('/never', () => new Promise(() => {}))
  app.get('/list', (request, reply) => {
    sent = sendLongList(request, reply, {
      list: { posts, meta, view: 'full' },
      rendering,
      headers: {},
    })
    return sent
  })
  await app.listen({ port: 0, host: '127.0.0.1' })
  atEnd(() => {
    app.server.closeAllConnections()
    return app.close()
  })
  // A listening TCP server has an address of this form.
  const socket = connect((app.server.address() as AddressInfo).port, '127.0.0.1')
  await once(socket, 'connect')
  socket.write('GET /never HTTP/1.1\r\nhost: a\r\n\r\nGET /list HTTP/1.1\r\nhost: a\r\n\r\n')
  await expect.poll(() => sent !== undefined, { timeout: 20_000 }).toBe(true)
  socket.destroy()
  await expect(sent).resolves.toBeUndefined()
})
