import { chmodSync, renameSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import {
  faultsOf,
  fixtureIn,
  makeFolder,
  makeRepository,
  putting,
  until,
} from '../../test/git-fixture.ts'
import { cloneOf, makeRemote, replicaIn, replicaOf } from '../../test/remote-fixture.ts'

const POST = '---\ntitle: A\ntags: [x]\n---\n\nOne\n\nTwo\n\nThree\n'

describe('A repository with a remote', () => {
  it('pulls at the start, as a fast-forward that leaves work tree and index as git would', async () => {
    const remote = makeRemote({ 'posts/a.md': POST, 'posts/old.md': 'old\n' })
    const site = cloneOf(remote)
    const author = cloneOf(remote)
    author.put('posts/sub/new.md', 'new\n')
    author.put('posts/a.md', POST.replace('One', 'Uno'))
    author.git('rm', '-q', 'posts/old.md')
    author.git('add', '-A')
    author.git('commit', '-qm', 'Author')
    author.git('push', '-q')
    const pulled: string[][] = []
    const replica = await replicaIn(site, remote.folder, {
      onPulled: async (paths) => void pulled.push([...paths]),
    })
    await replica.settled()
    expect(replica.git('rev-parse', 'HEAD')).toBe(author.git('rev-parse', 'HEAD'))
    expect(faultsOf(replica)).toBe('')
    expect(pulled.map((paths) => paths.toSorted())).toEqual([
      ['posts/a.md', 'posts/old.md', 'posts/sub/new.md'],
    ])
  })

  it('has pulled, also where the site could not look at it yet', async () => {
    const remote = makeRemote()
    const author = cloneOf(remote)
    const site = cloneOf(remote)
    author.put('posts/b.md', 'B\n')
    author.git('add', '-A')
    author.git('commit', '-qm', 'Author')
    author.git('push', '-q')
    const onPulled = () => Promise.reject(new Error('not now'))
    const replica = await replicaIn(site, remote.folder, { onPulled })
    await replica.settled()
    expect(replica.sync.state()).toMatchObject({ state: 'ok', error: null })
    expect(replica.git('rev-parse', 'HEAD')).toBe(author.git('rev-parse', 'HEAD'))
  })

  it('pushes after each write, by the author too', async () => {
    const remote = makeRemote()
    const replica = await replicaOf(remote)
    const { commit } = await replica.repository.write(putting('posts/b.md', 'B\n'))
    await until(() => remote.git('rev-parse', 'main').trim() === commit)
    replica.put('posts/c.md', 'C\n')
    replica.git('add', '-A')
    replica.git('commit', '-qm', 'By hand')
    await until(() => remote.git('rev-parse', 'main') === replica.git('rev-parse', 'HEAD'))
  })

  it('gives an empty bare remote its first push', async () => {
    const folder = makeFolder()
    const remote = fixtureIn(folder)
    remote.git('init', '-q', '--bare', '-b', 'main')
    const replica = await replicaIn(makeRepository(), folder)
    await replica.settled()
    expect(remote.git('rev-parse', 'main')).toBe(replica.git('rev-parse', 'HEAD'))
  })

  it('takes the name of a remote as well as its address', async () => {
    const remote = makeRemote()
    const replica = await replicaIn(cloneOf(remote), 'origin')
    const { commit } = await replica.repository.write(putting('posts/b.md', 'B\n'))
    await until(() => remote.git('rev-parse', 'main').trim() === commit)
    expect(replica.sync.state().remote).toBe('origin')
  })
})

describe('Two repositories on one remote', () => {
  it('merge edits of one post at different places, and both keys of its front matter', async () => {
    const remote = makeRemote({ 'posts/a.md': POST })
    const [one, two] = [await replicaOf(remote), await replicaOf(remote)]
    await Promise.all([one.settled(), two.settled()])
    await Promise.all([
      one.repository.write(
        putting('posts/a.md', POST.replace('One', 'Uno').replace('title: A', 'title: B')),
      ),
      two.repository.write(
        putting('posts/a.md', POST.replace('Three', 'Tre').replace('[x]', '[x, y]')),
      ),
    ])
    await until(() => {
      one.sync.pull()
      const isSame = one.git('rev-parse', 'HEAD') === two.git('rev-parse', 'HEAD')
      return isSame && faultsOf(one) + faultsOf(two) === ''
    })
    expect(one.text('posts/a.md')).toBe('---\ntitle: B\ntags: [x, y]\n---\n\nUno\n\nTwo\n\nTre\n')
    expect(one.git('show', '-s', '--format=%P', 'HEAD').split(' ')).toHaveLength(2)
  })

  it('keep both texts where the same place was changed: the remote’s stays, the other is a draft', async () => {
    const remote = makeRemote({ 'posts/a.md': POST })
    const [first, second] = [cloneOf(remote), cloneOf(remote)]
    const ours = POST.replace('One', 'Eins')
    const theirs = POST.replace('One', 'Uno')
    first.put('posts/a.md', theirs)
    first.git('commit', '-qam', 'First')
    first.git('push', '-q')
    second.put('posts/a.md', ours)
    second.git('commit', '-qam', 'Second')
    const short = second.git('rev-parse', 'HEAD:posts/a.md').slice(0, 7)
    const replica = await replicaIn(second, remote.folder)
    await replica.settled()
    expect(replica.text('posts/a.md')).toBe(theirs)
    expect(replica.text(`posts/a-conflict-${short}.md`)).toBe(
      ours.replace('tags: [x]\n', 'tags: [x]\ndraft: true\n'),
    )
    expect(remote.git('rev-parse', 'main')).toBe(replica.git('rev-parse', 'HEAD'))
    expect(faultsOf(replica)).toBe('')
  })

  it.each([
    ['here', 'there'],
    ['there', 'here'],
  ])('let an edit %s beat a delete %s', async (edited) => {
    const remote = makeRemote({ 'posts/a.md': POST, 'posts/z.md': 'Z\n' })
    const [author, site] = [cloneOf(remote), cloneOf(remote)]
    const [editor, deleter] = edited === 'here' ? [site, author] : [author, site]
    editor.put('posts/a.md', POST.replace('One', 'Uno'))
    editor.git('commit', '-qam', 'Edit')
    deleter.git('rm', '-q', 'posts/a.md')
    deleter.git('commit', '-qm', 'Delete')
    author.git('push', '-q')
    const replica = await replicaIn(site, remote.folder)
    await replica.settled()
    expect(replica.text('posts/a.md')).toContain('Uno')
    expect(faultsOf(replica)).toBe('')
  })

  it('bring a rename here and an edit there together', async () => {
    const remote = makeRemote({ 'posts/a.md': POST })
    const [author, site] = [cloneOf(remote), cloneOf(remote)]
    author.put('posts/a.md', POST.replace('One', 'Uno'))
    author.git('commit', '-qam', 'Edit')
    author.git('push', '-q')
    site.git('mv', 'posts/a.md', 'posts/b.md')
    site.put('posts/b.md', POST.replace('title: A\n', 'title: A\naliases: [a]\n'))
    site.git('commit', '-qam', 'Rename')
    const replica = await replicaIn(site, remote.folder)
    await replica.settled()
    expect(replica.git('ls-files', 'posts')).toBe('posts/b.md\n')
    expect(replica.text('posts/b.md')).toBe(
      POST.replace('One', 'Uno').replace('title: A\n', 'title: A\naliases: [a]\n'),
    )
    expect(faultsOf(replica)).toBe('')
  })

  it('lose no version when three write the same posts at once', async () => {
    const remote = makeRemote({ 'posts/a.md': POST })
    const replicas = [await replicaOf(remote), await replicaOf(remote), await replicaOf(remote)]
    const commits: string[] = []
    await Promise.all(
      replicas.map(async (replica, at) => {
        for (let n = 0; n < 6; n += 1) {
          const path = n % 2 === 0 ? 'posts/a.md' : `posts/own-${at}-${n}.md`
          const text = POST.replace('One', `Text ${n} of ${at}`)
          const { commit } = await replica.repository.write(putting(path, text))
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

describe('The author’s work', () => {
  it('is not touched by a pull, which waits for it and says so', async () => {
    const remote = makeRemote({ 'posts/a.md': POST })
    const [author, site] = [cloneOf(remote), cloneOf(remote)]
    author.put('posts/a.md', POST.replace('One', 'Uno'))
    author.git('commit', '-qam', 'Author')
    author.git('push', '-q')
    const dirty = POST.replace('Three', 'in progress')
    site.put('posts/a.md', dirty)
    const replica = await replicaIn(site, remote.folder)
    await until(() => replica.sync.state().state === 'waiting')
    expect(replica.text('posts/a.md')).toBe(dirty)
    expect(replica.sync.state()).toMatchObject({ files: ['posts/a.md'], behind: 1 })
    await replica.repository.write(putting('posts/b.md', 'B\n'))
    replica.git('commit', '-qam', 'Done')
    await replica.settled()
    expect(replica.text('posts/a.md')).toContain('Uno')
    expect(replica.text('posts/a.md')).toContain('in progress')
    expect(faultsOf(replica)).toBe('')
  })

  it('stays staged or dirty where the remote changed other files', async () => {
    const remote = makeRemote({ 'posts/a.md': POST, 'posts/b.md': 'B\n' })
    const [author, site] = [cloneOf(remote), cloneOf(remote)]
    author.put('posts/b.md', 'B2\n')
    author.git('commit', '-qam', 'Author')
    author.git('push', '-q')
    site.put('posts/a.md', 'dirty\n')
    site.put('posts/staged.md', 'staged\n')
    site.git('add', 'posts/staged.md')
    const replica = await replicaIn(site, remote.folder)
    await replica.settled()
    expect(replica.git('status', '--porcelain')).toBe(' M posts/a.md\nA  posts/staged.md\n')
    expect(replica.text('posts/b.md')).toBe('B2\n')
  })
})

describe('A remote that fails', () => {
  it('holds no write up; what is not shared is counted and shared once it is back', async () => {
    const remote = makeRemote()
    const replica = await replicaOf(remote)
    await replica.settled()
    renameSync(remote.folder, `${remote.folder}.gone`)
    await replica.repository.write(putting('posts/b.md', 'B\n'))
    await replica.repository.write(putting('posts/c.md', 'C\n'))
    await until(() => replica.sync.state().ahead === 2)
    expect(replica.sync.state()).toMatchObject({
      state: 'failing',
      error: 'The remote cannot be reached.',
    })
    renameSync(`${remote.folder}.gone`, remote.folder)
    await replica.settled()
    expect(remote.git('rev-parse', 'main')).toBe(replica.git('rev-parse', 'HEAD'))
  })

  it('may refuse by a hook, which is said', async () => {
    const remote = makeRemote()
    const hook = join(remote.folder, 'hooks/pre-receive')
    writeFileSync(hook, '#!/bin/sh\necho secret-of-the-hook >&2\nexit 1\n')
    chmodSync(hook, 0o755)
    const replica = await replicaOf(remote)
    await replica.repository.write(putting('posts/b.md', 'B\n'))
    await until(() => replica.sync.state().state === 'failing' && replica.sync.state().ahead === 1)
    expect(replica.sync.state().error).toBe('A hook or rule of the remote refuses the push.')
  })

  it('is never forced when its history was rewritten', async () => {
    const remote = makeRemote()
    const author = cloneOf(remote)
    const replica = await replicaOf(remote)
    await replica.repository.write(putting('posts/b.md', 'B\n'))
    await replica.settled()
    author.git('commit', '-q', '--amend', '-m', 'Rewritten')
    author.git('push', '-qf')
    const rewritten = remote.git('rev-parse', 'main')
    await replica.repository.write(putting('posts/c.md', 'C\n'))
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
