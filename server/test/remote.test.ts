/** A whole server with a remote: pulls and pushes as visitors, the admin and a git host see them. */
import { createHmac } from 'node:crypto'
import { mkdirSync, readdirSync, renameSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { fixtureIn, makeFolder, until } from './git-fixture.ts'
import { rawRequest } from './http-client.ts'
import { ofFile, serve, startServer } from './live-server.ts'
import { makeRemote } from './remote-fixture.ts'

const SECRET = 'a secret of the git host'
const POST = '---\ntitle: Shared\ntype: short\ndate: 2026-01-01\n---\n\nOne\n'

/** A server whose remote was an empty bare repository, and an author with a clone of it. */
const site = ofFile(async () => {
  const remote = fixtureIn(makeFolder())
  remote.git('init', '-q', '--bare', '-b', 'main')
  const env = { GIT_REMOTE: remote.folder, GIT_PULL_SECONDS: '0', WEBHOOK_SECRET: SECRET }
  const server = await startServer({ 'posts/shared.md': POST }, env)
  const tip = () => remote.git('for-each-ref', '--format=%(objectname)', 'refs/heads/main').trim()
  await until(() => tip() === server.head())
  const author = fixtureIn(join(makeFolder(), 'author'))
  remote.git('clone', '-q', remote.folder, author.folder)
  const sync = async () => (await server.call('GET', '/status')).data.sync
  return { server, remote, author, sync }
})

const SIGNATURE = 'x-hub-signature-256'
const signatureOf = (body: Buffer) =>
  `sha256=${createHmac('sha256', SECRET).update(body).digest('hex')}`

/** Tells the server of a push, rightly signed unless the headers say otherwise. @returns the status */
async function send(body: Buffer, headers: Record<string, string> = {}): Promise<number> {
  const sent = { [SIGNATURE]: signatureOf(body), ...headers }
  const options = { method: 'POST', headers: sent, body }
  return (await rawRequest(site().server.address, '/api/git/webhook', options)).status
}
const EMPTY = Buffer.from('{}')

it('shows what was pushed to the remote once the signed webhook tells of it', async () => {
  const { server, author, sync } = site()
  author.commitFiles({ 'posts/pushed.md': POST.replace('Shared', 'Pushed') })
  author.git('push', '-q')
  const body = Buffer.from('{ "ref":  "refs/heads/main" }')
  expect(await send(body, { [SIGNATURE]: signatureOf(Buffer.from(`${body} `)) })).toBe(401)
  expect((await server.ask('GET', '/posts/pushed')).status).toBe(404)
  expect(await send(body)).toBe(202)
  await until(async () => (await server.ask('GET', '/posts/pushed')).status === 200)
  await expect.poll(sync).toMatchObject({ state: 'ok', ahead: 0, behind: 0, error: null })
})

it('shows a pull of many files as one change', async () => {
  const { server, author } = site()
  const seen = new Set<string>()
  const states = ['400 early', '400 late']
  for (const state of states) {
    const text = POST.replace('type: short', `tags: [${state.split(' ')[1]}]`)
    const paths = Array.from({ length: 400 }, (_, at) => `posts/many/${at}.md`)
    author.git('pull', '-q')
    author.commitFiles(Object.fromEntries(paths.map((path) => [path, text])))
    author.git('push', '-q')
    expect(await send(EMPTY)).toBe(202)
    // Without a pause, since half of a pull would be seen for milliseconds.
    while (!seen.has(state)) {
      const tags: { name: string; count: number }[] = (await server.call('GET', '/posts/tags')).data
      seen.add(tags.map(({ name, count }) => `${count} ${name}`).join())
    }
  }
  expect([...seen]).toEqual(['', ...states])
})

const MIB = 1024 * 1024
const FORM = { 'content-type': 'application/x-www-form-urlencoded', 'content-length': '14' }

it.each<[string, Buffer, Record<string, string>, number]>([
  ['of 25 MiB', Buffer.alloc(25 * MIB, 'x'), {}, 202],
  ['of JSON', EMPTY, { 'content-type': 'application/json' }, 202],
  ['of a form, with its length', Buffer.from('payload=%7B%7D'), FORM, 202],
  ['that is empty', Buffer.alloc(0), { 'content-length': '0' }, 202],
  ['signed otherwise', Buffer.alloc(25 * MIB), { [SIGNATURE]: signatureOf(EMPTY) }, 401],
  ['without a signature', Buffer.alloc(2 * MIB), { [SIGNATURE]: '' }, 401],
  ['with a short signature', Buffer.alloc(10), { [SIGNATURE]: 'sha256=ab' }, 401],
])('answers a body %s with what its signature deserves', async (_, body, headers, status) => {
  expect(await send(body, headers)).toBe(status)
})

it('refuses a body beyond 32 MiB, and goes on', async () => {
  // A client that is still sending may see the closed connection before the answer.
  expect(await send(Buffer.alloc(33 * MIB)).catch(() => 413)).toBe(413)
  expect(await send(EMPTY)).toBe(202)
})

it('begins with the content of the remote when its own folder is empty', async () => {
  const env = { GIT_REMOTE: site().remote.folder }
  const second = await serve(fixtureIn(join(makeFolder(), 'content')), { env })
  expect((await second.ask('GET', '/posts/shared')).status).toBe(200)
  await until(() => second.git('rev-parse', 'HEAD') === site().server.git('rev-parse', 'HEAD'))
})

it('begins without it on a detached HEAD, and says so', async () => {
  const around = fixtureIn(join(makeFolder(), 'around'))
  site().remote.git('clone', '-q', site().remote.folder, around.folder)
  around.git('checkout', '-q', '--detach')
  const folder = join(around.folder, 'content')
  mkdirSync(folder)
  const second = await serve(fixtureIn(folder), { env: { GIT_REMOTE: 'origin' } })
  expect((await second.ask('GET', '/site')).status).toBe(200)
  const { data } = await second.call('GET', '/status')
  expect(data).toMatchObject({ repository: { state: 'wrong_branch' }, sync: { state: 'waiting' } })
})

it('keeps both of two posts with one id, each logged by the commit that added it', async () => {
  const { server, remote, author, sync } = site()
  renameSync(remote.folder, `${remote.folder}-away`)
  const ours = await server.call('POST', '/posts', { title: 'Cup', content: 'Ours' })
  await server.call('POST', '/posts', { title: 'Tea', content: 'Ours' })
  renameSync(`${remote.folder}-away`, remote.folder)
  const year = new Date().getFullYear()
  const theirs = POST.replace('One', 'Theirs')
  author.git('pull', '-q')
  const commit = author.commitFiles({ [`posts/${year}/cup.md`]: theirs })
  author.commitFiles({ 'posts/by-hand/tea.md': theirs })
  author.git('push', '-q')
  await send(EMPTY)
  const inStep = { state: 'ok', ahead: 0, behind: 0, error: null }
  await expect.poll(sync, { timeout: 20_000 }).toMatchObject(inStep)
  const post = async (id: string) => (await server.ask('GET', `/posts/${id}`)).data
  const logged = { commit: ours.json.meta.commit }
  await expect.poll(() => post('cup')).toMatchObject({ content: 'Theirs', logged: { commit } })
  expect(await post('cup-2')).toMatchObject({ content: 'Ours', draft: false, logged })
  expect(await post('tea')).toMatchObject({ content: 'Theirs' })
  expect(await post('tea-2')).toMatchObject({ content: 'Ours' })
  expect((await server.call('GET', '/status')).data.problems).toEqual([])
})

it('saves on while the remote is gone, and says how much is not shared and why', async () => {
  const { server, remote, sync } = site()
  rmSync(remote.folder, { recursive: true })
  const { status: code } = await server.call('POST', '/posts', { title: 'Alone', content: 'Text' })
  expect(code).toBe(201)
  const error = 'The remote cannot be reached.'
  await expect.poll(sync).toMatchObject({ state: 'failing', ahead: 1, error })
})

it('a first start whose remote does not answer stays empty, saves nothing and takes its content', async () => {
  const remote = makeRemote({ 'posts/shared.md': POST })
  const away = `${remote.folder}-away`
  renameSync(remote.folder, away)
  const env = { GIT_REMOTE: remote.folder, GIT_PULL_SECONDS: '1' }
  const server = await serve(fixtureIn(makeFolder()), { env })
  expect((await server.call('GET', '/posts/public')).data).toEqual([])
  expect(readdirSync(server.folder)).toEqual(['.git'])
  const post = { type: 'short', title: 'Mine', content: 'Text' }
  const refused = await server.call('POST', '/posts', post)
  expect(refused).toMatchObject({ status: 503, code: 'repository_busy' })
  renameSync(away, remote.folder)
  await until(async () => (await server.ask('GET', '/posts/shared')).status === 200)
  expect(server.head()).toBe(remote.head())
  expect((await server.call('POST', '/posts', post)).status).toBe(201)
})
