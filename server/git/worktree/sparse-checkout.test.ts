/** What the author's sparse checkout leaves out of the work tree is neither deleted nor written. */
import { rmSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { type Fixture, faultsOf, makeRepository, putting } from '../../test/git-fixture.ts'

const subjects = ({ git }: Fixture) => git('log', '--format=%s').trim().split('\n')

const SPARSE: readonly (readonly [string, ...string[]])[] = [
  ['sparse', '--cone'],
  ['sparse without cones', '--no-cone'],
  ['sparse in its index too', '--cone', '--sparse-index'],
]

it.each(SPARSE)('a %s checkout keeps what is not there', async (_, ...options) => {
  const author = makeRepository({
    'posts/2024/old.md': 'Old\n',
    'posts/2025/new.md': 'New\n',
    'site.yaml': 'title: T\n',
  })
  const patterns = options.includes('--no-cone') ? ['/posts/2025/', '/site.yaml'] : ['posts/2025']
  author.git('sparse-checkout', 'set', ...options, ...patterns)
  expect(author.git('ls-files', '-t')).toContain('S posts/2024')
  const repository = await author.open()
  const refused = { code: 'read_only', statusCode: 503, message: /sparse checkout/ }
  for (const path of ['posts/2024/old.md', 'posts/2024/other.md', 'posts/2024/deep/other.md']) {
    for (const text of ['Here\n', null]) {
      if (text === null && path !== 'posts/2024/old.md') continue
      const write = repository.write(putting(path, text))
      await expect(write, path).rejects.toMatchObject({
        code: refused.code,
        statusCode: refused.statusCode,
        message: expect.stringMatching(refused.message),
      })
    }
  }
  await repository.write(putting('posts/2025/new.md', 'New 2\n', 'Save new'))
  await repository.write(putting('posts/2025/more.md', 'More\n', 'Save more'))
  expect(subjects(author)).toEqual(['Save more', 'Save new', 'Author starts'])
  expect(faultsOf(author)).toBe('')
  author.git('sparse-checkout', 'disable')
  expect(author.text('posts/2024/old.md')).toBe('Old\n')
})

it('a file outside of a sparse checkout takes its name, so that no new file gets it', async () => {
  const author = makeRepository({ 'posts/2024/old.md': 'Old\n', 'posts/2025/new.md': 'New\n' })
  author.git('sparse-checkout', 'set', 'posts/2025')
  const repository = await author.open()
  const seen = await repository.write(async (tree) => ({
    changes: [],
    subject: '',
    value: {
      there: [await tree.exists('posts/2024/old.md'), await tree.exists('posts/2024/none.md')],
      leftOut: await tree.leftOut(),
    },
  }))
  expect(seen.value).toEqual({ there: [true, false], leftOut: ['posts/2024/old.md'] })
})

it('a file that is gone and not left out counts as deleted by hand', async () => {
  const author = makeRepository({ 'posts/2024/old.md': 'Old\n', 'posts/2025/new.md': 'New\n' })
  author.git('sparse-checkout', 'set', 'posts/2025')
  rmSync(join(author.folder, 'posts/2025/new.md'))
  const repository = await author.open()
  await repository.write(putting('posts/2025/new.md', 'Again\n', 'Again'))
  expect(subjects(author)).toEqual(['Again', 'Delete by hand: posts/2025/new.md', 'Author starts'])
  expect(faultsOf(author)).toBe('')
})
