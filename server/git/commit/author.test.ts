/** What the author has in the work tree and the index stays theirs. */
import { rmSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { type Fixture, faultsOf, makeRepository, putting } from '../../test/git-fixture.ts'
import type { Repository } from '../repository.ts'

const subjects = ({ git }: Fixture) => git('log', '--format=%s').trim().split('\n')
async function manyWrites(repository: Repository, count: number): Promise<void> {
  for (let n = 0; n < count; n += 1) {
    await repository.write(putting(`posts/admin-${n % 7}.md`, n % 11 === 10 ? null : `${n}\n`))
  }
}

describe("the author's work", () => {
  it('is the same after 60 writes: staged, partly staged, dirty, untracked, removed', async () => {
    const author = makeRepository({
      'posts/a.md': 'A\n',
      'posts/dirty.md': 'clean\n',
      'posts/partly.md': 'one\n',
      'posts/gone.md': 'gone\n',
    })
    author.put('posts/staged.md', 'staged\n')
    author.put('posts/partly.md', 'two\n')
    author.git('add', 'posts/staged.md', 'posts/partly.md')
    author.git('rm', '-q', '--cached', 'posts/gone.md')
    author.put('posts/partly.md', 'three\n')
    author.put('posts/dirty.md', 'dirty\n')
    author.put('posts/untracked.md', 'untracked\n')
    const look = () => [
      author.git('status', '--porcelain'),
      author.git('diff', '--cached'),
      author.git('diff'),
    ]
    const before = look()
    const repository = await author.open()
    await manyWrites(repository, 60)
    expect(look()).toEqual(before)
    expect(author.git('fsck', '--full', '--strict', '--no-dangling')).toBe('')
  }, 120_000)

  it.each([
    ['version 4', ['update-index', '--index-version', '4']],
    ['split', ['update-index', '--split-index']],
    ['with an untracked cache', ['update-index', '--force-untracked-cache']],
  ])('is kept in an index that is %s', async (_, change) => {
    const author = makeRepository()
    author.git(...change)
    author.put('posts/staged.md', 'staged\n')
    author.git('add', 'posts/staged.md')
    const repository = await author.open()
    await manyWrites(repository, 12)
    expect(author.git('status', '--porcelain')).toBe('A  posts/staged.md\n')
    expect(author.git('fsck', '--full', '--strict', '--no-dangling')).toBe('')
  })

  it('is seen, though it was changed in the second of its commit, to the same size', async () => {
    const author = makeRepository({ 'posts/a.md': 'A\n', 'posts/b.md': 'B\n' })
    const repository = await author.open()
    for (let round = 0; round < 3; round += 1) {
      author.put('posts/b.md', `${round}\n`)
      author.git('commit', '-qam', 'By hand')
      author.put('posts/b.md', 'x\n')
      await repository.write(putting('posts/a.md', `A${round}\n`))
      expect(author.git('status', '--porcelain')).toBe(' M posts/b.md\n')
    }
  })

  it('finds an index again that was removed', async () => {
    const author = makeRepository()
    rmSync(join(author.folder, '.git/index'))
    const repository = await author.open()
    await repository.write(putting('posts/b.md', 'B\n'))
    expect(faultsOf(author)).toBe('')
  })
})

describe('a hand edit that is not committed', () => {
  it('becomes its own commit before the write', async () => {
    const author = makeRepository()
    const repository = await author.open()
    author.put('posts/a.md', 'by hand\n')
    await repository.write(putting('posts/a.md', 'by admin\n', 'Update: A'))
    expect(subjects(author)).toEqual(['Update: A', 'Edit by hand: posts/a.md', 'Author starts'])
    expect(author.git('show', 'HEAD^:posts/a.md')).toBe('by hand\n')
    expect(faultsOf(author)).toBe('')
  })

  it('is kept so when it is a new file, or was staged', async () => {
    const author = makeRepository()
    const repository = await author.open()
    author.put('posts/new.md', 'by hand\n')
    author.put('posts/a.md', 'staged\n')
    author.git('add', 'posts/a.md')
    await repository.write(putting('posts/new.md', 'by admin\n'))
    await repository.write(putting('posts/a.md', null, 'Delete: A'))
    expect(subjects(author)).toEqual([
      'Delete: A',
      'Edit by hand: posts/a.md',
      'Save posts/new.md',
      'Edit by hand: posts/new.md',
      'Author starts',
    ])
    expect(author.git('show', 'HEAD^:posts/a.md')).toBe('staged\n')
    expect(faultsOf(author)).toBe('')
  })

  it('is the write itself when both made the same', async () => {
    const author = makeRepository()
    const repository = await author.open()
    author.put('posts/a.md', 'same\n')
    expect((await repository.write(putting('posts/a.md', 'same\n', 'Update'))).commit).toMatch(/^/)
    expect(subjects(author)).toEqual(['Update', 'Author starts'])
    expect(faultsOf(author)).toBe('')
  })

  it('that removed a file becomes a commit that says so', async () => {
    const author = makeRepository()
    const repository = await author.open()
    rmSync(join(author.folder, 'posts/a.md'))
    await repository.write(putting('posts/a.md', 'again\n', 'Create'))
    expect(subjects(author)).toEqual(['Create', 'Delete by hand: posts/a.md', 'Author starts'])
    expect(faultsOf(author)).toBe('')
  })
})
