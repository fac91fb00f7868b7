/** Folders with a repository of their own: nothing is written below them. */
import { mkdirSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import {
  type Fixture,
  faultsOf,
  fixtureIn,
  makeRepository,
  putting,
} from '../../test/git-fixture.ts'

const refused = {
  code: 'read_only',
  statusCode: 503,
  message: expect.stringMatching(/“posts\/sub”.* git repository of its own/),
}

function withSubmodule(): Fixture {
  const inner = makeRepository({ 'inside.md': 'Inside\n' })
  const outer = makeRepository()
  const allow = ['-c', 'protocol.file.allow=always']
  outer.git(...allow, 'submodule', 'add', '-q', inner.folder, 'posts/sub')
  outer.git('commit', '-qm', 'Add the submodule')
  return outer
}

it('nothing is saved, made or deleted below a submodule', async () => {
  const outer = withSubmodule()
  const link = outer.git('ls-tree', 'HEAD', 'posts/sub')
  const repository = await outer.open()
  for (const [path, text] of [
    ['posts/sub/inside.md', 'Changed\n'],
    ['posts/sub/new.md', 'New\n'],
    ['posts/sub/deep/new.md', 'New\n'],
    ['posts/sub/inside.md', null],
  ] as const) {
    await expect(repository.write(putting(path, text)), path).rejects.toMatchObject(refused)
  }
  expect(outer.git('ls-tree', 'HEAD', 'posts/sub')).toBe(link)
  expect(faultsOf(outer)).toBe('')
})

it('nothing is saved below a submodule that is not checked out', async () => {
  const outer = withSubmodule()
  outer.git('submodule', 'deinit', '-q', '-f', 'posts/sub')
  rmSync(join(outer.folder, 'posts/sub'), { recursive: true })
  mkdirSync(join(outer.folder, 'posts/sub'))
  const repository = await outer.open()
  const write = repository.write(putting('posts/sub/new.md', 'New\n'))
  await expect(write).rejects.toMatchObject(refused)
  expect(faultsOf(outer)).toBe('')
})

it('nothing is saved below a clone in the content folder', async () => {
  const outer = makeRepository()
  const inner = fixtureIn(join(outer.folder, 'posts/sub'))
  mkdirSync(inner.folder)
  inner.git('init', '-q')
  const repository = await outer.open()
  const write = repository.write(putting('posts/sub/new.md', 'New\n'))
  await expect(write).rejects.toMatchObject(refused)
  await repository.write(putting('posts/b.md', 'B\n'))
  expect(outer.git('show', '--name-only', '--format=', 'HEAD')).toBe('posts/b.md\n')
})
