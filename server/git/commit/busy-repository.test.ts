/** Writes while another git is at work, and what they wait for. */
import { existsSync, rmSync, writeFileSync } from 'node:fs'
import { hostname } from 'node:os'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import {
  type Fixture,
  faultsOf,
  makeRepository,
  openSite,
  putting,
  until,
} from '../../test/git-fixture.ts'

const refusal = (code: string) => ({ code, statusCode: 503 })

const failing =
  (...args: string[]) =>
  (author: Fixture) => {
    expect(() => author.git(...args)).toThrow()
  }

const UNDER_WAY: [name: string, begin: (author: Fixture) => void, end: string[]][] = [
  ['merge', failing('merge', 'other'), ['merge', '--abort']],
  ['rebase', failing('rebase', 'other'), ['rebase', '--abort']],
  ['cherry-pick', failing('cherry-pick', 'other'), ['cherry-pick', '--abort']],
  ['revert', failing('revert', 'first'), ['revert', '--abort']],
  ['bisect', ({ git }) => void git('bisect', 'start'), ['bisect', 'reset']],
]

it('what is under way in the work tree refuses writes until it is over', async () => {
  const author = makeRepository()
  author.git('checkout', '-q', '-b', 'other')
  author.commitFiles({ 'posts/a.md': 'other\n' })
  author.git('checkout', '-q', 'main')
  for (const text of ['main\n', 'main again\n']) author.commitFiles({ 'posts/a.md': text })
  author.git('tag', 'first', 'HEAD^')
  const repository = await author.open()
  let changes = 0
  repository.onChange(() => {
    changes += 1
  })
  for (const [name, begin, end] of UNDER_WAY) {
    changes = 0
    begin(author)
    const write = () => repository.save('posts/b.md', `${name}\n`)
    await expect(write()).rejects.toMatchObject(refusal('repository_busy'))
    expect(repository.state().message).toMatch(new RegExp(`${name}\\b.* is under way`))
    author.git(...end)
    await until(() => repository.state().state === 'ok')
    expect(changes, name).toBeGreaterThan(1)
    await write()
    expect(faultsOf(author)).toBe('')
  }
})

it('another branch or a detached HEAD refuses writes until the first is back', async () => {
  const { author, repository } = await openSite()
  for (const elsewhere of [['-b', 'other'], ['--detach']]) {
    author.git('checkout', '-q', ...elsewhere)
    const refused = repository.save('posts/b.md', 'B\n')
    await expect(refused).rejects.toMatchObject(refusal('wrong_branch'))
    await until(() => repository.state().state === 'wrong_branch')
    author.git('checkout', '-q', 'main')
    await until(() => repository.state().state === 'ok')
  }
  await repository.save('posts/b.md', 'B\n')
  expect(faultsOf(author)).toBe('')
})

it('a short switch of branches is waited for', async () => {
  const { author, repository } = await openSite(undefined, { busyWaitMs: 2_000 })
  author.git('checkout', '-q', '-b', 'other')
  const waiting = repository.save('posts/b.md', 'B\n')
  author.git('checkout', '-q', 'main')
  const { commit } = await waiting
  expect(author.git('rev-parse', 'main').trim()).toBe(commit)
})

it.each<[string, (author: Fixture) => unknown, status?: string, ...subjects: string[]]>([
  [
    'a commit of the author',
    ({ git }) => git('commit', '-q', '--allow-empty', '-m', 'Between'),
    '',
    'Between',
  ],
  ['a change of the index, as of a rebase,', ({ git }) => git('add', 'notes.md'), 'A  notes.md\n'],
  [
    'an edit of the same file',
    ({ put }) => put('posts/a.md', 'by hand\n'),
    '',
    'Edit by hand: posts/a.md',
  ],
])('%s that comes first has the write made again on top', async (_, act, status, ...subjects) => {
  const { author, repository } = await openSite()
  if (status) author.put('notes.md', 'staged\n')
  const seen: string[] = []
  await repository.write(async (tree) => {
    seen.push((await tree.read('posts/a.md'))?.bytes.toString() ?? '')
    if (seen.length === 1) act(author)
    return putting('posts/a.md', `${seen.at(-1)}and more\n`, 'Write')()
  })
  expect(seen).toHaveLength(2)
  expect(author.text('posts/a.md')).toBe(`${seen.at(-1)}and more\n`)
  expect(author.subjects()).toEqual(['Write', ...subjects, 'Author starts'])
  expect(faultsOf(author)).toBe(status)
})

it('an edit of the same file in the last moment stays, uncommitted', async () => {
  const author = makeRepository()
  const repository = await author.open({
    faults(step) {
      if (step === 'git update-ref') author.put('posts/a.md', 'in the last moment\n')
    },
  })
  const { commit } = await repository.save('posts/a.md', 'by admin\n')
  expect(author.head()).toBe(commit)
  expect(author.git('show', 'HEAD:posts/a.md')).toBe('by admin\n')
  expect(author.text('posts/a.md')).toBe('in the last moment\n')
  expect(author.git('status', '--porcelain')).toBe(' M posts/a.md\n')
})

it('packing and pruning during saves change nothing', async () => {
  const { author, repository } = await openSite()
  for (let n = 0; n < 6; n += 1) {
    await repository.save('posts/a.md', `${n % 2}\n`)
    if (n % 2 === 0) author.git('gc', '-q', '--prune=now')
  }
  author.git('pack-refs', '--all')
  await repository.save('posts/a.md', 'last\n')
  expect(author.subjects()).toHaveLength(8)
  expect(faultsOf(author)).toBe('')
})

it('a gc that outlasts two saves takes no object of either', async () => {
  const { author, repository } = await openSite()
  const gc = join(author.folder, '.git/gc.pid')
  await repository.save('posts/a.md', 'first\n')
  const fileOf = (id: string) => join(author.folder, '.git/objects', id.slice(0, 2), id.slice(2))
  const first = author.git('rev-parse', 'HEAD:posts/a.md').trim()
  writeFileSync(gc, `${process.pid} ${hostname()}`)
  await repository.save('posts/a.md', 'second\n')
  const second = author.git('rev-parse', 'HEAD:posts/a.md').trim()
  for (const blob of [first, second]) rmSync(fileOf(blob))
  await until(() => existsSync(fileOf(first)) && existsSync(fileOf(second)))
  rmSync(gc)
  await repository.save('posts/a.md', 'third\n')
  expect(faultsOf(author)).toBe('')
})

it('a branch whose name is not UTF-8 refuses saves with the reason, and stays as it is', async () => {
  const author = makeRepository()
  const name = Buffer.from('caf\xe9', 'latin1')
  author.git('checkout', '-q', '--detach')
  writeFileSync(
    join(author.folder, '.git/HEAD'),
    Buffer.concat([Buffer.from('ref: refs/heads/'), name, Buffer.from('\n')]),
  )
  writeFileSync(
    Buffer.concat([Buffer.from(`${author.folder}/.git/refs/heads/`), name]),
    `${author.git('rev-parse', 'main')}`,
  )
  const refs = author.git('for-each-ref')
  const repository = await author.open()
  const message = expect.stringContaining('whose name is not UTF-8')
  const save = async () => repository.save('posts/b.md', 'B\n')
  await expect(save()).rejects.toMatchObject({ code: 'wrong_branch', message })
  expect(author.git('for-each-ref')).toBe(refs)
})
