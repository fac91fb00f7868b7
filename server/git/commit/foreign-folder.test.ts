/** Folders with a repository of their own: nothing is written below them. */
import { expect, it } from 'vitest'
import { type Fixture, makeRepository } from '../../test/git-fixture.ts'

const refused = {
  code: 'read_only',
  statusCode: 503,
  message: expect.stringMatching(/“posts\/sub”.* git repository of its own/),
}

/** A repository with a submodule or clone at `posts/sub`. */
function withRepositoryInside(kind: 'submodule' | 'not checked out' | 'clone'): Fixture {
  const inner = makeRepository({ 'inside.md': 'Inside\n' })
  const outer = makeRepository()
  if (kind === 'clone') {
    outer.git('clone', '-q', inner.folder, 'posts/sub')
    return outer
  }
  const allow = ['-c', 'protocol.file.allow=always']
  outer.git(...allow, 'submodule', 'add', '-q', inner.folder, 'posts/sub')
  outer.git('commit', '-qm', 'Add the submodule')
  if (kind === 'not checked out') outer.git('submodule', 'deinit', '-q', '-f', 'posts/sub')
  return outer
}

it.each(['submodule', 'not checked out', 'clone'] as const)(
  'nothing is saved or made below a repository of its own: %s',
  async (kind) => {
    const outer = withRepositoryInside(kind)
    const before = outer.git('rev-parse', 'HEAD') + outer.git('status', '--porcelain')
    const repository = await outer.open()
    for (const [path, text] of [
      ['posts/sub/inside.md', 'Changed\n'],
      ['posts/sub/deep/new.md', 'New\n'],
    ] as const) {
      await expect(repository.save(path, text), path).rejects.toMatchObject(refused)
    }
    expect(outer.git('rev-parse', 'HEAD') + outer.git('status', '--porcelain')).toBe(before)
    await repository.save('posts/b.md', 'B\n')
    expect(outer.git('show', '--name-only', '--format=', 'HEAD')).toBe('posts/b.md\n')
  },
)
