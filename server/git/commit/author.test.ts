/** What the author has in the work tree and the index stays theirs. */
import { rmSync, utimesSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { faultsOf, makeRepository, type OpenRepository, openSite } from '../../test/git-fixture.ts'
import { times } from '../../test/times.ts'

async function manyWrites(repository: OpenRepository, count: number): Promise<void> {
  for (let n = 0; n < count; n += 1) {
    await repository.save(`posts/admin-${n % 7}.md`, n % 11 === 10 ? null : `${n}\n`)
  }
}

const LIMIT = { timeout: 120_000 }

it.each([
  ['as usual', '--refresh'],
  ['of version 4', '--index-version=4'],
  ['split', '--split-index'],
  ['with an untracked cache', '--force-untracked-cache'],
])("the author's work is the same after many writes, in an index %s", LIMIT, async (_, form) => {
  const names = ['a', 'dirty', 'partly', 'gone']
  const author = makeRepository(Object.fromEntries(names.map((n) => [`posts/${n}.md`, n])))
  author.git('update-index', ...form.split('='))
  author.put('posts/staged.md', 'staged\n')
  author.put('posts/partly.md', 'two\n')
  author.git('add', 'posts/staged.md', 'posts/partly.md')
  author.git('rm', '-q', '--cached', 'posts/gone.md')
  author.put('posts/partly.md', 'three\n')
  author.put('posts/dirty.md', 'dirty\n')
  author.put('posts/untracked.md', 'untracked\n')
  const look = () =>
    ['status --porcelain', 'diff --cached', 'diff'].map((words) => author.git(...words.split(' ')))
  const before = look()
  author.put('posts/later.md', 'Later\n')
  author.git('add', '-N', 'posts/later.md')
  const repository = await author.open()
  await manyWrites(repository, times(11, 60))
  // What was announced for later is nothing yet.
  await repository.save('posts/later.md', 'Saved\n')
  expect(look()).toEqual(before)
  expect(author.git('fsck', '--full', '--strict', '--no-dangling')).toBe('')
  author.git('commit', '-qm', 'Author goes on')
  expect(author.git('show', 'HEAD:posts/later.md')).toBe('Saved\n')
})

it("an author's edit is seen that keeps the size of the file and the second of its commit", async () => {
  const { author, repository } = await openSite({ 'posts/a.md': 'A\n', 'posts/b.md': 'B\n' })
  // Long ago, so that no save is made in the same second.
  const inThatSecond = (path: string) => utimesSync(join(author.folder, path), 1e9, 1e9)
  author.git('config', 'core.trustctime', 'false')
  author.put('posts/b.md', '1\n')
  inThatSecond('posts/b.md')
  author.git('commit', '-qam', 'By hand')
  inThatSecond('.git/index')
  author.put('posts/b.md', 'x\n')
  inThatSecond('posts/b.md')
  await repository.save('posts/a.md', 'A2\n')
  expect(author.git('status', '--porcelain')).toBe(' M posts/b.md\n')
})

it.each<[string, edited: string, text: string | null, saved: string | null, made?: string]>([
  ['becomes its own commit before the write', 'a', 'by hand', 'by admin', 'Edit'],
  ['is kept so when it is a new file', 'new', 'by hand', 'by admin', 'Edit'],
  ['is kept so when it was staged, and the write deletes it', 'a +', 'by hand', null, 'Edit'],
  ['is the write itself when both made the same', 'a', 'same', 'same'],
  ['that removed a file becomes a commit that says so', 'a', null, 'again', 'Delete'],
])('a hand edit that is not committed %s', async (_, edited, text, saved, made) => {
  const { author, repository } = await openSite()
  const path = `posts/${edited.replace(' +', '')}.md`
  if (text === null) rmSync(join(author.folder, path))
  else author.put(path, text)
  if (edited.endsWith('+')) author.git('add', path)
  await repository.save(path, saved, 'Write')
  const edit = made === undefined ? [] : [`${made} by hand: ${path}`]
  expect(author.subjects()).toEqual(['Write', ...edit, 'Author starts'])
  if (made === 'Edit') expect(author.git('show', `HEAD^:${path}`)).toBe(text)
  expect(faultsOf(author)).toBe('')
})
