/** What is committed for a file is what git would commit for it, also for a pull and after a fault. */
import { chmodSync, existsSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { type Fixture, faultsOf, makeFolder, makeRepository } from '../../test/git-fixture.ts'

const LINES = Array.from({ length: 35 }, (_, at) => `line ${at + 1}\n`).join('')
const withLine = (text: string, at: number, words: string) => text.replace(`line ${at}`, words)

/** Writes the files of HEAD again, with the current settings. */
function checkOutAnew(author: Fixture): void {
  author.git('rm', '-rq', '--cached', 'posts')
  rmSync(join(author.folder, 'posts'), { recursive: true })
  author.git('reset', '-q', '--hard')
}

/** A clean filter that shifts letters, as git-crypt would hide them; smudge shifts them back. */
function shiftLetters(author: Fixture, { isRequired = true } = {}): void {
  const script = join(makeFolder(), 'shift')
  writeFileSync(script, '#!/bin/sh\nexec tr a-zA-Z n-za-mN-ZA-M\n')
  chmodSync(script, 0o755)
  author.git('config', 'filter.shift.clean', script)
  author.git('config', 'filter.shift.smudge', script)
  if (isRequired) author.git('config', 'filter.shift.required', 'true')
}

const SETTINGS: readonly (readonly [string, (author: Fixture) => void])[] = [
  ['core.autocrlf=true', ({ git }) => git('config', 'core.autocrlf', 'true')],
  ['eol=crlf', ({ put }) => put('.gitattributes', '*.md text eol=crlf\n')],
  [
    'text=auto with core.eol',
    ({ put, git }) => {
      put('.gitattributes', '* text=auto\n')
      git('config', 'core.eol', 'crlf')
    },
  ],
  [
    'a filter and eol=crlf',
    (author) => {
      author.put('.gitattributes', '*.md filter=shift text eol=crlf\n')
      shiftLetters(author)
    },
  ],
  [
    'working-tree-encoding',
    ({ put }) => put('.gitattributes', '*.md text working-tree-encoding=ISO-8859-1\n'),
  ],
]

it.each(SETTINGS)('a save with %s changes no other lines than its own', async (_, set) => {
  const author = makeRepository({ 'posts/a.md': `é\n${LINES}` })
  set(author)
  author.commitFiles({})
  author.git('add', '--renormalize', '.')
  author.git('commit', '-q', '--allow-empty', '-m', 'Again')
  checkOutAnew(author)
  const before = author.git('rev-parse', 'HEAD')
  const repository = await author.open()
  await repository.write(async (tree) => {
    const found = await tree.read('posts/a.md')
    const changed = found?.bytes.toString('latin1').replace('line 20', 'words 20') ?? ''
    return {
      changes: [{ path: 'posts/a.md', bytes: Buffer.from(changed, 'latin1') }],
      subject: 'Change a line',
      value: null,
    }
  })
  expect(author.git('log', '--format=%s', `${before.trim()}..`)).toBe('Change a line\n')
  expect(author.git('diff', 'HEAD~1', '--numstat')).toBe('1\t1\tposts/a.md\n')
  expect(faultsOf(author)).toBe('')
  // Git itself finds nothing to add when it has to look at the bytes.
  author.git('add', '--renormalize', '.')
  expect(author.git('diff', '--cached', '--stat')).toBe('')
  const saved = author.text('posts/a.md')
  checkOutAnew(author)
  expect(author.text('posts/a.md')).toBe(saved)
  await repository.save('posts/new.md', LINES)
  author.git('add', '--renormalize', '.')
  expect(faultsOf(author)).toBe('')
  await repository.save('posts/new.md', null)
  expect(faultsOf(author)).toBe('')
})

it('what a filter hides is in no object of git', async () => {
  const author = makeRepository()
  author.commitFiles({ '.gitattributes': '*.md filter=shift\n' })
  shiftLetters(author)
  const repository = await author.open()
  await repository.save('posts/secret.md', 'A secret\n')
  expect(author.text('posts/secret.md')).toBe('A secret\n')
  expect(author.git('cat-file', 'blob', 'HEAD:posts/secret.md')).toBe('N frperg\n')
  const all = author.git('cat-file', '--batch-check', '--batch-all-objects').split('\n')
  const blobs = all.filter((line) => line.includes('blob')).map((line) => line.slice(0, 40))
  for (const id of blobs) expect(author.git('cat-file', 'blob', id)).not.toContain('secret')
})

it('a filter that fails refuses the save with the reason', async () => {
  const author = makeRepository()
  author.commitFiles({ '.gitattributes': '*.md filter=shift\n' })
  author.git('config', 'filter.shift.clean', 'false')
  author.git('config', 'filter.shift.required', 'true')
  const repository = await author.open()
  await expect(repository.save('posts/b.md', 'B\n')).rejects.toMatchObject({
    code: 'read_only',
    message: expect.stringMatching(/posts\/b\.md.*filter/),
  })
  expect(author.git('rev-list', '--count', 'HEAD')).toBe('2\n')
  expect(existsSync(join(author.folder, 'posts/b.md'))).toBe(false)
})

it('a file that was committed with CRLF stays so under core.autocrlf', async () => {
  const windows = LINES.replaceAll('\n', '\r\n')
  const author = makeRepository({ 'posts/a.md': windows })
  author.git('config', 'core.autocrlf', 'true')
  const repository = await author.open()
  await repository.save('posts/a.md', withLine(windows, 3, 'words'))
  expect(author.git('diff', 'HEAD~1', '--numstat')).toBe('1\t1\tposts/a.md\n')
  expect(faultsOf(author)).toBe('')
})

it('a write that is completed after a fault leaves the file as git would check it out', async () => {
  let isArmed = false
  const faults = (step: string) => {
    if (step === 'git update-ref answered') isArmed = true
    if (!isArmed || step !== 'rename') return
    isArmed = false
    throw Object.assign(new Error('EIO'), { code: 'EIO' })
  }
  const author = makeRepository({ 'posts/a.md': LINES })
  author.git('config', 'core.autocrlf', 'true')
  checkOutAnew(author)
  const repository = await author.open({ faults })
  const windows = withLine(LINES, 3, 'words').replaceAll('\n', '\r\n')
  await repository.save('posts/a.md', windows)
  expect(author.text('posts/a.md')).toBe(windows)
  expect(author.git('diff', 'HEAD~1', '--numstat')).toBe('1\t1\tposts/a.md\n')
  expect(faultsOf(author)).toBe('')
})

it('attributes that are committed and not in the work tree refuse a save', async () => {
  const author = makeRepository({ 'posts/.gitattributes': '*.md filter=shift\n', 'site.yaml': '' })
  shiftLetters(author)
  rmSync(join(author.folder, 'posts/.gitattributes'))
  const repository = await author.open()
  const write = repository.save('posts/b.md', 'A secret\n')
  await expect(write).rejects.toMatchObject({
    code: 'read_only',
    message: expect.stringMatching(/“posts\/\.gitattributes” is not in the work tree/),
  })
  await repository.save('site.yaml', 'title: T\n')
  author.git('checkout', '-q', '--', 'posts/.gitattributes')
  await repository.save('posts/b.md', 'A secret\n')
  expect(author.git('cat-file', 'blob', 'HEAD:posts/b.md')).toBe('N frperg\n')
})
