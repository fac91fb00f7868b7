/** The built server as a process: how it ends, what it says, and what its programs get to see. */
import { execFileSync } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { request } from 'node:http'
import { connect, createServer } from 'node:net'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { expect, it } from 'vitest'
import { SECRETS, variableOf } from '../config.ts'
import { startProcess } from './built-server.ts'
import { makeFolder, makeRepository, testEnv, until } from './git-fixture.ts'
import { clientOf, PASSWORD } from './http-client.ts'
import { listen } from './listen.ts'
import { times } from './times.ts'

const ENDS = times(1, 100)

const makePosts = () => makeRepository({ 'posts/a.md': 'Text.\n' })

it.each(['SIGTERM', 'SIGINT'] as const)('ends with 0 when %s comes twice', async (signal) => {
  const server = startProcess(makePosts().folder)
  const port = await server.port()
  const headers = { 'content-type': 'application/json', 'content-length': 2 }
  // Accepted, and not complete before both signals have come.
  const held = request({ port, path: '/api/auth/login', method: 'POST', headers })
  held.on('error', () => {})
  held.write('{')
  await once(held, 'socket')
  for (const _ of ['first', 'again']) {
    await sleep(200)
    server.child.kill(signal)
  }
  await sleep(200)
  held.end('}')
  expect(await server.ended).toMatchObject({ code: 0 })
})

it('ends with 0 when its git processes get the signal, too', async () => {
  const server = startProcess(makePosts().folder, {}, { ownGroup: true })
  const { call } = clientOf(await server.address())
  await call('POST', '/posts', { title: 'Saved', content: 'Text.' })
  process.kill(-(server.child.pid ?? 0), 'SIGINT')
  expect(await server.ended).toMatchObject({ code: 0 })
})

it('ends with 0 although clients stay, and no acknowledged write is lost', {
  timeout: ENDS * 30_000,
}, async () => {
  const repository = makePosts()
  for (let time = 0; time < ENDS; time += 1) {
    const server = startProcess(repository.folder)
    // `fetch` keeps its connections.
    const { call, token } = clientOf(await server.address())
    await token()
    // As a browser holds one in reserve.
    await once(connect(await server.port()), 'connect')
    const writes = Array.from({ length: 8 }, (_, n) =>
      call('POST', '/posts', { title: `Written ${time} ${n}`, content: 'Text.' }).catch(() => null),
    )
    await Promise.race(writes)
    server.child.kill('SIGTERM')
    const answers = await Promise.all(writes)
    expect(await server.ended).toMatchObject({ code: 0 })
    const written = answers.filter((answer) => answer?.status === 201)
    const files = repository.git('ls-tree', '-r', '--name-only', 'HEAD', 'posts/')
    expect(written.length).toBeGreaterThan(0)
    for (const answer of written) expect(files).toContain(answer?.data.id)
    expect(repository.git('status', '--porcelain')).toBe('')
  }
})

it('goes on where no file can be opened any more, and saves again', async () => {
  const server = startProcess(makePosts().folder)
  const { call, token } = clientOf(await server.address())
  await token()
  const save = (n: number) =>
    call('POST', '/posts', { title: `Post ${n}`, content: 'Text.' }).then(
      ({ status }) => status,
      () => 0,
    )
  // Before the first save, which starts git processes that stay.
  const { pid } = server.child
  const limit = readdirSync(`/proc/${pid}/fd`).length + 40
  execFileSync('prlimit', [`--pid=${pid}`, `--nofile=${limit}:${limit}`])
  const port = await server.port()
  const held = Array.from({ length: 44 }, () => connect(port).on('error', () => {}))
  const statuses: number[] = []
  while (held.length > 0) {
    statuses.push(await save(held.length))
    for (const socket of held.splice(-4)) socket.destroy()
  }
  expect(statuses).toContain(503)
  await expect.poll(() => save(0)).toBe(201)
})

it('says why it ends when another server has the repository', async () => {
  const { folder } = makePosts()
  const first = startProcess(folder)
  await first.port()
  const { code, said } = await startProcess(folder).ended
  expect(code).toBe(3)
  expect(said).toContain(`Another server (process ${first.child.pid})`)
})

it.each([
  ['CONTENT_DIR', import.meta.filename],
  ['STATE_DIR', '/dev/null/x/y'],
  ['HOST', 'no host of this machine'],
  ['PORT', null],
])('names %s in one line when it cannot be used', async (name, value) => {
  const given = value ?? String(await listen(createServer()))
  const { code, said } = await startProcess(makePosts().folder, { [name]: given }).ended
  expect(code).toBe(78)
  expect(said).toMatch(new RegExp(`^${name}: got "${given}", takes [^\n]+\n$`))
})

it('ends with 0 when it is told to before it listens', async () => {
  const repository = makePosts()
  const server = startProcess(repository.folder)
  const gap = join(repository.folder, '.git/gap')
  const sockets = () => readdirSync(gap).filter((name) => name.endsWith('.sock'))
  await until(() => existsSync(gap) && sockets().length > 0)
  server.child.kill('SIGTERM')
  expect(await server.ended).toMatchObject({ code: 0 })
  expect(sockets()).toEqual([])
})

it('ends with 0 while its first start waits for a remote that does not answer', async () => {
  const silent = createServer()
  const port = await listen(silent)
  const server = startProcess(makeFolder(), { GIT_REMOTE: `http://127.0.0.1:${port}/site.git` })
  await once(silent, 'connection')
  server.child.kill('SIGTERM')
  expect(await server.ended).toMatchObject({ code: 0 })
})

const WARNING = 'SITE_URL is not set: links in feeds and cards use this address'

/** The server's output once it is at its address: the log and the line for the person, in either order. */
async function outputOf({ said }: ReturnType<typeof startProcess>): Promise<string> {
  await until(() => said().includes('G.A.P. is at') && /not set: [^\n]*\n/.test(said()))
  return said()
}

it('a terminal gets lines in words, and takes its server along when it goes', async () => {
  const env = { NO_COLOR: '1', SITE_URL: undefined }
  const server = startProcess(makePosts().folder, env, { inTerminal: true })
  const lines = (await outputOf(server)).split(/\r?\n/)
  const pid = Number(/pid=(\d+)/.exec(server.said())?.[1])
  const [line] = lines.filter((words) => words.includes(WARNING))
  expect(line).toMatch(/^\[\d\d:\d\d:\d\d\] WARN: /)
  expect(lines.filter((words) => words.startsWith('{'))).toEqual([])
  expect(existsSync(`/proc/${pid}`)).toBe(true)
  server.child.kill('SIGKILL')
  await until(() => !existsSync(`/proc/${pid}`))
})

it('a program gets JSON, and git no secret and no name of a file with one', async () => {
  const secrets = {
    ADMIN_PASSWORD: PASSWORD,
    NOTIFY_URL: 'http://127.0.0.1/a-secret-topic',
    WEBHOOK_SECRET: 'another secret',
  }
  const bin = makeFolder()
  const file = join(bin, 'jwt')
  writeFileSync(file, 'a secret of at least thirty-two bytes')
  const notes = join(bin, 'notes')
  const git = execFileSync('sh', ['-c', 'command -v git'], { encoding: 'utf8' }).trim()
  writeFileSync(join(bin, 'git'), `#!/bin/sh\nenv>>"${notes}"\nexec ${git} "$@"\n`, { mode: 0o755 })
  const server = startProcess(makePosts().folder, {
    ...secrets,
    JWT_SECRET_FILE: file,
    PATH: `${bin}:${testEnv.PATH}`,
    SITE_URL: undefined,
  })
  const line = (await outputOf(server)).split('\n').find((words) => words.includes(WARNING))
  expect(JSON.parse(line ?? '')).toMatchObject({ level: 40, msg: WARNING })
  server.child.kill('SIGTERM')
  await server.ended
  const seen = readFileSync(notes, 'utf8')
  expect(seen).toContain('PATH=')
  for (const name of SECRETS.map(variableOf)) {
    expect(seen).not.toMatch(new RegExp(`^${name}(_FILE)?=`, 'm'))
  }
  for (const secret of Object.values(secrets)) expect(seen).not.toContain(secret)
})
