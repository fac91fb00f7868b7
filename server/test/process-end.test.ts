/** The built server as a process of its own: how it ends, and what it says. */
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { Agent, request } from 'node:http'
import { type AddressInfo, connect, createServer } from 'node:net'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { startProcess } from './built-server.ts'
import { makeRepository, until } from './git-fixture.ts'
import { PASSWORD } from './http-client.ts'

const EXIT_SECOND_SERVER = 3
const EXIT_CONFIG = 78

const posts = { 'posts/a.md': 'Text.\n' }

it.each(['SIGTERM', 'SIGINT'] as const)('ends with 0 when %s comes twice', async (signal) => {
  const server = startProcess(makeRepository(posts).folder)
  const port = await server.port()
  const headers = { 'content-type': 'application/json', 'content-length': 2 }
  // Accepted, and not complete before both signals have come.
  const held = request({ port, path: '/api/auth/login', method: 'POST', headers })
  held.on('error', () => {})
  held.write('{')
  await once(held, 'socket')
  for (const _ of ['first', 'again']) {
    await new Promise((done) => setTimeout(done, 200))
    server.child.kill(signal)
  }
  await new Promise((done) => setTimeout(done, 200))
  held.end('}')
  expect(await server.ended).toMatchObject({ code: 0 })
})

it('ends with 0 although a client keeps its connections, and no acknowledged write is lost', async () => {
  const repository = makeRepository(posts)
  const server = startProcess(repository.folder)
  const port = await server.port()
  const agent = new Agent({ keepAlive: true })
  const post = (path: string, body: object, token = '') =>
    new Promise<{ status: number; body: string }>((done, fail) => {
      const headers = { 'content-type': 'application/json', authorization: `Bearer ${token}` }
      const sent = request({ port, agent, path, method: 'POST', headers }, async (answer) => {
        let text = ''
        for await (const chunk of answer) text += chunk
        done({ status: answer.statusCode ?? 0, body: text })
      })
      sent.on('error', fail).end(JSON.stringify(body))
    })
  const login = await post('/api/auth/login', { password: PASSWORD })
  const token: string = JSON.parse(login.body).data.token
  // As a browser holds one in reserve.
  const spare = connect(port)
  await once(spare, 'connect')
  const writes = Array.from({ length: 8 }, (_, n) =>
    post('/api/posts', { title: `Written ${n}`, content: 'Text.' }, token).catch(() => null),
  )
  await Promise.race(writes)
  server.child.kill('SIGTERM')
  const answers = await Promise.all(writes)
  expect(await server.ended).toMatchObject({ code: 0 })
  agent.destroy()
  const written = answers.filter((answer) => answer?.status === 201)
  const files = repository.git('ls-tree', '-r', '--name-only', 'HEAD', 'posts/')
  expect(written.length).toBeGreaterThan(0)
  for (const answer of written) expect(files).toContain(JSON.parse(answer?.body ?? '').data.id)
  expect(repository.git('status', '--porcelain')).toBe('')
})

it('says why it ends when another server has the repository', async () => {
  const { folder } = makeRepository(posts)
  const first = startProcess(folder)
  await first.port()
  const { code, said } = await startProcess(folder).ended
  expect(code).toBe(EXIT_SECOND_SERVER)
  expect(said).toContain(`Another server (process ${first.child.pid})`)
})

it.each([
  ['CONTENT_DIR', import.meta.filename],
  ['STATE_DIR', import.meta.filename],
  ['CONTENT_DIR', join(import.meta.filename, 'content')],
  ['HOST', 'no host of this machine'],
])('names %s in one line when it cannot be used', async (name, value) => {
  const { code, said } = await startProcess(makeRepository(posts).folder, { [name]: value }).ended
  expect(code).toBe(EXIT_CONFIG)
  expect(said).toMatch(new RegExp(`^${name}: got "${value}", takes [^\n]+\n$`))
})

it('names the port in one line when it is taken', async () => {
  const taken = createServer().listen(0, '127.0.0.1')
  await once(taken, 'listening')
  const { port } = taken.address() as AddressInfo // a server on a port has one
  const env = { PORT: String(port) }
  const { code, said } = await startProcess(makeRepository(posts).folder, env).ended
  taken.close()
  expect([code, said]).toEqual([EXIT_CONFIG, expect.stringMatching(/^PORT: got "\d+", [^\n]+\n$/)])
})

it('ends with 0 when it is told to before it listens', async () => {
  const repository = makeRepository(posts)
  const server = startProcess(repository.folder)
  const lock = join(repository.folder, '.git/gap/server.sock')
  await until(() => existsSync(lock))
  server.child.kill('SIGTERM')
  expect(await server.ended).toMatchObject({ code: 0 })
  expect(existsSync(lock)).toBe(false)
})
