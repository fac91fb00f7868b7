/** Posts that the author renames: their old addresses lead to the new ones. */
import { expect, it } from 'vitest'
import { type Fixture, until } from './git-fixture.ts'
import { type LiveServer, leadsTo, postFile, startServer } from './live-server.ts'

const TEXT = 'A text of some length, so that git knows it again under another name.\n'.repeat(4)
const file = (title: string, more = '') => postFile(title, more, TEXT + title)

const untilLeads = (server: LiveServer, path: string, to: string) =>
  until(async () => (await leadsTo(server, path)) === to)

function rename({ git }: Fixture, from: string, to: string): void {
  git('mv', `posts/${from}.md`, `posts/${to}.md`)
  git('commit', '-qm', `Rename ${from}`)
}

it('a renamed post is found under its old ids, page and API alike', async () => {
  const server = await startServer({ 'posts/a.md': file('A'), 'posts/b.md': file('B') })
  expect(await leadsTo(server, '/post/c')).toBe('404')
  rename(server, 'a', 'c')
  await untilLeads(server, '/post/a', '/post/c')
  expect(await leadsTo(server, '/api/posts/a')).toBe('/api/posts/c')
  expect(await leadsTo(server, '/api/posts/by-id/a')).toBe('/api/posts/c')
  expect(await leadsTo(server, '/post/c')).toBe('200')
  // By hand, with an edit, in two steps, one of them into a folder.
  server.commitFiles({ 'posts/c.md': null, 'posts/d e.md': file('Another title') })
  await untilLeads(server, '/post/c', '/post/d%20e')
  server.put('posts/2026/.keep', '')
  rename(server, 'd e', '2026/d e')
  rename(server, '2026/d e', '2026/f')
  for (const old of ['a', 'c', 'd%20e']) await untilLeads(server, `/post/${old}`, '/post/f')
  expect(await leadsTo(server, '/post/b')).toBe('200')
})

it('an old id that is used again is its own, and drafts are led to by none', async () => {
  const server = await startServer({ 'posts/a.md': file('A') })
  rename(server, 'a', 'b')
  await untilLeads(server, '/post/a', '/post/b')
  // An uncommitted draft has the id already.
  server.put('posts/a.md', postFile('Plan', 'draft: true\n', 'A secret.'))
  await untilLeads(server, '/post/a', '404')
  // So has one that cannot be read.
  server.put('posts/a.md', '---\ntitle: [\n---\n')
  await until(() => server.store.snapshot().problems.length === 1)
  expect(await leadsTo(server, '/post/a')).toBe('404')
  server.put('posts/a.md', 'A new post.\n')
  await untilLeads(server, '/post/a', '200')
  server.git('clean', '-qf')
  await untilLeads(server, '/post/a', '/post/b')
  server.put('posts/b.md', file('A', 'draft: true\n'))
  await untilLeads(server, '/post/a', '404')
  expect(await leadsTo(server, '/api/posts/a')).toBe('404')
  server.put('posts/b.md', file('A'))
  await untilLeads(server, '/post/a', '/post/b')
  // Another post says that it was a.
  server.put('posts/c.md', file('C', 'aliases: [a]\n'))
  await untilLeads(server, '/post/a', '/post/c')
})

it('there and back, and round in a circle, ends', async () => {
  const server = await startServer({ 'posts/a.md': file('A'), 'posts/b.md': `B. ${file('B')}` })
  rename(server, 'a', 'x')
  rename(server, 'b', 'a')
  rename(server, 'x', 'b')
  await untilLeads(server, '/post/x', '/post/b')
  expect(await leadsTo(server, '/post/a')).toBe('200')
  expect(await leadsTo(server, '/post/b')).toBe('200')
  rename(server, 'b', 'x')
  await untilLeads(server, '/post/b', '/post/x')
  expect(await leadsTo(server, '/post/x')).toBe('200')
  // A post that is deleted leads nowhere, until it is back.
  server.commitFiles({ 'posts/x.md': null })
  await untilLeads(server, '/post/b', '404')
  server.git('revert', '--no-edit', 'HEAD')
  await untilLeads(server, '/post/b', '/post/x')
})
