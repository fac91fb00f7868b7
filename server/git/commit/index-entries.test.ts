/** Entries of the author's index that are more than a path and a blob, and our commits beside them. */
import { expect, it } from 'vitest'
import { faultsOf, makeRepository, putting } from '../../test/git-fixture.ts'

/** Ways in which the author may have git write the index. */
const KINDS: readonly (readonly [string, ...string[][]])[] = [
  ['usual'],
  ['of version 4', ['update-index', '--index-version', '4']],
  ['split', ['update-index', '--split-index']],
  ['with caches', ['update-index', '--force-untracked-cache']],
]

it.each(KINDS)('an entry for later, in an index that is %s, is no staged work', async (...kind) => {
  const author = makeRepository()
  for (const args of kind.slice(1) as string[][]) author.git(...args)
  author.put('posts/x.md', 'X\n')
  author.put('posts/staged.md', 'Staged\n')
  author.git('add', '-N', 'posts/x.md')
  author.git('add', 'posts/staged.md')
  const repository = await author.open()
  await repository.write(putting('posts/x.md', 'X2\n'))
  expect(author.git('status', '--porcelain')).toBe('A  posts/staged.md\n')
  author.git('commit', '-qm', 'Author goes on')
  expect(author.git('show', 'HEAD:posts/x.md')).toBe('X2\n')
  await repository.write(putting('posts/x.md', null))
  expect(faultsOf(author)).toBe('')
})

it('an entry for later goes with the file that is deleted', async () => {
  const author = makeRepository()
  author.put('posts/x.md', 'X\n')
  author.git('add', '-N', 'posts/x.md')
  const repository = await author.open()
  await repository.write(putting('posts/x.md', null))
  expect(faultsOf(author)).toBe('')
})

it('more files than a command line holds are changed in an index that only git reads', async () => {
  const folder = `posts/${`${'f'.repeat(200)}/`.repeat(4)}`
  const paths = Array.from({ length: 3_000 }, (_, at) => `${folder}p${at}.md`)
  const author = makeRepository({ 'posts/staged.md': 'Staged\n' })
  author.git('update-index', '--index-version', '4')
  author.put('posts/staged.md', 'Staged anew\n')
  author.git('add', '-A')
  const repository = await author.open({ lockWaitMs: 60_000 })
  const changes = paths.map((path) => ({ path, bytes: Buffer.from('X\n') }))
  await repository.write(async () => ({ changes, subject: 'All of them', value: null }))
  expect(author.git('status', '--porcelain')).toBe('M  posts/staged.md\n')
}, 60_000)
