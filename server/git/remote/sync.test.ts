/** Sharing with a remote. Conflicts and a remote that is gone: `server/test/remote.test.ts`. */
import { existsSync, readdirSync, readFileSync, rmSync, truncateSync, writeFileSync } from 'node:fs'
import { createServer, type RequestListener } from 'node:http'
import { join } from 'node:path'
import { expect, it, vi } from 'vitest'
import { createMergeRules } from '../../content/formats/merge-files.ts'
import { silentLog } from '../../log.ts'
import { faultsOf, makeFolder, makeRepository, until } from '../../test/git-fixture.ts'
import { listen } from '../../test/listen.ts'
import { cloneOf, makeRemote, pushTo, replicaIn, replicaOf } from '../../test/remote-fixture.ts'
import { times } from '../../test/times.ts'
import { RemoteFailure } from './exchange-failures.ts'
import { Sync } from './sync.ts'

const POST = '---\ntitle: A\ntags: [x]\n---\n\nOne\n\nTwo\n\nThree\n'
const [A, B] = ['posts/a.md', 'posts/b.md']
const EDIT = { [A]: POST.replace('One', 'Uno') }

const RENAMED = POST.replace('title: A\n', 'title: A\naliases: [a]\n')
const EDITED = RENAMED.replace('One', 'Uno')
const ENDS = POST.replace('Three', 'Tre').replace('[x]', '[x, y]')
const BEGINS = POST.replace('One', 'Uno').replace('title: A', 'title: B')
const BOTH = ENDS.replace('One', 'Uno').replace('title: A', 'title: B')

it.each<[string, ...Record<string, string | null>[]]>([
  ['edits at different places', { [A]: ENDS }, { [A]: BEGINS }, { [A]: BOTH }],
  ['an edit here and a delete there', EDIT, { [A]: null }, EDIT],
  ['a delete here and an edit there', { [A]: null }, EDIT, EDIT],
  ['a rename here and an edit there', { [A]: null, [B]: RENAMED }, EDIT, { [B]: EDITED }],
])('two on one remote bring together %s', async (_, ours = {}, theirs = {}, merged = {}) => {
  const remote = makeRemote({ [A]: POST, 'other.md': 'Other\n' })
  const site = cloneOf(remote)
  pushTo(remote, theirs)
  site.commitFiles(ours)
  const replica = await replicaIn(site, remote.folder)
  await replica.settled()
  const paths = replica.git('ls-files', 'posts').trim().split('\n')
  expect(Object.fromEntries(paths.map((path) => [path, replica.text(path)]))).toEqual(merged)
  expect(replica.git('show', '-s', '--format=%P', 'HEAD').split(' ')).toHaveLength(2)
  expect(faultsOf(replica)).toBe('')
})

it('two repositories on one remote lose no version when three write the same posts at once', async () => {
  const remote = makeRemote({ 'posts/a.md': POST })
  const replicas = [await replicaOf(remote), await replicaOf(remote), await replicaOf(remote)]
  const commits: string[] = []
  await Promise.all(
    replicas.map(async (replica, at) => {
      for (let n = 0; n < times(2, 12); n += 1) {
        const path = n % 2 === 0 ? 'posts/a.md' : `posts/own-${at}-${n}.md`
        const text = POST.replace('One', `Text ${n} of ${at}`)
        const { commit } = await replica.repository.save(path, text)
        if (commit !== null) commits.push(commit)
      }
    }),
  )
  const head = () => new Set([remote, ...replicas].map(({ git }) => git('rev-parse', 'main')))
  const faults = () => replicas.map(faultsOf).join('')
  await until(() => head().size === 1 && faults() === '')
  const history = new Set(remote.git('rev-list', 'main').split('\n'))
  expect(commits.filter((commit) => !history.has(commit))).toEqual([])
}, 120_000)

it('a pull waits for what the author is editing, says so, and leaves other work as it is', async () => {
  const remote = makeRemote({ 'posts/a.md': POST, 'posts/b.md': 'B\n', 'posts/gone.md': 'G\n' })
  const site = cloneOf(remote)
  site.put('posts/b.md', 'dirty\n')
  site.git('rm', '-q', '--cached', 'posts/gone.md')
  site.put('posts/staged.md', 'staged\n')
  site.git('add', 'posts/staged.md')
  const work = site.git('status', '--porcelain')
  const replica = await replicaIn(site, remote.folder)
  pushTo(remote, { 'posts/c.md': 'C\n' })
  await until(() => replica.git('ls-files', 'posts/c.md') !== '')
  await until(() => replica.git('status', '--porcelain') === work)
  const dirty = POST.replace('Three', 'in progress')
  site.put('posts/a.md', dirty)
  pushTo(remote, { ...EDIT, 'posts/gone.md': 'G2\n' })
  await until(() => replica.sync.state().state === 'waiting')
  expect(replica.text('posts/a.md')).toBe(dirty)
  expect(replica.sync.state()).toMatchObject({ files: ['posts/a.md', 'posts/gone.md'], behind: 1 })
  await replica.repository.save('posts/d.md', 'D\n')
  replica.git('reset', '-q', 'posts/gone.md')
  replica.git('commit', '-qam', 'Done')
  await replica.settled()
  expect(replica.text('posts/a.md')).toMatch(/Uno[\s\S]*in progress/)
  expect(faultsOf(replica)).toBe('')
})

it('a pull onto a commit whose tree is missing is refused, not taken for one without changes', async () => {
  const remote = makeRemote()
  const replica = await replicaOf(remote)
  const { commit } = await replica.repository.save('posts/a.md', 'A2\n')
  await until(() => remote.head() === commit)
  const tree = replica.git('rev-parse', 'HEAD^{tree}').trim()
  // The server would put back what it keeps beside git's own.
  for (const folder of ['objects/gap', 'objects']) {
    rmSync(join(replica.folder, '.git', folder, tree.slice(0, 2), tree.slice(2)), { force: true })
  }
  pushTo(remote, { 'posts/b.md': 'B\n' })
  await until(() => /waiting|failing/.test(replica.sync.state().state))
  expect(replica.head()).toBe(commit)
})

const hostAt = (address: string, answer: RequestListener) => listen(createServer(answer), address)

/** The arguments of the programs that have a port in them. */
const argumentsNaming = (port: number) =>
  readdirSync('/proc').flatMap((pid) => {
    try {
      const text = /^\d+$/.test(pid) ? readFileSync(`/proc/${pid}/cmdline`, 'utf8') : ''
      return text.includes(`:${port}`) ? [text] : []
    } catch {
      // It has ended since.
      return []
    }
  })

it('a remote may refuse the login, which is said; the password is in no argument, log or answer', async () => {
  const seen: (string | undefined)[] = []
  const port = await hostAt('127.0.0.1', ({ headers }, response) => {
    seen.push(headers.authorization, ...argumentsNaming(port))
    response.writeHead(401, { 'www-authenticate': 'Basic' }).end()
  })
  const address = `http://user:100%hunt%40r2@127.0.0.1:${port}/site.git`
  const lines: unknown[] = []
  const note = (...line: unknown[]) => void lines.push(...line)
  const log = { debug: note, info: note, warn: note, error: note }
  const { sync } = await replicaIn(makeRepository(), address, { log })
  const error = 'The remote refuses the login of this server.'
  await until(() => sync.state().error === error)
  expect(seen).toContain(`Basic ${Buffer.from('user:100%hunt@r2').toString('base64')}`)
  expect(seen.join()).toContain('git-remote-http')
  expect(seen.join()).not.toMatch(/hunt/)
  expect(sync.state().remote).toBe(`http://127.0.0.1:${port}/site.git`)
  expect(lines).not.toEqual([])
  expect(JSON.stringify([sync.state(), lines])).not.toMatch(/hunt/)
})

it('a remote gets the login, and no host that it redirects to', async () => {
  const seen: (string | undefined)[] = []
  const to = await hostAt('127.0.0.2', ({ headers, method }, response) => {
    seen.push(method, headers.authorization)
    response.setHeader('content-type', 'application/x-git-upload-pack-advertisement')
    response.end('001e# service=git-upload-pack\n0000000eversion 2\n000cls-refs\n0000')
  })
  const port = await hostAt('127.0.0.1', ({ url }, response) => {
    response.writeHead(302, { location: `http://127.0.0.2:${to}${url}` }).end()
  })
  await replicaIn(makeRepository(), `http://user:hunter2@127.0.0.1:${port}/site.git`)
  await until(() => seen.includes('POST'))
  expect(seen.filter((word) => word?.startsWith('Basic'))).toEqual([])
})

it('a remote is asked by the ssh command of the repository', async () => {
  const author = makeRepository()
  const mark = join(makeFolder(), 'mark')
  author.git('config', 'core.sshCommand', `touch ${mark}; false`)
  await replicaIn(author, 'ssh://h.invalid/site.git')
  await until(() => existsSync(mark))
})

it('a remote that fails is asked again after 1 s, 2 s, 4 s … up to the time between two pulls', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  vi.spyOn(Math, 'random').mockReturnValue(1)
  const waits = vi.spyOn(globalThis, 'setTimeout')
  const parts = (): never => {
    throw new RemoteFailure('Gone.')
  }
  const repository = { onChange: () => () => {}, parts, state: parts }
  const rules = createMergeRules(String)
  const sync = new Sync({ repository, remote: 'r', pullSeconds: 10, rules, log: silentLog })
  for (let n = 0; n < 6; n += 1) await vi.advanceTimersToNextTimerAsync()
  const seconds = waits.mock.calls.map(([, ms = 0]) => ms / 1_000)
  vi.restoreAllMocks()
  vi.useRealTimers()
  await sync.close()
  expect(seconds.slice(0, 6)).toEqual([1, 2, 4, 8, 10, 10])
})

it('a remote is never forced when its history was rewritten', async () => {
  const remote = makeRemote()
  const author = cloneOf(remote)
  const replica = await replicaOf(remote)
  await replica.repository.save('posts/b.md', 'B\n')
  await replica.settled()
  author.git('commit', '-q', '--amend', '-m', 'Rewritten')
  author.git('push', '-qf')
  const rewritten = remote.git('rev-parse', 'main')
  await replica.repository.save('posts/c.md', 'C\n')
  replica.sync.pull()
  await until(() => replica.sync.state().state === 'failing')
  expect(replica.sync.state().error).toContain('rewritten')
  expect(remote.git('rev-parse', 'main')).toBe(rewritten)
  expect(replica.text('posts/c.md')).toBe('C\n')
  replica.git('reset', '-q', '--hard', rewritten.trim())
  await replica.settled()
})

it('a pulled name that is not UTF-8, or of a local file that is too large, waits for git pull', async () => {
  const remote = makeRemote({ 'posts/a.md': POST, 'files/talk.mp4': 'short\n' })
  const replica = await replicaOf(remote)
  const waits = async (path: string) => {
    await until(() => replica.sync.state().files.join() === path)
    expect(replica.sync.state().error).toMatch(/with a name that is not UTF-8.*git pull/)
    expect(replica.git('status', '--porcelain', '-uno')).toBe('')
  }
  const author = cloneOf(remote)
  const odd = Buffer.concat([Buffer.from(`${author.folder}/files/caf`), Buffer.of(0xe9)])
  writeFileSync(odd, 'Old\n')
  author.commitFiles({ 'posts/b.md': 'B\n' })
  author.git('push', '-q')
  await waits('files/caf\ufffd')
  author.git('reset', '-q', '--hard', 'HEAD~1')
  truncateSync(join(replica.folder, 'files/talk.mp4'), 2 ** 31)
  replica.git('update-index', '--assume-unchanged', 'files/talk.mp4')
  author.commitFiles({ 'files/talk.mp4': null })
  author.git('push', '-qf')
  await waits('files/talk.mp4')
})
