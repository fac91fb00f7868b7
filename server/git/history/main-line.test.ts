/** The first-parent line; how posts follow their renames is proven in `server/test/renames.test.ts`. */
import { expect, it } from 'vitest'
import { type Fixture, fixtureIn, makeFolder, makeRepository } from '../../test/git-fixture.ts'
import type { Repository } from '../repository.ts'

async function line(author: Fixture, repository: Repository, since: string | null = null) {
  const to = author.git('rev-parse', 'HEAD').trim()
  const { isWhole, commits, beganAt } = await repository
    .parts()
    .history.mainLine(['posts'], { since, to })
  const paths = commits.map(({ changes }) => changes.map(({ path }) => path).join(' '))
  return { isWhole, commits, beganAt, paths }
}

it('counts a merge as one change, and what stood on a branch alone as none', async () => {
  const author = makeRepository()
  const repository = await author.open()
  const first = author.git('rev-parse', 'HEAD').trim()
  author.git('checkout', '-qb', 'plan')
  author.commitFiles({ 'posts/plan.md': 'A secret.\n' })
  author.commitFiles({ 'posts/plan.md': 'Good.\n' })
  author.git('checkout', '-q', 'main')
  author.commitFiles({ 'posts/a.md': 'Meanwhile.\n' })
  author.git('merge', '-q', '--no-ff', '-m', 'Merge', 'plan')
  const { isWhole, paths, commits } = await line(author, repository, first)
  expect(isWhole).toBe(false)
  expect(paths).toEqual(['posts/a.md', 'posts/plan.md'])
  expect(commits.map(({ parents }) => parents.length)).toEqual([1, 2])
  const blob = author.git('rev-parse', 'HEAD:posts/plan.md').trim()
  expect(commits[1]?.changes[0]?.after).toBe(blob)
})

it('is read from its beginning when it did not come through where it was', async () => {
  const author = makeRepository()
  const repository = await author.open()
  const left = author.commitFiles({ 'posts/b.md': 'B\n' })
  author.git('checkout', '-q', '--detach', 'HEAD~1')
  author.commitFiles({ 'posts/c.md': 'C\n' })
  for (const since of [left, 'e'.repeat(40), '--all']) {
    expect(await line(author, repository, since)).toMatchObject({
      ...{ isWhole: true, paths: ['posts/a.md', 'posts/c.md'] },
    })
  }
  // The other side of a merge is not the line that was read.
  author.git('merge', '-q', '-m', 'Merge', left)
  expect(await line(author, repository, left)).toMatchObject({
    ...{ isWhole: true, paths: ['posts/a.md', 'posts/c.md', 'posts/b.md'] },
  })
})

it('has times, no text for a link, and paths of the content folder alone', async () => {
  const folder = makeFolder()
  const author = fixtureIn(folder, `${folder}/site`)
  author.git('init', '-q', '-b', 'main')
  author.commitFiles({ 'site/posts/a.md': 'A\n', 'posts/not-ours.md': 'N\n' })
  const repository = await author.open()
  const blob = author.git('rev-parse', 'HEAD:site/posts/a.md').trim()
  author.git('update-index', '--cacheinfo', `120000,${blob},site/posts/a.md`)
  author.git('commit', '-qm', 'Link', '--date', '2020-01-01T00:00:00Z')
  const { commits, beganAt } = await line(author, repository)
  expect(commits).toMatchObject([
    { changes: [{ path: 'posts/a.md', after: blob }] },
    { changes: [{ path: 'posts/a.md', after: null }], date: '2020-01-01T00:00:00+00:00' },
  ])
  // A rebase makes a new commit of an old change.
  expect(commits[1]?.authoredAt).toBe(Date.parse('2020-01-01T00:00:00Z'))
  const [end, start] = author.git('log', '--format=%ct').trim().split('\n')
  expect([commits[1]?.committedAt, beganAt]).toEqual([Number(end) * 1000, Number(start) * 1000])
})
