/** What a hook reads of a commit is read in pieces, however much a push brings. */
import { expect, it } from 'vitest'
import { makeRepository } from '../../server/test/git-fixture.ts'
import { filesInCommit, gitIn, readFiles } from './tree-files.ts'
import { contextOf, readRecords } from './tree-records.ts'

const MIB = 1024 * 1024

it('reads many files in groups, and none that is above the size of content', async () => {
  const names = Array.from({ length: 70 }, (_, n) => `posts/p${n}.md`)
  const { folder } = makeRepository({
    ...Object.fromEntries(names.map((name, n) => [name, `${n} ${'a'.repeat(MIB - 10)}`])),
    'posts/large.md': 'a'.repeat(MIB + 1),
  })
  const git = gitIn(folder)
  const read = new Map<string, number | null>()
  const groups: number[] = []
  for await (const { files, blobs } of readFiles(git, await filesInCommit(git, 'HEAD', ''))) {
    for (const { path, blob } of files) read.set(path, blobs.get(blob)?.length ?? null)
    groups.push([...blobs.values()].reduce((sum, bytes) => sum + (bytes?.length ?? 0), 0))
  }
  expect(groups.length).toBeGreaterThan(2)
  expect(Math.max(...groups)).toBeLessThanOrEqual(32 * MIB)
  expect(read.get('posts/large.md')).toBeNull()
  expect(names.every((name) => (read.get(name) ?? 0) > MIB - 20)).toBe(true)
})

it('dates a post without a date by its first commit, whatever messages and names say', async () => {
  const fixture = makeRepository({ 'posts/a b.md': 'Text\n', 'posts/12345.md': 'Number\n' })
  const { folder, git, put } = fixture
  const first = Number(git('log', '-1', '--format=%at')) * 1000
  put('posts/a b.md', 'Text anew\n')
  git(
    'commit',
    '-qam',
    'posts/a b.md\n\n99999999\nposts/12345.md',
    '--date',
    '2030-01-01T00:00:00Z',
  )
  const hookGit = gitIn(folder)
  const files = await filesInCommit(hookGit, 'HEAD', '')
  const context = await contextOf(hookGit, files, { timeZone: 'UTC', now: 0 })
  const { posts } = await readRecords(hookGit, files, { context, prefix: '', commit: 'HEAD' })
  const dated = posts.filter(({ path }) => ['posts/a b.md', 'posts/12345.md'].includes(path))
  expect(dated.map(({ instant }) => instant)).toEqual([first, first])
})
