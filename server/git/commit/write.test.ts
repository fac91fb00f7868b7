import { existsSync, mkdirSync, symlinkSync, writeFileSync } from 'node:fs'
import { join, relative } from 'node:path'
import { setImmediate } from 'node:timers/promises'
import { expect, it, vi } from 'vitest'
import { atEnd } from '../../test/at-end.ts'
import {
  faultsOf,
  fixtureIn,
  makeFolder,
  makeRepository,
  openSite,
} from '../../test/git-fixture.ts'

it('a write is one commit of exactly its files on top of HEAD, which exists when the answer comes', async () => {
  const files = { 'posts/a.md': 'A', 'posts/b.md': 'B', 'x/y/z.md': 'Z' }
  const { author, repository } = await openSite(files)
  const before = author.head()
  const { commit, value } = await repository.write(async () => ({
    changes: [
      { path: 'posts/a.md', bytes: Buffer.from('A2') },
      { path: 'x/y/z.md', bytes: null },
      { path: 'new/folder/n.md', bytes: Buffer.from('N') },
    ],
    subject: 'Three at once',
    value: 'handed back',
  }))
  expect(value).toBe('handed back')
  const heads = author.git('rev-parse', 'HEAD', 'HEAD^', 'refs/gap/acked').trim().split('\n')
  expect(heads).toEqual([commit, before, commit])
  expect(await repository.head()).toBe(commit)
  expect(author.git('diff', '--name-status', 'HEAD^', 'HEAD')).toBe(
    'A\tnew/folder/n.md\nM\tposts/a.md\nD\tx/y/z.md\n',
  )
  expect(author.git('log', '-1', '--format=%an|%ae|%cn|%s').trim()).toBe(
    'Admin|admin@example.org|Admin|Three at once',
  )
  expect(author.git('reflog', '-1', '--format=%gs')).toBe('gap: write\n')
  expect(existsSync(join(author.folder, 'x/y/z.md'))).toBe(false)
  expect(faultsOf(author)).toBe('')
})

it('a write has flushed its files, its objects and the folders of both and of the refs by then', async () => {
  const author = makeRepository()
  const flushed: string[] = []
  let beforeMove = 0
  const faults = (step: string, _: string, path: string) => {
    if (step === 'fsync') flushed.push(relative(author.folder, path))
    if (step === 'git update-ref') beforeMove = flushed.length
  }
  const repository = await author.open({ faults })
  await repository.save('posts/new/b.md', 'B')
  const ids = ['HEAD', 'HEAD:', 'HEAD:posts', 'HEAD:posts/new', 'HEAD:posts/new/b.md']
  const objects = ids.map((name) => author.git('rev-parse', name).slice(0, 2))
  const folders = ['', 'posts', 'posts/new', '.git', '.git/refs/heads', '.git/refs/gap']
  const file = expect.stringMatching(/^\.git\/gap\/.*\/posts\/new\/b\.md$/)
  expect(flushed).toEqual(expect.arrayContaining([file, ...folders]))
  // Without its objects the branch would be broken, so their names come first.
  const first = objects.map((id) => `.git/objects/${id}`)
  expect(flushed.slice(0, beforeMove)).toEqual(expect.arrayContaining(first))
  expect(await repository.parts().access.git.text(['config', 'core.fsync'])).toBe('all')
})

it('a write is no commit where nothing changes, and rejects only the caller whose planner throws', async () => {
  const { author, repository } = await openSite()
  const results = await Promise.allSettled([
    repository.save('posts/1.md', '1'),
    repository.write(() => Promise.reject(new Error('not this one'))),
    repository.save('../outside.md', '1'),
    repository.save('posts/a.md', 'A\n'),
    repository.save('posts/none.md', null),
    repository.save('posts/2.md', '2'),
  ])
  const commits = results.map((one) => one.status === 'fulfilled' && one.value.commit !== null)
  expect(results.map(({ status }) => status[0]).join('')).toBe('frrfff')
  expect(commits).toEqual([true, false, false, false, false, true])
  expect(author.subjects()).toHaveLength(3)
  expect(faultsOf(author)).toBe('')
})

it('a write is sent away when too many wait', { timeout: 60_000 }, async () => {
  const { repository } = await openSite()
  const saves = Array.from({ length: 300 }, () => repository.save('posts/a.md', 'A\n'))
  const results = await Promise.allSettled(saves)
  const refused = results.filter(({ status }) => status === 'rejected')
  expect(refused.length).toBeGreaterThan(0)
  expect(refused.length).toBeLessThan(60)
  expect(refused[0]).toMatchObject({ reason: { code: 'repository_locked', statusCode: 503 } })
})

it('a write never writes through a link or over a folder', async () => {
  const author = makeRepository()
  const outside = makeFolder()
  symlinkSync(outside, join(author.folder, 'linked'))
  symlinkSync(join(outside, 'x'), join(author.folder, 'posts/link.md'))
  mkdirSync(join(author.folder, 'posts/folder.md'))
  const repository = await author.open()
  for (const path of ['linked/x.md', 'posts/link.md', 'posts/folder.md', 'posts/a.md/b.md']) {
    await expect(repository.save(path, 'x')).rejects.toMatchObject({ code: 'read_only' })
  }
  expect(existsSync(join(outside, 'x.md'))).toBe(false)
  expect(author.subjects()).toHaveLength(1)
})

it.each([
  ['takes too long', 'exec sleep 60', 'repository_locked'],
  ['fails', 'exit 1', 'read_only'],
])('a write is refused on a disk that %s, and holds up none after it', async (_, flush, code) => {
  const { author, repository } = await openSite()
  const slow = makeFolder()
  const begun = join(slow, 'begun')
  writeFileSync(join(slow, 'sync'), `#!/bin/sh\n: >'${begun}'\n${flush}\n`, { mode: 0o755 })
  const restore = () => void vi.useRealTimers().unstubAllEnvs()
  atEnd(restore)
  vi.stubEnv('PATH', `${slow}:${process.env.PATH}`)
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'], shouldAdvanceTime: true })
  const before = author.head()
  const refused = expect(repository.save('posts/a.md', 'A2')).rejects.toMatchObject({ code })
  while (!existsSync(begun)) await setImmediate()
  if (code === 'repository_locked') vi.advanceTimersByTime(10_000)
  await refused
  expect(author.head()).toBe(before)
  restore()
  await repository.save('posts/a.md', 'A3')
  expect(author.git('log', '-1', '--format=%s', '--', 'posts/a.md')).toBe('Save posts/a.md\n')
  expect(faultsOf(author)).toBe('')
})

it('a write is the first commit of an empty folder without a repository', async () => {
  const author = fixtureIn(makeFolder())
  const repository = await author.open()
  expect([await repository.head(), await repository.parts().history.list()]).toEqual([null, []])
  const { commit } = await repository.save('posts/a.md', 'A')
  expect(author.git('rev-list', 'HEAD').trim()).toBe(commit)
  await repository.save('posts/b.md', 'B')
  expect(faultsOf(author)).toBe('')
})
