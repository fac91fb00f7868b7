/** Posts in a repository with settings of the author's: line ends and filters. */
import { rmSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { openStoreIn, postFile } from './content-store-fixture.ts'
import { type Fixture, faultsOf, makeRepository } from './git-fixture.ts'
import { cloneOf, replicaIn } from './remote-fixture.ts'

const TEXT = Array.from({ length: 35 }, (_, at) => `line ${at + 1}`).join('\n')

function checkOutAnew({ git, folder }: Fixture): void {
  rmSync(join(folder, 'posts'), { recursive: true })
  git('checkout', '-q', '--', 'posts')
}

function shiftLetters({ git }: Fixture): void {
  for (const way of ['clean', 'smudge']) {
    git('config', `filter.shift.${way}`, 'tr a-zA-Z n-za-mN-ZA-M')
  }
  git('config', 'filter.shift.required', 'true')
}

it('of two saves of one post that was checked out with CRLF the second is refused', async () => {
  const author = makeRepository({ 'posts/a.md': postFile('A', '', TEXT) })
  author.git('config', 'core.autocrlf', 'true')
  checkOutAnew(author)
  expect(author.text('posts/a.md')).toContain('\r\n')
  const { store, git, subjects } = await openStoreIn(author)
  const base = store.snapshot().posts.get('a')?.revision ?? ''
  const first = await store.posts.save('a', { content: TEXT.replace('line 3\n', 'first\n') }, base)
  // The line, and `updated`.
  expect(git('diff', 'HEAD~1', '--numstat')).toBe('2\t1\tposts/a.md\n')
  expect(first.value.revision).toBe(store.snapshot().posts.get('a')?.revision)
  await expect(store.posts.save('a', { title: 'B' }, base)).rejects.toThrow(/changed by someone/)
  await store.posts.save('a', { title: 'C' }, first.value.revision)
  const committed = git('rev-parse', 'HEAD:posts/a.md').trim()
  expect((await store.posts.save('a', { title: 'D' }, committed)).merged).toBe(false)
  expect(subjects()).toHaveLength(4)
  expect(git('cat-file', 'blob', 'HEAD:posts/a.md')).not.toContain('\r')
  expect(faultsOf(author)).toBe('')
})

it('a post that a filter hides in git is read, changed and restored in the clear', async () => {
  const author = makeRepository({ '.gitattributes': '*.md filter=shift\n' })
  shiftLetters(author)
  author.put('posts/a.md', postFile('Alpha'))
  author.git('add', '-A')
  author.git('commit', '-qm', 'Add a post')
  const { store, git } = await openStoreIn(author)
  const base = store.snapshot().posts.get('a')?.revision ?? ''
  const { value } = await store.posts.save('a', { title: 'Beta' }, base)
  await store.posts.save('a', { tags: ['T'] }, value.revision)
  const { commit } = await store.posts.delete('a')
  expect((await store.history.deleted()).map(({ post }) => post.title)).toEqual(['Beta'])
  await store.history.revert(commit ?? '')
  expect(store.snapshot().posts.get('a')?.title).toBe('Beta')
  expect(author.text('posts/a.md')).toContain('title: Beta')
  expect(git('cat-file', 'blob', 'HEAD:posts/a.md')).toContain('gvgyr: Orgn')
  expect(faultsOf(author)).toBe('')
})

it('two servers that both changed a hidden text merge it in the clear', async () => {
  const first = makeRepository({ '.gitattributes': '*.md filter=shift\n' })
  shiftLetters(first)
  first.put('posts/a.md', postFile('Alpha', '', TEXT))
  first.git('add', '-A')
  first.git('commit', '-qm', 'Add a post')
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
