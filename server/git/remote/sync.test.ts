/** Sharing with a remote. Conflicts and a remote that is gone: `server/test/remote.test.ts`. */
import { chmodSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { faultsOf, makeRepository, until } from '../../test/git-fixture.ts'
import { cloneOf, makeRemote, pushTo, replicaIn, replicaOf } from '../../test/remote-fixture.ts'
import { times } from '../../test/times.ts'

const POST = '---\ntitle: A\ntags: [x]\n---\n\nOne\n\nTwo\n\nThree\n'
const EDIT = { 'posts/a.md': POST.replace('One', 'Uno') }

describe('A repository with a remote', () => {
  it('pulls at the start as a fast-forward, also where the site cannot look at it yet', async () => {
    const remote = makeRemote({ 'posts/a.md': POST, 'posts/old.md': 'old\n' })
    const site = cloneOf(remote)
    const changed = POST.replace('One', 'Uno')
    pushTo(remote, { 'posts/sub/new.md': 'new\n', 'posts/a.md': changed, 'posts/old.md': null })
    let pulled: readonly string[] = []
    const replica = await replicaIn(site, remote.folder, {
      onPulled: async (paths) => {
        pulled = paths
        throw new Error('not now')
      },
    })
    await replica.settled()
    expect(replica.git('rev-parse', 'HEAD')).toBe(remote.git('rev-parse', 'main'))
    expect(faultsOf(replica)).toBe('')
    expect(pulled.toSorted()).toEqual(['posts/a.md', 'posts/old.md', 'posts/sub/new.md'])
  })

  it('pushes after each commit, by the author too, to a remote by its name', async () => {
    const remote = makeRemote()
    const replica = await replicaIn(cloneOf(remote), 'origin')
    const { commit } = await replica.repository.save('posts/b.md', 'B\n')
    await until(() => remote.git('rev-parse', 'main').trim() === commit)
    const own = replica.commitFiles({ 'posts/c.md': 'C\n' })
    await until(() => remote.git('rev-parse', 'main').trim() === own)
    expect(replica.sync.state().remote).toBe('origin')
  })
})

describe('Two repositories on one remote', () => {
  it('merge edits of one post at different places, and both keys of its front matter', async () => {
    const remote = makeRemote({ 'posts/a.md': POST })
    const site = cloneOf(remote)
    pushTo(remote, { 'posts/a.md': POST.replace('One', 'Uno').replace('title: A', 'title: B') })
    site.commitFiles({ 'posts/a.md': POST.replace('Three', 'Tre').replace('[x]', '[x, y]') })
    const replica = await replicaIn(site, remote.folder)
    await replica.settled()
    expect(replica.text('posts/a.md')).toBe(
      '---\ntitle: B\ntags: [x, y]\n---\n\nUno\n\nTwo\n\nTre\n',
    )
    expect(replica.git('show', '-s', '--format=%P', 'HEAD').split(' ')).toHaveLength(2)
    expect(faultsOf(replica)).toBe('')
  })

  it.each([
    ['here', EDIT, { 'posts/a.md': null }],
    ['there', { 'posts/a.md': null }, EDIT],
  ])('let an edit %s beat a delete', async (_, ours, theirs) => {
    const remote = makeRemote({ 'posts/a.md': POST, 'posts/z.md': 'Z\n' })
    const site = cloneOf(remote)
    pushTo(remote, theirs)
    site.commitFiles(ours)
    const replica = await replicaIn(site, remote.folder)
    await replica.settled()
    expect(replica.text('posts/a.md')).toContain('Uno')
    expect(faultsOf(replica)).toBe('')
  })

  it('bring a rename here and an edit there together', async () => {
    const remote = makeRemote({ 'posts/a.md': POST })
    const site = cloneOf(remote)
    pushTo(remote, EDIT)
    const renamed = POST.replace('title: A\n', 'title: A\naliases: [a]\n')
    site.commitFiles({ 'posts/a.md': null, 'posts/b.md': renamed })
    const replica = await replicaIn(site, remote.folder)
    await replica.settled()
    expect(replica.git('ls-files', 'posts')).toBe('posts/b.md\n')
    expect(replica.text('posts/b.md')).toBe(renamed.replace('One', 'Uno'))
    expect(faultsOf(replica)).toBe('')
  })

  it('lose no version when three write the same posts at once', async () => {
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
})

it('a pull waits for what the author is editing, says so, and leaves other work as it is', async () => {
  const remote = makeRemote({ 'posts/a.md': POST, 'posts/b.md': 'B\n' })
  const site = cloneOf(remote)
  site.put('posts/b.md', 'dirty\n')
  site.put('posts/staged.md', 'staged\n')
  site.git('add', 'posts/staged.md')
  const work = site.git('status', '--porcelain')
  const replica = await replicaIn(site, remote.folder)
  pushTo(remote, { 'posts/c.md': 'C\n' })
  await until(() => replica.git('ls-files', 'posts/c.md') !== '')
  await until(() => replica.git('status', '--porcelain') === work)
  const dirty = POST.replace('Three', 'in progress')
  site.put('posts/a.md', dirty)
  pushTo(remote, EDIT)
  await until(() => replica.sync.state().state === 'waiting')
  expect(replica.text('posts/a.md')).toBe(dirty)
  expect(replica.sync.state()).toMatchObject({ files: ['posts/a.md'], behind: 1 })
  await replica.repository.save('posts/d.md', 'D\n')
  replica.git('commit', '-qam', 'Done')
  await replica.settled()
  expect(replica.text('posts/a.md')).toContain('Uno')
  expect(replica.text('posts/a.md')).toContain('in progress')
  expect(faultsOf(replica)).toBe('')
})

describe('A remote that fails', () => {
  it('may refuse by a hook, which is said', async () => {
    const remote = makeRemote()
    const hook = join(remote.folder, 'hooks/pre-receive')
    writeFileSync(hook, '#!/bin/sh\necho secret-of-the-hook >&2\nexit 1\n')
    chmodSync(hook, 0o755)
    const replica = await replicaOf(remote)
    await replica.repository.save('posts/b.md', 'B\n')
    await until(() => replica.sync.state().state === 'failing' && replica.sync.state().ahead === 1)
    expect(replica.sync.state().error).toBe('A hook or rule of the remote refuses the push.')
  })

  it('is never forced when its history was rewritten', async () => {
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

  it('never shows the password of its address', async () => {
    const lines: unknown[] = []
    const note = (...line: unknown[]) => void lines.push(...line)
    const log = { debug: note, info: note, warn: note, error: note }
    const address = 'http://user:hunter2@127.0.0.1:9/site.git'
    const replica = await replicaIn(makeRepository(), address, { log })
    await until(() => replica.sync.state().state === 'failing')
    expect(JSON.stringify([replica.sync.state(), lines])).not.toContain('hunter2')
    expect(replica.sync.state().remote).toBe('http://127.0.0.1:9/site.git')
    expect(replica.sync.state().error).toBe('The remote cannot be reached.')
  })
})
