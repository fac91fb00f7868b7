/** A content folder, or its repository, that drops out while the site runs, and what comes back. */
import { mkdirSync, renameSync, rmdirSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { fixtureIn, makeFolder, until } from './git-fixture.ts'
import { type LiveServer, postFile, startServer } from './live-server.ts'

const statusOf = async ({ call }: LiveServer) => (await call('GET', '/status')).data
const titles = async ({ ask }: LiveServer) =>
  (await ask<{ title: string }[]>('GET', '/posts/public')).data.map(({ title }) => title)

async function expectLastContent(server: LiveServer, missing: string): Promise<void> {
  await until(async () => (await statusOf(server)).repository.message.includes(missing))
  expect(await statusOf(server)).toMatchObject({ posts: 1, repository: { state: 'read_only' } })
  expect(await titles(server)).toEqual(['First'])
  expect((await server.get('/readyz')).status).toBe(503)
  expect(await server.page('/post/a')).toContain('Text of First.')
  for (const [method, path, body] of [
    ['GET', '/history'],
    ['GET', '/posts/deleted'],
    ['PUT', '/posts/a', { title: 'Meanwhile' }],
  ] as const) {
    const { status, code, error } = await server.call(method, path, body)
    expect([path, status, code]).toEqual([path, 503, 'read_only'])
    expect(error).not.toContain(server.folder)
  }
}

async function expectAllWorks(server: LiveServer): Promise<void> {
  await until(async () => (await statusOf(server)).repository.state === 'ok')
  const created = await server.call('POST', '/posts', { title: 'Saved', content: 'Saved.' })
  expect(created.status).toBe(201)
  expect(server.head()).toBe(created.meta.commit)
  expect((await statusOf(server)).commit).toBe(created.meta.commit)
  server.put('posts/hand.md', postFile('By hand'))
  await until(async () => (await titles(server)).includes('By hand'))
  expect((await server.call('GET', '/history')).status).toBe(200)
  expect(server.git('status', '--porcelain')).toBe('?? posts/hand.md\n')
  expect(server.git('fsck', '--full', '--strict', '--no-dangling')).toBe('')
}

/** What goes, as its path in the content folder, and what stands in its place meanwhile. */
it.each([
  ['the folder is moved away', '', false],
  ['a volume drops out and leaves an empty folder', '', true],
  ['the repository alone is moved away', '.git', false],
])('%s, and back: the site goes on and needs no restart', async (_, part, leavesFolder) => {
  const server = await startServer({ 'posts/a.md': postFile('First') })
  expect((await server.call('PUT', '/posts/a', { featured: true })).status).toBe(200)
  const [place, aside] = [join(server.folder, part), join(makeFolder(), 'aside')]
  renameSync(place, aside)
  if (leavesFolder) mkdirSync(place)
  await expectLastContent(server, leavesFolder || part ? 'git repository' : 'content folder')
  if (leavesFolder) rmdirSync(place)
  renameSync(aside, place)
  await expectAllWorks(server)
})

it('another clone may stand in its place', async () => {
  const server = await startServer({ 'posts/a.md': postFile('First') })
  await server.call('PUT', '/posts/a', { title: 'Second' })
  const [other, aside] = [fixtureIn(join(makeFolder(), 'clone')), join(makeFolder(), 'aside')]
  server.git('clone', '-q', '.', other.folder)
  other.commitFiles({ 'posts/b.md': postFile('Of the clone') })
  renameSync(server.folder, aside)
  renameSync(other.folder, server.folder)
  await until(async () => (await titles(server)).includes('Of the clone'))
  expect(await titles(server)).toHaveLength(2)
  await expectAllWorks(server)
})
