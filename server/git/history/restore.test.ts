/**
 * Changes that a rewrite of history took away: which are listed. How they come back is proven by the
 * server's calls (`server/test/conflicts.test.ts`).
 */
import { expect, it } from 'vitest'
import { openSite } from '../../test/git-fixture.ts'

it('lists the acknowledged changes that are gone until they are back', async () => {
  const { author, repository, displaced } = await openSite()
  // A list of the commit that the author will return to.
  expect(await displaced.list()).toEqual([])
  const a = await repository.save('posts/a.md', 'A2\n', 'Update: A')
  const b = await repository.save('posts/b.md', 'B\n', 'Publish: B')
  const gone = [
    { commit: b.commit, subject: 'Publish: B', files: ['posts/b.md'] },
    { commit: a.commit, subject: 'Update: A', files: ['posts/a.md'] },
  ]
  author.git('reset', '-q', '--hard', `${a.commit}^`)
  expect(await displaced.list()).toMatchObject(gone)
  await repository.save('posts/c.md', 'C\n')
  author.git('reflog', 'expire', '--expire=now', '--all')
  author.git('gc', '-q', '--prune=now')
  expect(await displaced.list()).toMatchObject(gone)
  await repository.save('posts/a.md', 'A2\n')
  await repository.save('posts/b.md', 'B\n')
  expect(await displaced.list()).toEqual([])
  expect(author.git('for-each-ref', 'refs/gap/displaced')).toBe('')
})

it('lists nothing when a rebase only moves the changes', async () => {
  const { author, repository, displaced } = await openSite()
  const { commit } = await repository.save('posts/b.md', 'B\n')
  author.git('checkout', '-q', '-b', 'upstream', `${commit}^`)
  author.commitFiles({ 'posts/c.md': 'C\n' })
  author.git('checkout', '-q', 'main')
  author.git('rebase', '-q', 'upstream')
  expect(await displaced.list()).toEqual([])
  await repository.save('posts/d.md', 'D\n')
  expect(author.git('for-each-ref', 'refs/gap/displaced')).toBe('')
})
