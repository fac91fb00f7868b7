/** Posts in a repository with settings of the author's: line ends and filters. */
import { expect, it } from 'vitest'
import { checkOutAnew, faultsOf, makeRepository, shiftLetters } from './git-fixture.ts'
import { postFile, serve } from './live-server.ts'
import { cloneOf, replicaIn } from './remote-fixture.ts'

const TEXT = Array.from({ length: 35 }, (_, at) => `line ${at + 1}`).join('\n')

it('of two saves of one post that was checked out with CRLF the second is refused', async () => {
  const author = makeRepository({ 'posts/a.md': postFile('A', '', TEXT) })
  author.git('config', 'core.autocrlf', 'true')
  checkOutAnew(author)
  expect(author.text('posts/a.md')).toContain('\r\n')
  const { call, git, subjects } = await serve(author)
  const { revision } = (await call('GET', '/posts/a')).data
  const save = (change: object, revision: string) =>
    call('PUT', '/posts/a', { ...change, revision })
  const first = await save({ content: TEXT.replace('line 3\n', 'first\n') }, revision)
  // The line, and `updated`.
  expect(git('diff', 'HEAD~1', '--numstat')).toBe('2\t1\tposts/a.md\n')
  expect((await save({ title: 'B' }, revision)).status).toBe(409)
  expect((await save({ title: 'C' }, first.data.revision)).status).toBe(200)
  const committed = git('rev-parse', 'HEAD:posts/a.md').trim()
  const last = await save({ title: 'D' }, committed)
  expect([last.status, last.meta.merged]).toEqual([200, undefined])
  expect(subjects()).toHaveLength(4)
  expect(git('cat-file', 'blob', 'HEAD:posts/a.md')).not.toContain('\r')
  expect(faultsOf(author)).toBe('')
})

it('a post that a filter hides in git is read, changed and restored in the clear', async () => {
  const author = makeRepository({ '.gitattributes': '*.md filter=shift\n' })
  shiftLetters(author)
  author.commitFiles({ 'posts/a.md': postFile('Alpha') })
  const { call, git } = await serve(author)
  const { revision } = (await call('GET', '/posts/a')).data
  const saved = await call('PUT', '/posts/a', { title: 'Beta', revision })
  await call('PUT', '/posts/a', { tags: ['T'], revision: saved.data.revision })
  const { meta } = await call('DELETE', '/posts/a')
  expect((await call('GET', '/posts/deleted')).data).toMatchObject([{ title: 'Beta' }])
  await call('POST', `/history/${meta.commit}/revert`)
  expect((await call('GET', '/posts/a')).data.title).toBe('Beta')
  expect(author.text('posts/a.md')).toContain('title: Beta')
  expect(git('cat-file', 'blob', 'HEAD:posts/a.md')).toContain('gvgyr: Orgn')
  expect(faultsOf(author)).toBe('')
})

it('two servers that both changed a hidden text merge it in the clear', async () => {
  const first = makeRepository({ '.gitattributes': '*.md filter=shift\n' })
  shiftLetters(first)
  first.commitFiles({ 'posts/a.md': postFile('Alpha', '', TEXT) })
  const remote = { ...first, folder: `${first.folder}/.git/remote` }
  first.git('clone', '-q', '--bare', '.', remote.folder)
  const other = cloneOf(remote)
  shiftLetters(other)
  checkOutAnew(other)
  other.put('posts/a.md', other.text('posts/a.md').replace('line 3\n', 'third\n'))
  other.git('commit', '-qam', 'Their line')
  other.git('push', '-q')
  first.put('posts/a.md', first.text('posts/a.md').replace('line 30\n', 'thirtieth\n'))
  first.git('commit', '-qam', 'Our line')
  const replica = await replicaIn(first, remote.folder)
  await replica.settled()
  const text = replica.text('posts/a.md')
  expect(text).toContain('third\n')
  expect(text).toContain('thirtieth\n')
  expect(replica.git('cat-file', 'blob', 'HEAD:posts/a.md')).toContain('guveq')
  expect(faultsOf(replica)).toBe('')
})
