/** A whole server with a remote: pulls and pushes as visitors, the admin and a git host see them. */
import { createHmac } from 'node:crypto'
import { rmSync } from 'node:fs'
import { join } from 'node:path'
import { beforeAll, expect, it } from 'vitest'
import type { SyncStatus } from '../api/status.ts'
import { atEnd, takeCleanUps } from './at-end.ts'
import { fixtureIn, makeFolder, until } from './git-fixture.ts'
import { serve, startServer } from './live-server.ts'

const SECRET = 'a secret of the git host'
const POST = '---\ntitle: Shared\ntype: short\ndate: 2026-01-01\n---\n\nOne\n'

interface Status {
  sync: SyncStatus
  problems: { file: string; reason: string }[]
}

/** A server whose remote was an empty bare repository, and an author with a clone of it. */
async function startWithRemote() {
  const bare = makeFolder()
  fixtureIn(bare).git('init', '-q', '--bare', '-b', 'main')
  const server = await startServer(
    { 'posts/shared.md': POST, 'site.yaml': 'time_zone: Europe/Berlin\n' },
    { GIT_REMOTE: bare, GIT_PULL_SECONDS: '0', WEBHOOK_SECRET: SECRET },
  )
  const remote = fixtureIn(bare)
  const tip = () => remote.git('for-each-ref', '--format=%(objectname)', 'refs/heads/main').trim()
  await until(() => tip() === server.git('rev-parse', 'HEAD').trim())
  const folder = join(makeFolder(), 'author')
  remote.git('clone', '-q', bare, folder)
  const status = async () => (await server.call<Status>('GET', '/status')).data
  const hook = (body: string, signature: string) =>
    fetch(`${server.address}/api/git/webhook`, {
      method: 'POST',
      body,
      headers: { 'content-type': 'application/json', 'x-hub-signature-256': signature },
    })
  return { server, remote, tip, author: fixtureIn(folder), status, hook }
}

let site: Awaited<ReturnType<typeof startWithRemote>>
beforeAll(async () => {
  site = await startWithRemote()
  return takeCleanUps()
})

const signatureOf = (body: string) =>
  `sha256=${createHmac('sha256', SECRET).update(body).digest('hex')}`

it('shows what was pushed to the remote once the signed webhook tells of it', async () => {
  const { server, author, hook, status } = site
  author.put('posts/pushed.md', POST.replace('Shared', 'Pushed'))
  author.git('add', '-A')
  author.git('commit', '-qm', 'Pushed')
  author.git('push', '-q')
  const body = '{ "ref":  "refs/heads/main" }'
  expect((await hook(body, signatureOf(`${body} `))).status).toBe(401)
  expect((await server.ask('GET', '/posts/pushed')).status).toBe(404)
  expect((await hook(body, signatureOf(body))).status).toBe(202)
  await until(async () => (await server.ask('GET', '/posts/pushed')).status === 200)
  await until(async () => (await status()).sync.state === 'ok')
  expect((await status()).sync).toMatchObject({ ahead: 0, behind: 0, error: null })
})

it('knows no webhook without a secret', async () => {
  const server = await startServer()
  expect((await server.ask('POST', '/git/webhook', {})).status).toBe(404)
})

it('begins with the content of the remote when its own folder is empty', async () => {
  const { server, remote } = site
  const second = await serve(fixtureIn(join(makeFolder(), 'content')), {
    stateDir: makeFolder(),
    env: { GIT_REMOTE: remote.folder },
  })
  atEnd(() => second.app.close())
  expect((await second.ask('GET', '/posts/shared')).status).toBe(200)
  await until(() => second.git('rev-parse', 'HEAD') === server.git('rev-parse', 'HEAD'))
})

it('begins no site of its own where the remote has another branch', async () => {
  const { remote } = site
  const content = fixtureIn(makeFolder())
  content.git('init', '-q', '-b', 'master')
  const options = { stateDir: makeFolder(), env: { GIT_REMOTE: remote.folder } }
  const first = await serve(content, options)
  expect((await first.ask<unknown[]>('GET', '/posts/public/essay')).data).toEqual([])
  await first.app.close()
  expect(remote.git('branch', '--format=%(refname:short)').trim()).toBe('main')
  content.git('symbolic-ref', 'HEAD', 'refs/heads/main')
  const second = await serve(content, options)
  atEnd(() => second.app.close())
  expect((await second.ask('GET', '/posts/shared')).status).toBe(200)
})

it('saves on while the remote is gone, and says how much is not shared and why', async () => {
  const { server, remote, status } = site
  rmSync(remote.folder, { recursive: true })
  const { status: code } = await server.call('POST', '/posts', { title: 'Alone', content: 'Text' })
  expect(code).toBe(201)
  await until(async () => (await status()).sync.ahead === 1)
  expect((await status()).sync).toMatchObject({
    state: 'failing',
    error: 'The remote cannot be reached.',
  })
})
