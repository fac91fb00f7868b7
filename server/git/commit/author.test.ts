/** What the author has in the work tree and the index stays theirs. */
import { rmSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import {
  type Fixture,
  faultsOf,
  makeRepository,
  type OpenRepository,
  openSite,
} from '../../test/git-fixture.ts'
import { times } from '../../test/times.ts'

const subjects = ({ git }: Fixture) => git('log', '--format=%s').trim().split('\n')
async function manyWrites(repository: OpenRepository, count: number): Promise<void> {
  for (let n = 0; n < count; n += 1) {
    await repository.save(`posts/admin-${n % 7}.md`, n % 11 === 10 ? null : `${n}\n`)
  }
}

describe("the author's work", () => {
  it.each<[string, ...string[][]]>([
    ['usual'],
    ['of version 4', ['update-index', '--index-version', '4']],
    ['split', ['update-index', '--split-index']],
    ['with an untracked cache', ['update-index', '--force-untracked-cache']],
  ])(
    'is the same after many writes, in an index that is %s',
    async (_, ...changes) => {
      const author = makeRepository({
        'posts/a.md': 'A\n',
        'posts/dirty.md': 'clean\n',
        'posts/partly.md': 'one\n',
        'posts/gone.md': 'gone\n',
      })
      for (const change of changes) author.git(...change)
      author.put('posts/staged.md', 'staged\n')
      author.put('posts/partly.md', 'two\n')
      author.git('add', 'posts/staged.md', 'posts/partly.md')
      author.git('rm', '-q', '--cached', 'posts/gone.md')
      author.put('posts/partly.md', 'three\n')
      author.put('posts/dirty.md', 'dirty\n')
      author.put('posts/untracked.md', 'untracked\n')
      const look = () =>
        [['status', '--porcelain'], ['diff', '--cached'], ['diff']].map((args) =>
          author.git(...args),
        )
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
    },
    120_000,
  )

  it('is kept beside a save of more files than are named to git', async () => {
    const author = makeRepository({ 'posts/staged.md': 'Staged\n' })
    author.put('posts/staged.md', 'Staged again\n')
    author.git('add', '-A')
    const repository = await author.open()
    const changes = Array.from({ length: 150 }, (_, at) => ({
      path: `posts/p${at}.md`,
      bytes: Buffer.from('X\n'),
    }))
    await repository.write(async () => ({ changes, subject: 'All of them', value: null }))
    expect(author.git('status', '--porcelain')).toBe('M  posts/staged.md\n')
  })

  it('is seen, though it was changed in the second of its commit, to the same size', async () => {
    const { author, repository } = await openSite({ 'posts/a.md': 'A\n', 'posts/b.md': 'B\n' })
    for (let round = 0; round < 3; round += 1) {
      author.put('posts/b.md', `${round}\n`)
      author.git('commit', '-qam', 'By hand')
      author.put('posts/b.md', 'x\n')
      await repository.save('posts/a.md', `A${round}\n`)
      expect(author.git('status', '--porcelain')).toBe(' M posts/b.md\n')
    }
  })

  it('finds an index again that was removed', async () => {
    const author = makeRepository()
    rmSync(join(author.folder, '.git/index'))
    const repository = await author.open()
    await repository.save('posts/b.md', 'B\n')
    expect(faultsOf(author)).toBe('')
  })
})

describe('a hand edit that is not committed', () => {
  const byHand: [string, (author: Fixture) => void, [string, string | null], string[]][] = [
    [
      'becomes its own commit before the write',
      ({ put }) => put('posts/a.md', 'by hand\n'),
      ['posts/a.md', 'by admin\n'],
      ['Write', 'Edit by hand: posts/a.md'],
    ],
    [
      'is kept so when it is a new file',
      ({ put }) => put('posts/new.md', 'by hand\n'),
      ['posts/new.md', 'by admin\n'],
      ['Write', 'Edit by hand: posts/new.md'],
    ],
    [
      'is kept so when it was staged, and the write deletes it',
      ({ put, git }) => {
        put('posts/a.md', 'by hand\n')
        git('add', 'posts/a.md')
      },
      ['posts/a.md', null],
      ['Write', 'Edit by hand: posts/a.md'],
    ],
    [
      'is the write itself when both made the same',
      ({ put }) => put('posts/a.md', 'same\n'),
      ['posts/a.md', 'same\n'],
      ['Write'],
    ],
    [
      'that removed a file becomes a commit that says so',
      ({ folder }) => rmSync(join(folder, 'posts/a.md')),
      ['posts/a.md', 'again\n'],
      ['Write', 'Delete by hand: posts/a.md'],
    ],
  ]

  it.each(byHand)('%s', async (_, edit, [path, text], made) => {
    const { author, repository } = await openSite()
    edit(author)
    await repository.save(path, text, 'Write')
    expect(subjects(author)).toEqual([...made, 'Author starts'])
    if (made[1]?.startsWith('Edit')) expect(author.git('show', `HEAD^:${path}`)).toBe('by hand\n')
    expect(faultsOf(author)).toBe('')
  })
})
