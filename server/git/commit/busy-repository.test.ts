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

/** What stops before it ends, and what ends it. */
const UNDER_WAY = [
  ['merge', 'other', '--abort'],
  ['rebase', 'other', '--abort'],
  ['cherry-pick', 'other', '--abort'],
  ['revert', 'first', '--abort'],
  ['bisect', 'start', 'reset'],
] as const

it('a git operation under way refuses writes until it is over', async () => {
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
  for (const [name, of, end] of UNDER_WAY) {
    changes = 0
    if (name === 'bisect') author.git(name, of)
    else expect(() => author.git(name, of)).toThrow()
    const write = () => repository.save('posts/b.md', `${name}\n`)
    await expect(write()).rejects.toMatchObject(refusal('repository_busy'))
    expect(repository.state().message).toMatch(new RegExp(`${name}\\b.* is under way`))
    author.git(name, end)
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

it.each<[string, (author: Fixture) => unknown, subjects: string[]]>([
  ['a commit of the author', (author) => author.commitFiles({}, 'Between'), ['Between']],
  ['a change of the index, as of a rebase,', ({ git }) => git('add', 'notes.md'), []],
  ['an edit of the file', ({ put }) => put('posts/a.md', 'mine\n'), ['Edit by hand: posts/a.md']],
])('%s that comes first has the write made again on top', async (name, act, subjects) => {
  const { author, repository } = await openSite()
  const status = name.includes('index') ? 'A  notes.md\n' : ''
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

it('packing and pruning change nothing, and a gc that outlasts two saves takes no object of either', async () => {
  const { author, repository } = await openSite()
  for (const text of ['one\n', 'two\n', 'one\n']) {
    await repository.save('posts/a.md', text)
    author.git('gc', '-q', '--prune=now')
  }
  const gc = join(author.folder, '.git/gc.pid')
  await repository.save('posts/a.md', 'first\n')
  const blob = () => {
    const id = author.git('rev-parse', 'HEAD:posts/a.md')
    return join(author.folder, '.git/objects', id.slice(0, 2), id.slice(2).trim())
  }
  const first = blob()
  writeFileSync(gc, `${process.pid} ${hostname()}`)
  await repository.save('posts/a.md', 'second\n')
  const second = blob()
  for (const file of [first, second]) rmSync(file)
  await until(() => existsSync(first) && existsSync(second))
  rmSync(gc)
  await repository.save('posts/a.md', 'third\n')
  expect(faultsOf(author)).toBe('')
})

it('a branch whose name is not UTF-8 refuses saves with the reason, and stays as it is', async () => {
  const author = makeRepository()
  const branch = Buffer.from(`${author.folder}/.git/refs/heads/caf\xe9`, 'latin1')
  writeFileSync(branch, author.git('rev-parse', 'main'))
  author.put('.git/HEAD', Buffer.from('ref: refs/heads/caf\xe9\n', 'latin1'))
  const refs = author.git('for-each-ref')
  const repository = await author.open()
  const message = expect.stringContaining('whose name is not UTF-8')
  const refused = repository.save('posts/b.md', 'B\n')
  await expect(refused).rejects.toMatchObject({ code: 'wrong_branch', message })
  expect(author.git('for-each-ref')).toBe(refs)
})
