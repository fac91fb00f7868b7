/** The whole server with real git: what merges leave to decide, and changes off the branch. */
import { renameSync } from 'node:fs'
import { beforeAll, describe, expect, it, vi } from 'vitest'
import type { SiteStatus } from '#domain/answers/admin-answers.ts'
import type {
  DisplacedWithTexts,
  FileConflict,
  FileConflictVersions,
} from '#domain/answers/repair-answers.ts'
import type { Post } from '#domain/post.ts'
import { takeCleanUps } from './at-end.ts'
import { faultsOf, fixtureIn, makeFolder, until } from './git-fixture.ts'
import { type LiveServer, serverOfFile, startServer } from './live-server.ts'

// Servers, remotes and merges beside other suites on few cores take their time.
vi.setConfig({ testTimeout: 90_000, hookTimeout: 90_000 })

const post = (text: string, more = '') =>
  `---\ntitle: Shared\ntype: short\ndate: 2026-01-01\n${more}---\n\n${text}\n`
const newest = (server: LiveServer) => server.git('log', '-1', '--format=%s').trim()

const PROJECT = 'title: P\ndue_date: 2026-12-31\n'
const FILES = {
  ...Object.fromEntries(
    ['taken', 'kept', 'gone'].map((id) => [
      `posts/${id}.md`,
      post('One\n\nTwo', 'aliases: [old]\n'),
    ]),
  ),
  'projects/p.yaml': PROJECT,
  // No two files have one text.
  'projects/q.yaml': PROJECT.replace('12-31', '12-30'),
}

/** A server whose author has pushed another text of each file than the admin has saved. */
async function startWithConflicts() {
  const bare = makeFolder()
  fixtureIn(bare).git('init', '-q', '--bare', '-b', 'main')
  const server = await startServer(FILES, { GIT_REMOTE: bare, GIT_PULL_SECONDS: '0' })
  const remote = fixtureIn(bare)
  const tip = () => remote.git('for-each-ref', '--format=%(objectname)', 'refs/heads/main').trim()
  const isShared = () => tip() === server.git('rev-parse', 'HEAD').trim()
  await until(isShared)
  const folder = `${makeFolder()}/author`
  remote.git('clone', '-q', bare, folder)
  const author = fixtureIn(folder)
  for (const [path, text] of Object.entries(FILES)) {
    author.put(path, text.replace('Two', 'The author’s').replace('title: P', 'title: Theirs'))
  }
  author.git('commit', '-qam', 'Author')
  author.git('push', '-q')
  // No save meets the author's before all of them are made.
  renameSync(bare, `${bare}-away`)
  for (const path of Object.keys(FILES)) {
    const [, id] = /(\w+)\.\w+$/.exec(path) ?? []
    const isPost = path.startsWith('posts/')
    await (isPost
      ? server.call('PUT', `/posts/${id}`, { content: 'One\n\nThe admin’s' })
      : server.call('PATCH', `/deadline-projects/${id}`, { title: 'Ours' }))
  }
  renameSync(`${bare}-away`, bare)
  await server.call('POST', '/posts', { title: 'Another', content: 'It is shared at once.' })
  const conflicts = async () => (await server.call<FileConflict[]>('GET', '/conflicts')).data
  await until(async () => (await conflicts()).length === 5 && isShared())
  const isOpen = async (file: string) =>
    (await conflicts()).some((conflict) => conflict.file === file)
  const open = async (file: string) => {
    const id = (await conflicts()).find((conflict) => conflict.file === file)?.id ?? ''
    const { data } = await server.call<FileConflictVersions>('GET', `/conflicts/${id}`)
    const choice = { revision: data.site?.revision ?? null, other_revision: data.other.revision }
    return { id, data, choice }
  }
  return { server, isOpen, open }
}

let site: Awaited<ReturnType<typeof startWithConflicts>>
beforeAll(async () => {
  site = await startWithConflicts()
  return takeCleanUps()
})

describe('a conflict of a post', () => {
  it('shows both texts and what they came from, and ends with either in one commit', async () => {
    const { server, isOpen, open } = site
    const { id, data, choice } = await open('posts/taken.md')
    expect(data.site?.text).toContain('The author’s')
    expect(data.other.text).toContain('The admin’s')
    expect(data.base).toContain('Two')
    const { problems } = (await server.call<SiteStatus>('GET', '/status')).data
    expect(problems.map(({ file }) => file)).toContain(data.copy)
    // Beside the post the copy is a draft without old addresses; in its place it would be neither.
    expect(server.text(data.copy ?? '')).toContain('draft: true')
    expect(data.other.text).not.toContain('draft')
    expect(data.other.text).toContain('aliases: [old]')

    const stale = { ...choice, revision: 'f'.repeat(40), text: data.other.text }
    expect(await server.call('POST', `/conflicts/${id}/resolve`, stale)).toMatchObject({
      status: 409,
      code: 'conflict',
    })
    const broken = { ...choice, text: '---\ntitle: "\n---\n' }
    expect((await server.call('POST', `/conflicts/${id}/resolve`, broken)).status).toBe(400)

    const chosen = { ...choice, text: data.other.text }
    const { status, meta } = await server.call('POST', `/conflicts/${id}/resolve`, chosen)
    expect([status, newest(server)]).toEqual([200, 'Put two texts together: Shared'])
    expect(server.git('rev-parse', 'HEAD').trim()).toBe(meta.commit)
    expect(server.git('show', '--name-status', '--format=', 'HEAD').trim().split('\n')).toEqual([
      `D\t${data.copy}`,
      'M\tposts/taken.md',
    ])
    expect((await server.ask<Post>('GET', '/posts/taken')).data.content).toContain('The admin’s')
    expect(await isOpen('posts/taken.md')).toBe(false)
    expect((await server.call('POST', `/conflicts/${id}/resolve`, chosen)).status).toBe(404)
    expect(faultsOf(server)).toBe('')
  })

  it('ends with the site’s text when the copy goes, which can be undone', async () => {
    const { server, isOpen, open } = site
    const { id, data, choice } = await open('posts/kept.md')
    const kept = await server.call('POST', `/conflicts/${id}/resolve`, { ...choice, text: null })
    expect([kept.status, newest(server)]).toEqual([200, 'Keep the text of the site: Shared'])
    expect(server.text('posts/kept.md')).toBe(data.site?.text)
    expect(await isOpen('posts/kept.md')).toBe(false)
    await server.call('POST', `/history/${kept.meta.commit}/revert`)
    expect(await isOpen('posts/kept.md')).toBe(true)
  })

  it('brings a post back that was deleted since', async () => {
    const { server, isOpen, open } = site
    await server.call('DELETE', '/posts/gone')
    const { id, data, choice } = await open('posts/gone.md')
    expect(data.site).toBeNull()
    const chosen = { ...choice, text: data.other.text }
    expect((await server.call('POST', `/conflicts/${id}/resolve`, chosen)).status).toBe(200)
    expect(server.text('posts/gone.md')).toBe(data.other.text)
    expect(await isOpen('posts/gone.md')).toBe(false)
  })
})

describe('a conflict of another file', () => {
  it('has its second text from the history, and ends with either', async () => {
    const { server, isOpen, open } = site
    const { id, data, choice } = await open('projects/p.yaml')
    expect(data).toMatchObject({
      copy: null,
      site: { text: expect.stringContaining('title: Theirs') },
      other: { text: expect.stringContaining('title: Ours') },
      base: expect.stringContaining('title: P'),
    })
    const listed = async () => {
      const { sync } = (await server.call<SiteStatus>('GET', '/status')).data
      return sync.conflicts
    }
    const listedAs = { file: 'projects/p.yaml', copy: null }
    expect(await listed()).toContainEqual(listedAs)
    const kept = await server.call('POST', `/conflicts/${id}/resolve`, { ...choice, text: null })
    expect([kept.status, kept.meta.commit]).toEqual([200, null])
    expect(await listed()).not.toContainEqual(listedAs)
    expect(await isOpen('projects/p.yaml')).toBe(false)
    expect(server.git('cat-file', '-p', id)).toContain('title: Ours')
  })

  it('is over once the file has changed', async () => {
    const { server, isOpen, open } = site
    const { id, data, choice } = await open('projects/q.yaml')
    const chosen = { ...choice, text: data.other.text }
    expect((await server.call('POST', `/conflicts/${id}/resolve`, chosen)).status).toBe(200)
    expect(server.text('projects/q.yaml')).toContain('title: Ours')
    expect(await isOpen('projects/q.yaml')).toBe(false)
  })
})

describe('a change that is no longer on the branch', () => {
  const IDS = ['unlisted', 'both', 'alone', 'unfit', 'discarded']
  const server = serverOfFile({
    ...Object.fromEntries(IDS.map((id) => [`posts/${id}.md`, post('One')])),
    'site.yaml': 'title: T\n',
  })
  const saved = new Map<string, string[]>()

  // Two saves of each post, which the author's reset takes off the branch.
  beforeAll(async () => {
    const start = server().git('rev-parse', 'HEAD').trim()
    for (const id of IDS) {
      const commits = []
      for (const content of ['Two', 'Three']) {
        const { meta } = await server().call('PUT', `/posts/${id}`, { content })
        commits.push(String(meta.commit))
      }
      saved.set(id, commits)
    }
    server().git('reset', '-q', '--hard', start)
    for (const id of IDS)
      await until(async () => (await server().page(`/post/${id}`)).includes('One'))
  })

  function lost(id: string) {
    const [first = '', second = ''] = saved.get(id) ?? []
    const displaced = async () => {
      const { data } = await server().call<{ displaced: { commit: string }[] }>('GET', '/status')
      const commits = data.displaced.map(({ commit }) => commit)
      return commits.filter((commit) => commit === first || commit === second)
    }
    const show = (commit: string) =>
      server().call<DisplacedWithTexts>('GET', `/displaced/${commit}`)
    return { server: server(), first, second, displaced, show }
  }
  it('comes back though the list cannot be told, and a discard says that it cannot', async () => {
    const { server, first, second, displaced } = lost('unlisted')
    // A file where git would need a folder.
    server.git('update-ref', 'refs/gap/settled', 'HEAD')
    const restored = await server.call('POST', `/displaced/${first}/restore`)
    expect([restored.status, newest(server)]).toEqual([200, 'Restore: Update short: Shared'])
    const discarded = await server.call('PATCH', `/displaced/${second}`, { discarded: true })
    expect(discarded).toMatchObject({ status: 503, code: 'read_only' })
    expect(await displaced()).toEqual([second])
    server.git('update-ref', '-d', 'refs/gap/settled')
  })

  it('shows what would come back, and comes back with those it stands on', async () => {
    const { server, first, second, displaced, show } = lost('both')
    const { data } = await show(first)
    expect(data.texts).toMatchObject([
      {
        path: 'posts/both.md',
        fits: true,
        now: post('One'),
        result: expect.stringContaining('Two'),
      },
    ])
    const restored = await server.call('POST', `/displaced/${second}/restore`)
    expect([restored.status, newest(server)]).toEqual([200, 'Restore: Update short: Shared'])
    expect(server.git('rev-parse', 'HEAD').trim()).toBe(restored.meta.commit)
    expect((await server.ask<Post>('GET', '/posts/both')).data.content).toBe('Three')
    expect(await displaced()).toEqual([])
    expect((await show(second)).status).toBe(404)
  })

  it('comes back alone, and leaves the later one to be restored', async () => {
    const { server, first, second, displaced } = lost('alone')
    expect((await server.call('POST', `/displaced/${first}/restore`)).status).toBe(200)
    expect((await server.ask<Post>('GET', '/posts/alone')).data.content).toBe('Two')
    expect(await displaced()).toEqual([second])
    expect((await server.call('POST', `/displaced/${second}/restore`)).status).toBe(200)
    expect((await server.ask<Post>('GET', '/posts/alone')).data.content).toBe('Three')
  })

  it('is refused with both texts where it does not fit, unless it is taken whole', async () => {
    const { server, second, show } = lost('unfit')
    server.put('posts/unfit.md', post('By hand'))
    expect((await show(second)).data.texts).toMatchObject([{ fits: false, result: null }])
    const refused = await server.call('POST', `/displaced/${second}/restore`)
    expect(refused).toMatchObject({
      status: 409,
      code: 'conflict',
      files: [{ now: post('By hand'), wanted: expect.stringContaining('Three') }],
    })
    expect(server.text('posts/unfit.md')).toBe(post('By hand'))
    const whole = await server.call('POST', `/displaced/${second}/restore`, { whole: true })
    expect(whole.status).toBe(200)
    expect(server.text('posts/unfit.md')).toContain('Three')
    // The hand edit has its own commit.
    expect(server.git('show', 'HEAD~1:posts/unfit.md')).toBe(post('By hand'))
  })

  it('is taken off the list and put back there, and kept by git', async () => {
    const { server, first, second, displaced } = lost('discarded')
    const discard = (commit: string, discarded: boolean) =>
      server.call('PATCH', `/displaced/${commit}`, { discarded })
    expect((await discard(second, true)).status).toBe(200)
    expect(await displaced()).toEqual([first])
    expect((await discard(second, true)).status).toBe(404)
    expect((await discard(second, false)).status).toBe(200)
    expect(await displaced()).toEqual([second, first])
    await discard(second, true)
    await server.call('POST', '/posts', { title: 'New', content: 'Text' })
    server.git('reflog', 'expire', '--expire=now', '--all')
    server.git('gc', '-q', '--prune=now')
    expect(server.git('cat-file', '-t', second).trim()).toBe('commit')
  })
})
