/** Trees of a remote that want to write elsewhere, or that no machine could hold. */
import {
  existsSync,
  readdirSync,
  renameSync,
  symlinkSync,
  utimesSync,
  writeFileSync,
} from 'node:fs'
import { join } from 'node:path'
import { expect, it, vi } from 'vitest'
import { createMergeRules } from '../../content/formats/merge-files.ts'
import { type Fixture, faultsOf, fixtureIn, makeFolder, until } from '../../test/git-fixture.ts'
import {
  hostileRoot,
  putCommit,
  putObject,
  putTree,
  rootEntries,
  surroundings,
  withFolder,
  withNested,
} from '../../test/hostile-trees.ts'
import {
  makeRemote,
  pushTo,
  type Replica,
  replicaIn,
  replicaOf,
} from '../../test/remote-fixture.ts'
import { RemoteBranch } from './remote-branch.ts'

// Servers that pull and push beside other suites on few cores take their time.
vi.setConfig({ testTimeout: 90_000 })

/** Names that git's `verify_path` and `fsck` refuse: of a folder or a file in turn. */
const NAMES = '..|../out|.git|.gIt|git~1|.git . ::$DATA|a\\git~1 |.g\u200cit'.split('|')

const hostileFolder = (fixture: Fixture) =>
  putTree(fixture, hostileRoot(fixture, '.g\u200cit', 'folder'))

/** With a remote that checks nothing, and nothing left to do. */
async function start(files: Record<string, string> = { 'posts/a.md': 'A\n' }) {
  const remote = makeRemote(files)
  const replica = await replicaOf(remote)
  await replica.settled()
  const good = remote.git('rev-parse', 'main').trim()
  const rules = createMergeRules(replica.repository.contentPath)
  /** The same commit without a transfer that git checks. */
  const integrate = (commit: string) => replica.branch.integrate(commit, rules)
  return { remote, replica, good, integrate }
}

/** The remote is set right, and the next pull and the next save work as ever. */
async function expectRecovery(remote: Fixture, replica: Replica, good: string) {
  remote.git('update-ref', 'refs/heads/main', good)
  pushTo(remote, { 'posts/good.md': 'Good\n' })
  replica.sync.pull()
  await until(() => existsSync(join(replica.folder, 'posts/good.md')))
  await replica.settled()
  expect(replica.sync.state().error).toBeNull()
  expect(replica.git('status', '--porcelain')).toBe('')
}

it('a hostile name of a tree is brought in neither as a folder nor as a file, at the top or below', async () => {
  const { replica, integrate } = await start()
  const before = surroundings(replica)
  const head = replica.head()
  for (const [at, name] of NAMES.entries()) {
    const tree = putTree(replica, hostileRoot(replica, name, at % 2 === 0 ? 'folder' : 'file'))
    const below = rootEntries(replica).map((entry) =>
      entry.name === 'posts' ? { ...entry, id: tree } : entry,
    )
    const root = at % 4 < 2 ? tree : putTree(replica, below)
    const commit = replica.git('commit-tree', root, '-p', 'HEAD', '-m', 'Hostile').trim()
    await expect(integrate(commit), name).rejects.toThrow(/name that git refuses/)
  }
  // And a tree without an end.
  const torn = putObject(replica, 'tree', Buffer.from(`100644 a\0${'x'.repeat(20)}100644 bbbb`))
  const who = 'A <a@b> 1700000000 +0000\n'
  const input = `tree ${torn}\nparent ${head}\nauthor ${who}committer ${who}\nTorn\n`
  const commit = putObject(replica, 'commit', input)
  await expect(integrate(commit)).rejects.toThrow(/git refuses/)
  expect(surroundings(replica)).toEqual(before)
  expect(replica.head()).toBe(head)
  await replica.repository.save('posts/a.md', 'Saved\n')
  expect(existsSync(join(replica.folder, 'pwned'))).toBe(false)
})

it('A link in the work tree is followed by no delete and by no write of a pull', async () => {
  const { remote, replica } = await start({ 'posts/a.md': 'A\n', 'posts/b.md': 'B\n' })
  const elsewhere = join(makeFolder(), 'elsewhere')
  renameSync(join(replica.folder, 'posts'), elsewhere)
  symlinkSync(elsewhere, join(replica.folder, 'posts'))
  pushTo(remote, { 'posts/a.md': null })
  replica.sync.pull()
  await until(() => replica.sync.state().files.join() === 'posts/a.md')
  const deleting = replica.repository.save('posts/b.md', null)
  await expect(deleting).rejects.toMatchObject({ code: 'read_only' })
  expect(readdirSync(elsewhere).sort()).toEqual(['a.md', 'b.md'])
})

/** Trees that a remote's branch may name, each with what the status says of it. */
const PULLS: readonly [string, (remote: Fixture) => string, RegExp][] = [
  ['a hostile name', hostileFolder, /git refuses/],
  ['ten times itself, ten deep', (remote) => withNested(remote, 10, 10), /more than 200,000/],
  ['folders in folders', (remote) => withNested(remote, 300, 1), /more than 100 folders deep/],
  ['one large file under many names', manyNames, /more than 512 MiB/],
]

function manyNames(remote: Fixture): string {
  const id = putObject(remote, 'blob', Buffer.alloc(20 * 1024 * 1024, 'x'))
  const names = Array.from({ length: 50 }, (_, at) => `f${at + 10}`)
  return withFolder(
    remote,
    putTree(
      remote,
      names.map((name) => ({ mode: '100644', name, id })),
    ),
  )
}

it('what is hostile or too much is refused, which the status says, and the site goes on', async () => {
  const { remote, replica, good } = await start()
  const before = surroundings(replica)
  const tellsOf = async (what: string, reason: RegExp) => {
    replica.sync.pull()
    await until(() => reason.test(replica.sync.state().error ?? ''))
    expect(replica.sync.state().state, what).toBe('failing')
  }
  for (const [what, treeOf, reason] of PULLS) {
    putCommit(remote, treeOf(remote))
    await tellsOf(what, reason)
    remote.git('update-ref', 'refs/heads/main', good)
  }
  writeFileSync(join(remote.folder, 'refs/heads/main'), remote.git('rev-parse', `${good}^{tree}`))
  await tellsOf('a branch that names a tree', /names no commit/)
  expect(surroundings(replica)).toEqual(before)
  const { commit } = await replica.repository.save('posts/b.md', 'B\n')
  expect(replica.head()).toBe(commit)
  expect(existsSync(join(replica.folder, 'zz'))).toBe(false)
  await expectRecovery(remote, replica, good)
})

it('an empty server with a hostile remote begins no history and takes the repaired one', async () => {
  const remote = makeRemote({ 'posts/a.md': 'A\n' })
  const good = remote.git('rev-parse', 'main').trim()
  putCommit(remote, hostileFolder(remote))
  const fixture = fixtureIn(makeFolder())
  fixture.git('init', '-q', '-b', 'main')
  const { sync, settled } = await replicaIn(fixture, remote.folder)
  await sync.firstExchange(AbortSignal.timeout(60_000))
  expect(sync.mayBegin()).toBe(false)
  expect(readdirSync(fixture.folder)).toEqual(['.git'])
  remote.git('update-ref', 'refs/heads/main', good)
  await settled()
  expect(fixture.text('posts/a.md')).toBe('A\n')
  expect(faultsOf(fixture)).toBe('')
})

it('a pull that is refused again and again does not fill the disk', async () => {
  const { remote, replica, good } = await start()
  putCommit(remote, hostileFolder(remote))
  // As with more objects than git takes one by one.
  replica.git('config', 'fetch.unpackLimit', '1')
  const folder = join(replica.folder, '.git/objects/pack')
  const branch = new RemoteBranch(replica.repository, remote.folder)
  const refused = async () => {
    await expect(branch.fetch()).rejects.toThrow(/refuses as hostile/)
    return readdirSync(folder).filter((name) => name.startsWith('tmp_'))
  }
  const left = await refused()
  expect(left).not.toEqual([])
  expect(await refused()).toEqual(expect.arrayContaining(left))
  for (const name of readdirSync(folder)) utimesSync(join(folder, name), 1e9, 1e9)
  expect((await refused()).filter((name) => left.includes(name))).toEqual([])
  await expectRecovery(remote, replica, good)
})
