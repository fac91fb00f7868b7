/** Bringing back what a rewrite of history took away, and what merges have left to decide. */
import { execFileSync } from 'node:child_process'
import { expect, it, vi } from 'vitest'
import {
  type Fixture,
  makeRepository,
  notingGit,
  putting,
  testEnv,
  until,
} from '../../test/git-fixture.ts'
import { cloneOf, makeRemote, replicaIn, replicaOf } from '../../test/remote-fixture.ts'
import { mergeFile } from '../merge-file.ts'
import type { Repository } from '../repository.ts'
import { type MergeBytes, restoringText } from '../repository.ts'

// Servers that pull and push beside other suites on few cores take their time.
vi.setConfig({ testTimeout: 90_000 })

const merge: MergeBytes = ({ base, ours, theirs }) => mergeFile({ base: base ?? '', ours, theirs })

/** Makes a displaced commit once more, as the server does. */
const redo = (repository: Repository, commit: string | null) =>
  repository.write(async (tree) => {
    const files = await repository.redoing(commit ?? '', { tree, merge })
    const changes = files.flatMap(({ path, result }) =>
      result === undefined ? [] : [{ path, bytes: result }],
    )
    return { changes, ...restoringText({ commit: commit ?? '', subject: 'Lost' }), value: files }
  })

const listed = async (repository: Repository) =>
  (await repository.displaced()).map(({ commit }) => commit)

it('lists the other displaced commits of a file when one of them is back', async () => {
  const author = makeRepository()
  const repository = await author.open()
  const start = author.git('rev-parse', 'HEAD').trim()
  const one = await repository.write(putting('posts/a.md', 'A2\n'))
  const two = await repository.write(putting('posts/a.md', 'A3\n'))
  author.git('reset', '-q', '--hard', start)
  expect(await listed(repository)).toEqual([two.commit, one.commit])
  await redo(repository, one.commit)
  expect(author.text('posts/a.md')).toBe('A2\n')
  expect(await listed(repository)).toEqual([two.commit])
  await redo(repository, two.commit)
  expect(author.text('posts/a.md')).toBe('A3\n')
})

it('brings a commit back with those before it that its change stands on', async () => {
  const author = makeRepository()
  const repository = await author.open()
  const start = author.git('rev-parse', 'HEAD').trim()
  const earlier = await repository.write(putting('posts/a.md', 'A2\n'))
  const { commit } = await repository.write(putting('posts/a.md', 'A3\n'))
  author.git('reset', '-q', '--hard', start)
  const { value } = await redo(repository, commit)
  expect(author.text('posts/a.md')).toBe('A3\n')
  expect(value).toMatchObject([{ path: 'posts/a.md', includes: [earlier.commit] }])
})

it('finds no text for a file that was changed again at the same place', async () => {
  const author = makeRepository()
  const repository = await author.open()
  const start = author.git('rev-parse', 'HEAD').trim()
  const { commit } = await repository.write(putting('posts/a.md', 'Lost\n'))
  author.git('reset', '-q', '--hard', start)
  author.put('posts/a.md', 'Mine\n')
  const { commit: made, value } = await redo(repository, commit)
  expect(made).toBeNull()
  expect(value).toMatchObject([{ path: 'posts/a.md', result: undefined }])
})

it('leaves a settled commit off the list, keeps it, and lists it again when asked', async () => {
  const author = makeRepository()
  const repository = await author.open()
  const start = author.git('rev-parse', 'HEAD').trim()
  const { commit } = await repository.write(putting('posts/b.md', 'B\n'))
  author.git('reset', '-q', '--hard', start)
  await repository.settle(commit ?? '', true)
  expect(await listed(repository)).toEqual([])
  await repository.write(putting('posts/c.md', 'C\n'))
  author.git('reflog', 'expire', '--expire=now', '--all')
  author.git('gc', '-q', '--prune=now')
  expect(author.git('show', `${commit}:posts/b.md`)).toBe('B\n')
  await repository.settle(commit ?? '', false)
  expect(await listed(repository)).toEqual([commit])
})

it('starts no git process to say again what has not changed', async () => {
  const author = makeRepository()
  const { env, readings } = notingGit()
  const repository = await author.open({ env })
  const start = author.git('rev-parse', 'HEAD').trim()
  const { commit } = await repository.write(putting('posts/b.md', 'B\n'))
  author.git('reset', '-q', '--hard', start)
  const ask = async () => [await listed(repository), await repository.mergeConflicts()]
  expect(await ask()).toEqual([[commit], []])
  const before = readings()
  expect(await ask()).toEqual([[commit], []])
  expect(readings()).toEqual(before)
})

it('reads from the history which files a merge could not decide, on every server', async () => {
  const remote = makeRemote({ 'site.yaml': 'title: One\n', 'posts/a.md': 'One\n' })
  const [here, there] = [await replicaOf(remote), await replicaOf(remote)]
  await until(() => [here, there].every(({ sync }) => sync.state().state === 'ok'))
  await there.repository.write(putting('site.yaml', 'title: Theirs\n'))
  await there.repository.write(putting('posts/a.md', 'Theirs\n'))
  const tip = () => remote.git('rev-parse', 'main')
  await until(() => tip() === there.git('rev-parse', 'HEAD'))
  // In one commit: a pull between two would leave one of them nothing to merge.
  await here.repository.write(async () => ({
    changes: [
      { path: 'site.yaml', bytes: Buffer.from('title: Ours\n') },
      { path: 'posts/a.md', bytes: Buffer.from('Ours\n') },
    ],
    subject: 'Ours',
    value: null,
  }))
  await until(async () => (await here.repository.mergeConflicts()).length === 2)
  await until(() => tip() === here.git('rev-parse', 'HEAD'))
  const other = await replicaIn(cloneOf(remote), remote.folder)
  for (const { repository } of [here, other]) {
    const left = await repository.mergeConflicts()
    expect(left.map(({ file, copy }) => [file, copy !== null]).sort()).toEqual([
      ['posts/a.md', true],
      ['site.yaml', false],
    ])
    const site = left.find(({ file }) => file === 'site.yaml')
    const text = async (id = '') => (await repository.readRevision(id))?.toString()
    expect(await text(site?.ours ?? '')).toBe('title: Ours\n')
    expect(await text(site?.base ?? '')).toBe('title: One\n')
    expect(site?.isChangedSince).toBe(false)
  }
  await here.repository.write(putting('site.yaml', 'title: Both\n'))
  const left = await here.repository.mergeConflicts()
  expect(left.find(({ file }) => file === 'site.yaml')?.isChangedSince).toBe(true)
})

/** Makes a line of so many commits, of which each changes one of a hundred posts. */
function importLine({ folder }: Fixture, branch: string, said: string): void {
  const commits = Array.from({ length: 1_100 }, (_, at) => {
    const text = `${at}\n`
    const who = `A <a@b> ${1_600_000_000 + at} +0000`
    const file = `M 100644 inline posts/p${at % 100}.md\ndata ${text.length}\n${text}`
    return `commit refs/heads/${branch}\ncommitter ${who}\ndata ${said.length}\n${said}\n${file}\n`
  })
  const input = commits.join('')
  execFileSync('git', ['fast-import', '--quiet'], { cwd: folder, env: testEnv, input })
}

it('of a history that was rewritten as a whole no patches are compared to tell what is lost', async () => {
  const author = makeRepository()
  importLine(author, 'old', 'Old')
  author.git('reset', '-q', '--hard', 'old')
  const { env, readings } = notingGit()
  const repository = await author.open({ env })
  const { commit } = await repository.write(putting('posts/lost.md', 'Lost\n'))
  importLine(author, 'new', 'New')
  author.git('reset', '-q', '--hard', 'new')
  const before = readings().length
  expect(await listed(repository)).toEqual([commit])
  await repository.write(putting('posts/next.md', 'Next\n'))
  expect(await listed(repository)).toEqual([commit])
  const asked = readings().slice(before)
  expect(asked.filter((line) => line.includes('--cherry-pick'))).toEqual([])
})
