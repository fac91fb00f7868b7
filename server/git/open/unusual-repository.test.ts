/** Settings and surroundings of a repository that change no result. */
import { execFileSync } from 'node:child_process'
import { once } from 'node:events'
import {
  chmodSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { silentLog } from '../../log.ts'
import {
  type Fixture,
  faultsOf,
  fixtureIn,
  makeFolder,
  makeRepository,
  testEnv,
  until,
} from '../../test/git-fixture.ts'
import { putObject, putTree, rootEntries } from '../../test/hostile-trees.ts'

const subjects = ({ git }: Fixture) => git('log', '--format=%s').trim().split('\n')
const refusal = (code: string) => ({ code, statusCode: 503 })

it('hooks, signing, line endings and a missing identity change nothing', async () => {
  const author = makeRepository()
  for (const hook of ['pre-commit', 'commit-msg', 'reference-transaction', 'post-index-change']) {
    mkdirSync(join(author.folder, '.git/hooks'), { recursive: true })
    writeFileSync(join(author.folder, '.git/hooks', hook), '#!/bin/sh\nexit 1\n')
    chmodSync(join(author.folder, '.git/hooks', hook), 0o755)
  }
  author.git('config', 'commit.gpgsign', 'true')
  author.git('config', 'gpg.program', '/nonexistent')
  author.git('config', 'core.autocrlf', 'true')
  author.git('config', 'user.useConfigOnly', 'true')
  const repository = await author.open({ identity: {} })
  await repository.save('posts/b.md', 'B\nlines\n')
  expect(author.git('log', '-1', '--format=%an <%ae>').trim()).toBe(
    'G.A.P. admin <admin@localhost>',
  )
  expect(author.git('cat-file', 'blob', 'HEAD:posts/b.md')).toBe('B\nlines\n')
  expect(faultsOf(author)).toBe('')
})

it('what the author set for reading the log changes nothing', async () => {
  const author = makeRepository({ 'posts/a.md': 'A text of some length.\n'.repeat(5) })
  author.git('mv', 'posts/a.md', 'posts/b.md')
  author.git('commit', '-qm', 'Rename')
  author.git('checkout', '-qb', 'other')
  author.commitFiles({ 'posts/other.md': 'Other\n' })
  author.git('checkout', '-q', 'main')
  author.git('merge', '-q', '--no-ff', '-m', 'Merge', 'other')
  const repository = await author.open()
  const head = author.head()
  const told = async () => [
    await repository.parts().history.list(['posts/b.md']),
    await repository.parts().history.entry(head),
    await repository.parts().history.mainLine(['posts'], { since: null, to: head }),
  ]
  const usual = await told()
  for (const setting of [
    'log.follow=true',
    'log.diffMerges=off',
    'log.showRoot=false',
    'color.ui=always',
  ]) {
    const [name = '', value = ''] = setting.split('=')
    author.git('config', name, value)
    expect(await told(), setting).toEqual(usual)
  }
})

it("takes git's own identity when none is given", async () => {
  const author = makeRepository()
  author.git('config', 'user.name', 'Git Name')
  author.git('config', 'user.email', 'git@example.org')
  const repository = await author.open({ identity: {} })
  await repository.save('posts/b.md', 'B\n')
  expect(author.git('log', '-1', '--format=%an <%ae>').trim()).toBe('Git Name <git@example.org>')
})

it('a content folder inside a larger repository changes nothing beside it', async () => {
  const author = makeRepository({ 'readme.md': 'R', 'site/content/posts/a.md': 'A\n' })
  author.put('readme.md', 'dirty')
  const inner = fixtureIn(author.folder, join(author.folder, 'site/content'))
  const repository = await inner.open()
  const { commit } = await repository.save('posts/b.md', 'B\n')
  expect(author.git('show', '--name-only', '--format=', 'HEAD').trim()).toBe(
    'site/content/posts/b.md',
  )
  expect(author.git('status', '--porcelain')).toBe(' M readme.md\n')
  const [newest] = await repository.parts().history.list(['posts/b.md'])
  expect(newest).toMatchObject({ commit, files: ['posts/b.md'] })
  expect(await repository.parts().history.list()).toHaveLength(2)
  author.git('commit', '-qam', 'Beside the content')
  expect(await repository.parts().history.list()).toHaveLength(2)
})

it('a folder that the repository around it ignores gets its own', async () => {
  const outer = makeRepository({ '.gitignore': '/data\n' })
  mkdirSync(join(outer.folder, 'data'))
  const inner = fixtureIn(join(outer.folder, 'data'))
  inner.put('posts/a.md', 'A')
  await inner.open()
  expect(inner.git('log', '--format=%s').trim()).toBe('Start content')
  expect(subjects(outer)).toEqual(['Author starts'])
})

it('a linked work tree and a submodule are written like any other', async () => {
  const author = makeRepository()
  const linked = fixtureIn(join(makeFolder(), 'linked'))
  author.git('worktree', 'add', '-q', '-b', 'site', linked.folder)
  const outer = makeRepository({ 'readme.md': 'R' })
  outer.git('-c', 'protocol.file.allow=always', 'submodule', 'add', '-q', author.folder, 'sub')
  for (const fixture of [linked, fixtureIn(join(outer.folder, 'sub'))]) {
    const repository = await fixture.open()
    const { commit } = await repository.save('posts/b.md', 'B\n')
    expect(fixture.head()).toBe(commit)
    expect(faultsOf(fixture)).toBe('')
    fixture.commitFiles({ 'posts/c.md': 'C\n' })
    await until(async () => (await repository.head()) !== commit)
  }
  expect(author.git('rev-parse', 'main')).not.toBe(linked.git('rev-parse', 'HEAD'))
})

it('what a save makes in a shared repository can be written by the group', async () => {
  const author = makeRepository()
  author.git('config', 'core.sharedRepository', 'group')
  const repository = await author.open()
  const { commit } = await repository.save('posts/b.md', 'B\n')
  const ids = [`${commit}`, 'HEAD^{tree}', 'HEAD:posts', 'HEAD:posts/b.md']
  for (const name of ids) {
    const id = author.git('rev-parse', name).trim()
    const folder = join(author.folder, '.git/objects', id.slice(0, 2))
    expect(statSync(folder).mode & 0o070, name).toBe(0o070)
  }
  // The author's own objects, which belong to another user there, are made again by a save.
  await repository.save('posts/b.md', null)
  expect(faultsOf(author)).toBe('')
})

it('a bare repository is refused in words', async () => {
  const bare = fixtureIn(makeFolder())
  execFileSync('git', ['init', '-q', '--bare', '.'], { cwd: bare.folder, env: testEnv })
  await expect(bare.open()).rejects.toThrow(/bare git repository/)
})

it('SHA-256, two volumes, no git or a broken repository is read-only', async () => {
  const sha256 = fixtureIn(makeFolder())
  sha256.git('init', '-q', '--object-format=sha256')
  const broken = makeRepository()
  writeFileSync(join(broken.folder, '.git/config'), '[broken')
  const elsewhere = fixtureIn(makeFolder())
  const otherVolume = mkdtempSync(`${tmpdir() === '/dev/shm' ? '/tmp' : '/dev/shm'}/gap-git-`)
  elsewhere.git('init', '-q', '--separate-git-dir', join(otherVolume, 'git'))
  const noGit = await makeRepository().open({ env: { PATH: '/nonexistent' } })
  const blocked = makeRepository()
  writeFileSync(join(blocked.folder, '.git/gap'), '')
  const warnings: unknown[] = []
  const log = { ...silentLog, warn: (...said: unknown[]) => void warnings.push(said.at(-1)) }
  const withFile = await blocked.open({ log })
  expect(await withFile.head()).toMatch(/^[0-9a-f]{40}$/)
  expect(warnings).toEqual([withFile.state().message])
  const onTwoVolumes = await elsewhere.open()
  const others = [await sha256.open(), await broken.open(), onTwoVolumes]
  for (const repository of [noGit, withFile, ...others]) {
    expect(repository.state().state).toBe('read_only')
    expect(repository.state().message).toMatch(/^[A-Z].*\.$/)
    const save = async () => repository.save('posts/b.md', 'B')
    await expect(save()).rejects.toMatchObject(refusal('read_only'))
  }
  await onTwoVolumes.close()
  rmSync(otherVolume, { recursive: true })
})

it('a server in another container on the same volume is told by its socket, not its number', async () => {
  const author = makeRepository()
  await (await author.open()).close()
  // A dead server leaves its socket.
  writeFileSync(join(author.folder, '.git/gap/server.sock'), '')
  await (await author.open()).close()
  // As there: the same process id as here, and a process that cannot be seen from here.
  const other = createServer((socket) => socket.end('1'))
  const socket = join(author.folder, '.git/gap/server.sock')
  other.listen(socket)
  await once(other, 'listening')
  await expect(author.open()).rejects.toThrow(/Another server \(process 1\)/)
  expect(existsSync(socket)).toBe(true)
  other.close()
  await (await author.open()).close()
})

it('folders and files with the modes of old programs are folders and files', async () => {
  const author = makeRepository()
  const blob = putObject(author, 'blob', 'Old\n')
  const file = (name: string, mode: string) => ({ mode, name, id: blob })
  const year = putTree(author, [
    file('a.md', '100664'),
    file('b.md', '100644'),
    file('run.md', '0100775'),
  ])
  const posts = putTree(author, [{ mode: '040000', name: '2011', id: year }])
  const root = rootEntries(author).filter(({ name }) => name !== 'posts')
  const tree = putTree(author, [...root, { mode: '40000', name: 'posts', id: posts }])
  author.git('reset', '-q', '--hard', author.git('commit-tree', tree, '-m', 'Old').trim())
  const repository = await author.open()
  for (const name of ['a', 'run']) {
    await repository.save(`posts/2011/${name}.md`, 'New\n', `Save ${name}`)
  }
  expect(author.git('ls-tree', '-r', '--format=%(objectmode) %(path)', 'HEAD')).toBe(
    '100644 posts/2011/a.md\n100644 posts/2011/b.md\n100755 posts/2011/run.md\n',
  )
  expect(author.git('status', '--porcelain')).toBe('')
  expect(subjects(author)).toEqual(['Save run', 'Save a', 'Old'])
})

it('a path with a line break is read-only, and nothing is made beside it', async () => {
  const above = makeFolder()
  const author = fixtureIn(join(above, 'two\nlines'))
  mkdirSync(author.folder)
  author.git('init', '-q', '-b', 'main')
  const repository = await author.open()
  expect(repository.state()).toMatchObject({
    state: 'read_only',
    message: expect.stringMatching(/cannot read/),
  })
  expect(readdirSync(above)).toEqual(['two\nlines'])
})
