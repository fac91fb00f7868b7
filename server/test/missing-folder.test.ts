/** A content folder, or its repository, that drops out while the site runs, and what comes back. */
import { execFileSync } from 'node:child_process'
import { mkdirSync, renameSync, rmdirSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { fixtureIn, makeFolder, testEnv, until } from './git-fixture.ts'
import { type LiveServer, startServer } from './live-server.ts'

const post = (title: string) =>
  `---\ntitle: ${title}\ntype: essay\ndate: 2026-05-01T10:00:00Z\n---\n\nText of ${title}.\n`
const FILES = { 'site.yaml': 'time_zone: Europe/Berlin\n', 'posts/a.md': post('First') }

interface Status {
  commit: string | null
  posts: number
  repository: { state: string; message: string }
}

const statusOf = async ({ call }: LiveServer) => (await call<Status>('GET', '/status')).data
const titles = async ({ ask }: LiveServer) =>
  (await ask<{ title: string }[]>('GET', '/posts/public')).data.map(({ title }) => title)

async function expectLastContent(server: LiveServer, missing: string): Promise<void> {
  await until(async () => (await statusOf(server)).repository.message.includes(missing))
  expect(await statusOf(server)).toMatchObject({ posts: 1, repository: { state: 'read_only' } })
  expect(await titles(server)).toEqual(['First'])
  expect(await server.page('/post/a')).toContain('Text of First.')
  const history = await server.call('GET', '/history')
  expect([history.status, history.code]).toEqual([503, 'read_only'])
  const deleted = await server.call('GET', '/posts/deleted')
  expect([deleted.status, deleted.code]).toEqual([503, 'read_only'])
  const saved = await server.call('PUT', '/posts/a', { title: 'Meanwhile' })
  expect([saved.status, saved.code]).toEqual([503, 'read_only'])
}

async function expectAllWorks(server: LiveServer): Promise<void> {
  await until(async () => (await statusOf(server)).repository.state === 'ok')
  const created = await server.call<{ id: string }>('POST', '/posts', {
    type: 'short',
    title: 'Saved',
    content: 'Saved.',
  })
  expect(created.status).toBe(201)
  expect(server.git('rev-parse', 'HEAD').trim()).toBe(created.meta.commit)
  server.put('posts/hand.md', post('By hand'))
  await until(async () => (await titles(server)).includes('By hand'))
  expect((await server.call('GET', '/history')).status).toBe(200)
  expect(server.git('status', '--porcelain')).toBe('?? posts/hand.md\n')
  expect(server.git('fsck', '--full', '--strict', '--no-dangling')).toBe('')
}

describe('the site goes on and needs no restart', () => {
  it('when the folder is moved away and back', async () => {
    const server = await startServer(FILES)
    expect((await server.call('PUT', '/posts/a', { featured: true })).status).toBe(200)
    const aside = join(makeFolder(), 'aside')
    renameSync(server.folder, aside)
    await expectLastContent(server, server.folder)
    renameSync(aside, server.folder)
    await expectAllWorks(server)
  })

  it('when a volume drops out and leaves an empty folder', async () => {
    const server = await startServer(FILES)
    const aside = join(makeFolder(), 'aside')
    renameSync(server.folder, aside)
    mkdirSync(server.folder)
    await expectLastContent(server, '.git')
    rmdirSync(server.folder)
    renameSync(aside, server.folder)
    await expectAllWorks(server)
  })

  it('when the repository alone is moved away and back', async () => {
    const server = await startServer(FILES)
    const [git, aside] = [join(server.folder, '.git'), join(makeFolder(), 'git')]
    renameSync(git, aside)
    await expectLastContent(server, '.git')
    renameSync(aside, git)
    await expectAllWorks(server)
  })

  it('when another clone stands in its place', async () => {
    const server = await startServer(FILES)
    await server.call('PUT', '/posts/a', { title: 'Second' })
    const [clone, aside] = [join(makeFolder(), 'clone'), join(makeFolder(), 'aside')]
    execFileSync('git', ['clone', '-q', server.folder, clone], { env: testEnv })
    const other = fixtureIn(clone)
    other.put('posts/b.md', post('Of the clone'))
    other.git('add', '-A')
    other.git('commit', '-qm', 'In the clone')
    renameSync(server.folder, aside)
    renameSync(clone, server.folder)
    await until(async () => (await titles(server)).includes('Of the clone'))
    expect(await titles(server)).toHaveLength(2)
    await expectAllWorks(server)
  })
})
