import { expect, it } from 'vitest'
import { type Fixture, fixtureIn, makeFolder, makeRepository } from '../../test/git-fixture.ts'
import type { LogCommit, Repository } from '../repository.ts'

const TEXT = 'a text that is long enough to be known again\n'.repeat(5)
const at = (author: Fixture, name = 'HEAD') => author.git('rev-parse', name).trim()

/** `posts/a.md`, `-posts/b.md`, `posts/a.md > posts/b.md`; a text for each commit. */
const shown = (commits: readonly LogCommit[]) =>
  commits.map(({ changes }) =>
    changes
      .map(({ path, from, after }) => (after === null ? '-' : from ? `${from} > ` : '') + path)
      .join(' '),
  )

async function line(author: Fixture, repository: Repository, since: string | null = null) {
  const reading = await repository.mainLine(['posts'], { since, to: at(author) })
  return { ...reading, shown: shown(reading.commits) }
}

it('lists files as they came, changed, were renamed and went', async () => {
  const author = makeRepository({ 'posts/a.md': TEXT, 'projects/p.yaml': 'title: P\n' })
  const repository = await author.open()
  const first = at(author)
  author.git('mv', 'posts/a.md', 'posts/é ü.md')
  author.git('commit', '-qm', 'Rename')
  author.git('mv', 'posts/é ü.md', 'posts/b.md')
  author.put('posts/b.md', `${TEXT}And more.\n`)
  author.git('commit', '-qam', 'Rename and edit')
  author.git('rm', '-q', 'posts/b.md')
  author.git('commit', '-qm', 'Delete')
  const all = await line(author, repository)
  expect(all).toMatchObject({
    isWhole: true,
    shown: ['posts/a.md', 'posts/a.md > posts/é ü.md', 'posts/é ü.md > posts/b.md', '-posts/b.md'],
  })
  expect(await line(author, repository, first)).toMatchObject({
    isWhole: false,
    shown: all.shown.slice(1),
  })
  expect(await line(author, repository, at(author))).toMatchObject({ isWhole: false, shown: [] })
})

it('counts a merge as one change, and what stood on a branch alone as none', async () => {
  const author = makeRepository({ 'posts/a.md': TEXT })
  const repository = await author.open()
  const first = at(author)
  author.git('checkout', '-qb', 'plan')
  author.put('posts/plan.md', 'A secret.\n')
  author.git('add', '-A')
  author.git('commit', '-qm', 'Plan')
  author.put('posts/plan.md', 'Good.\n')
  author.git('commit', '-qam', 'Better')
  author.git('checkout', '-q', 'main')
  author.put('posts/a.md', 'Meanwhile.\n')
  author.git('commit', '-qam', 'Meanwhile')
  author.git('merge', '-q', '--no-ff', '-m', 'Merge', 'plan')
  const { isWhole, shown: lines, commits } = await line(author, repository, first)
  expect(isWhole).toBe(false)
  expect(lines).toEqual(['posts/a.md', 'posts/plan.md'])
  expect(commits.map(({ parents }) => parents.length > 1)).toEqual([false, true])
  expect(commits[1]?.changes[0]?.after).toBe(at(author, 'HEAD:posts/plan.md'))
})

it('is read from its beginning when it did not come through where it was', async () => {
  const author = makeRepository({ 'posts/a.md': TEXT })
  const repository = await author.open()
  author.put('posts/b.md', 'B\n')
  author.git('add', '-A')
  author.git('commit', '-qm', 'B')
  const left = at(author)
  author.git('checkout', '-q', '--detach', 'HEAD~1')
  author.put('posts/c.md', 'C\n')
  author.git('add', '-A')
  author.git('commit', '-qm', 'C')
  const rewritten = { isWhole: true, shown: ['posts/a.md', 'posts/c.md'] }
  expect(await line(author, repository, left)).toMatchObject(rewritten)
  expect(await line(author, repository, 'e'.repeat(40))).toMatchObject(rewritten)
  expect(await line(author, repository, '--all')).toMatchObject(rewritten)
  // The other side of a merge is not the line that was read.
  author.git('merge', '-q', '-m', 'Merge', left)
  const merged = { isWhole: true, shown: ['posts/a.md', 'posts/c.md', 'posts/b.md'] }
  expect(await line(author, repository, left)).toMatchObject(merged)
})

it('has the time of a change, and that of its rebase', async () => {
  const author = makeRepository({ 'posts/a.md': TEXT })
  const repository = await author.open()
  author.put('posts/a.md', 'Old.\n')
  author.git('commit', '-qam', 'Old', '--date', '2020-01-01T00:00:00Z')
  const { commits, beganAt } = await line(author, repository)
  const last = commits.at(-1)
  expect(last).toMatchObject({
    authoredAt: Date.parse('2020-01-01T00:00:00Z'),
    date: '2020-01-01T00:00:00+00:00',
  })
  const [end, start] = author.git('log', '--format=%ct').trim().split('\n')
  expect([last?.committedAt, beganAt]).toEqual([Number(end) * 1000, Number(start) * 1000])
})

it('has no text for a link, and paths of the content folder alone', async () => {
  const folder = makeFolder()
  const author = fixtureIn(folder, `${folder}/site`)
  author.git('init', '-q', '-b', 'main')
  author.put('site/posts/a.md', TEXT)
  author.put('posts/not-ours.md', TEXT)
  author.git('add', '-A')
  author.git('commit', '-qm', 'Start')
  const repository = await author.open()
  const blob = author.git('hash-object', '-w', 'site/posts/a.md').trim()
  author.git('update-index', '--cacheinfo', `120000,${blob},site/posts/a.md`)
  author.git('commit', '-qm', 'Link')
  const { commits } = await line(author, repository)
  expect(commits.map(({ changes }) => changes)).toMatchObject([
    [{ path: 'posts/a.md', after: blob }],
    [{ path: 'posts/a.md', after: null }],
  ])
  expect(await repository.mainLine(['posts'], { since: null, to: '--all' })).toEqual({
    ...{ isWhole: true, beganAt: null, commits: [] },
  })
})
