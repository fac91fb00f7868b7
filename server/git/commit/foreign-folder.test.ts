/** Folders with a repository of their own: nothing is written below them. */
import { expect, it } from 'vitest'
import { makeRepository } from '../../test/git-fixture.ts'

const refused = {
  code: 'read_only',
  statusCode: 503,
  message: expect.stringMatching(/“posts\/sub”.* git repository of its own/),
}

const KINDS = ['submodule', 'not checked out', 'clone']
it.each(KINDS)('nothing is saved below a repository of its own: %s', async (kind) => {
  const inner = makeRepository({ 'inside.md': 'Inside\n' })
  const outer = makeRepository()
  const place = [inner.folder, 'posts/sub']
  if (kind === 'clone') outer.git('clone', '-q', ...place)
  else {
    outer.git('-c', 'protocol.file.allow=always', 'submodule', 'add', '-q', ...place)
    outer.commitFiles({})
  }
  if (kind === 'not checked out') outer.git('submodule', 'deinit', '-q', '-f', 'posts/sub')
  const before = outer.git('rev-parse', 'HEAD') + outer.git('status', '--porcelain')
  const repository = await outer.open()
  for (const path of ['posts/sub/inside.md', 'posts/sub/deep/new.md']) {
    await expect(repository.save(path, 'New\n'), path).rejects.toMatchObject(refused)
  }
  expect(outer.git('rev-parse', 'HEAD') + outer.git('status', '--porcelain')).toBe(before)
  await repository.save('posts/b.md', 'B\n')
  expect(outer.git('show', '--name-only', '--format=', 'HEAD')).toBe('posts/b.md\n')
})
