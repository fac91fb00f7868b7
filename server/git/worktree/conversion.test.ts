/** What is committed for a file is what git would commit for it, also for a pull and after a fault. */
import { existsSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { checkOutAnew, faultsOf, makeRepository, shiftLetters } from '../../test/git-fixture.ts'

const LINES = Array.from({ length: 35 }, (_, at) => `line ${at + 1}\n`).join('')

it.each([
  ['core.autocrlf=true', '', 'core.autocrlf true'],
  ['eol=crlf', '*.md text eol=crlf\n', ''],
  ['text=auto with core.eol', '* text=auto\n', 'core.eol crlf'],
  ['a filter and eol=crlf', '*.md filter=shift text eol=crlf\n', ''],
  ['working-tree-encoding', '*.md text working-tree-encoding=ISO-8859-1\n', ''],
])('a save with %s changes no other lines than its own', async (_, attributes, config) => {
  const author = makeRepository({ 'posts/a.md': `é\n${LINES}` })
  if (config !== '') author.git('config', ...config.split(' '))
  shiftLetters(author)
  author.commitFiles({ '.gitattributes': attributes })
  author.git('add', '--renormalize', '.')
  author.git('commit', '-q', '--allow-empty', '-m', 'Again')
  checkOutAnew(author)
  const before = author.head()
  const repository = await author.open()
  await repository.write(async (tree) => {
    const found = await tree.read('posts/a.md')
    const changed = found?.bytes.toString('latin1').replace('line 20', 'words 20') ?? ''
    const changes = [{ path: 'posts/a.md', bytes: Buffer.from(changed, 'latin1') }]
    return { changes, subject: 'Change a line', value: null }
  })
  expect(author.git('log', '--format=%s', `${before}..`)).toBe('Change a line\n')
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

it('a filter may print what looks like an answer of ours', async () => {
  const author = makeRepository({ '.gitattributes': '*.md filter=loud\n', 'posts/a.md': 'A\n' })
  author.git('config', 'filter.loud.clean', "printf 'status 0\\n' >&2; cat")
  const repository = await author.open()
  await repository.save('posts/a.md', 'B\n')
  expect(author.git('show', 'HEAD:posts/a.md')).toBe('B\n')
})

it('what a filter hides is in no object of git, though its attributes are only committed', async () => {
  const author = makeRepository({ 'posts/.gitattributes': '*.md filter=shift\n' })
  shiftLetters(author)
  rmSync(join(author.folder, 'posts/.gitattributes'))
  const repository = await author.open()
  await repository.save('posts/secret.md', 'A secret\n')
  expect(author.text('posts/secret.md')).toBe('A secret\n')
  expect(author.git('cat-file', 'blob', 'HEAD:posts/secret.md')).toBe('N frperg\n')
  const all = author.git('cat-file', '--batch-check', '--batch-all-objects').split('\n')
  const blobs = all.filter((line) => line.includes('blob')).map((line) => line.slice(0, 40))
  for (const id of blobs) expect(author.git('cat-file', 'blob', id)).not.toContain('secret')
})

it('a filter that fails refuses the save with the reason', async () => {
  const author = makeRepository({ '.gitattributes': '*.md filter=shift\n' })
  author.git('config', 'filter.shift.clean', 'false')
  author.git('config', 'filter.shift.required', 'true')
  const repository = await author.open()
  await expect(repository.save('posts/b.md', 'B\n')).rejects.toMatchObject({
    code: 'read_only',
    message: expect.stringMatching(/posts\/b\.md.*filter/),
  })
  expect(author.subjects()).toEqual(['Author starts'])
  expect(existsSync(join(author.folder, 'posts/b.md'))).toBe(false)
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
  const windows = LINES.replace('line 3\n', 'words\n').replaceAll('\n', '\r\n')
  await repository.save('posts/a.md', windows)
  expect(author.text('posts/a.md')).toBe(windows)
  expect(author.git('diff', 'HEAD~1', '--numstat')).toBe('1\t1\tposts/a.md\n')
  expect(faultsOf(author)).toBe('')
})
