/** The whole server with real git: what merges leave to decide, and changes off the branch. */
import { renameSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it, vi } from 'vitest'
import type { FileConflict, FileConflictVersions } from '#domain/answers/repair-answers.ts'
import { faultsOf, until } from './git-fixture.ts'
import { type LiveServer, ofFile, serve, startServer } from './live-server.ts'
import { cloneOf, makeRemote, pushTo } from './remote-fixture.ts'

// Servers, remotes and merges beside other suites on few cores take their time.
vi.setConfig({ testTimeout: 90_000, hookTimeout: 90_000 })

const post = (text: string, more = '') =>
  `---\ntitle: Shared\ntype: short\ndate: 2026-01-01\n${more}---\n\n${text}\n`
const newest = (server: LiveServer) => server.git('log', '-1', '--format=%s').trim()
const contentOf = async (server: LiveServer, id: string) =>
  (await server.ask('GET', `/posts/${id}`)).data.content

const TEXT = post('One\n\nTwo', 'aliases: [old]\n')
const FILES = {
  '.gitattributes': '*.md merge=union\n',
  ...{ 'posts/taken.md': TEXT, 'posts/kept.md': TEXT },
  'projects/p.yaml': 'title: P\ndue_date: 2026-12-31\n',
  // A draft of the author's own: no file has its id.
  'posts/the-conflict-1234567.md': post('Own', 'draft: true\n'),
}

/** A server whose author has pushed another text of each file than the admin has saved. */
const site = ofFile(async () => {
  const remote = makeRemote(FILES)
  const env = { GIT_REMOTE: remote.folder, GIT_PULL_SECONDS: '0' }
  const server = await serve(cloneOf(remote), { env })
  const isShared = () => remote.head() === server.head()
  const theirs = Object.entries(FILES).map(([path, text]) => [
    path,
    text.replace('Two', 'The author’s').replace('title: P', 'title: Theirs'),
  ])
  pushTo(remote, Object.fromEntries(theirs))
  // No save meets the author's before all of them are made.
  renameSync(remote.folder, `${remote.folder}-away`)
  for (const id of ['taken', 'kept']) {
    await server.call('PUT', `/posts/${id}`, { content: 'One\n\nThe admin’s' })
  }
  await server.call('PATCH', '/deadline-projects/p', { title: 'Ours' })
  renameSync(`${remote.folder}-away`, remote.folder)
  await server.call('POST', '/posts', { title: 'Another', content: 'It is shared at once.' })
  const conflicts = async () => (await server.call<FileConflict[]>('GET', '/conflicts')).data
  await until(async () => (await conflicts()).length === 3 && isShared())
  const isOpen = async (file: string) => (await conflicts()).some((one) => one.file === file)
  const open = async (file: string) => {
    const id = (await conflicts()).find((conflict) => conflict.file === file)?.id ?? ''
    const { data } = await server.call<FileConflictVersions>('GET', `/conflicts/${id}`)
    const choice = { revision: data.site.revision ?? null, other_revision: data.other.revision }
    const resolve = (text: string | null, more: object = {}) =>
      server.call('POST', `/conflicts/${id}/resolve`, { ...choice, text, ...more })
    return { data, resolve }
  }
  return { server, isOpen, open }
})

it('a conflict of a post shows both texts, and ends with either in one commit', async () => {
  const { server, isOpen, open } = site()
  const { data, resolve } = await open('posts/taken.md')
  expect(data.site.text).toContain('The author’s')
  expect(data.other.text).toContain('The admin’s')
  const { problems } = (await server.call('GET', '/status')).data
  expect(problems).toContainEqual(expect.objectContaining({ file: data.copy }))
  // Beside the post the copy is a draft without old addresses; in its place it would be neither.
  expect(server.text(data.copy ?? '')).toContain('draft: true')
  expect(data.other.text).not.toContain('draft')
  expect(data.other.text).toContain('aliases: [old]')

  const { text } = data.other
  const stale = await resolve(text, { revision: 'f'.repeat(40) })
  expect([stale.status, stale.code]).toEqual([409, 'conflict'])
  expect((await resolve('---\ntitle: "\n---\n')).status).toBe(400)

  const { status, meta } = await resolve(text)
  expect([status, newest(server)]).toEqual([200, 'Put two texts together: Shared'])
  expect(server.head()).toBe(meta.commit)
  expect(server.git('show', '--name-status', '--format=', 'HEAD')).toBe(
    `D\t${data.copy}\nM\tposts/taken.md\n`,
  )
  expect(await contentOf(server, 'taken')).toContain('The admin’s')
  expect(await isOpen('posts/taken.md')).toBe(false)
  expect((await resolve(text)).status).toBe(404)
  expect(faultsOf(server)).toBe('')
})

it('a conflict of a post ends with the site’s text when the copy goes, which can be undone', async () => {
  const { server, isOpen, open } = site()
  const { data, resolve } = await open('posts/kept.md')
  const { status, meta } = await resolve(null)
  expect([status, newest(server)]).toEqual([200, 'Keep the text of the site: Shared'])
  expect(server.text('posts/kept.md')).toBe(data.site.text)
  expect(await isOpen('posts/kept.md')).toBe(false)
  await server.call('POST', `/history/${meta.commit}/revert`)
  expect(await isOpen('posts/kept.md')).toBe(true)
})

it('a conflict of another file has a copy beside it, which is no project, and ends with either', async () => {
  const { data, resolve } = await site().open('projects/p.yaml')
  expect(data).toMatchObject({
    copy: expect.stringMatching(/^projects\/p-conflict-[0-9a-f]{7}\.yaml$/),
    site: { text: expect.stringContaining('title: Theirs') },
    other: { text: expect.stringContaining('title: Ours') },
  })
  const { problems, projects } = (await site().server.call('GET', '/status')).data
  expect(problems).toContainEqual(expect.objectContaining({ file: data.copy }))
  expect(projects).toBe(1)
  expect((await resolve(data.other.text)).status).toBe(200)
  expect(site().server.text('projects/p.yaml')).toContain('title: Ours')
  expect(await site().isOpen('projects/p.yaml')).toBe(false)
})

const IDS = ['alone', 'unfit', 'discarded']

const reset = ofFile(async () => {
  const files = Object.fromEntries(IDS.map((id) => [`posts/${id}.md`, post('One')]))
  const server = await startServer(files)
  const start = server.head()
  const saved = new Map<string, string[]>()
  for (const id of IDS) {
    for (const content of ['Two', 'Three']) {
      const { meta } = await server.call('PUT', `/posts/${id}`, { content })
      saved.set(id, [...(saved.get(id) ?? []), meta.commit])
    }
  }
  server.git('reset', '-q', '--hard', start)
  for (const id of IDS) await until(async () => (await contentOf(server, id)) === 'One')
  return { server, saved }
})

function lost(id: string) {
  const { server, saved } = reset()
  const [first = '', second = ''] = saved.get(id) ?? []
  const displaced = async (): Promise<string[]> => {
    const { data } = await server.call('GET', '/status')
    const commits = data.displaced.map(({ commit }: { commit: string }) => commit)
    return commits.filter((commit: string) => commit === first || commit === second)
  }
  const show = (commit: string) => server.call('GET', `/displaced/${commit}`)
  const restore = (commit: string, body?: object) =>
    server.call('POST', `/displaced/${commit}/restore`, body)
  const discard = (commit: string, discarded: boolean) =>
    server.call('PATCH', `/displaced/${commit}`, { discarded })
  return { server, first, second, displaced, show, restore, discard }
}

it('a change off the branch is shown as it would come back, and comes back without the later one', async () => {
  const { server, first, second, displaced, show, restore, discard } = lost('alone')
  const result = expect.stringContaining('Two')
  // It is shown while another git holds the repository.
  server.put('.git/index.lock', '')
  const shown = [{ path: 'posts/alone.md', fits: true, now: post('One'), result }]
  expect((await show(first)).data.texts).toMatchObject(shown)
  rmSync(join(server.folder, '.git/index.lock'))
  // Nor is the list needed: this is a file where git would need a folder.
  server.git('update-ref', 'refs/gap/settled', 'HEAD')
  const { status, meta } = await restore(first)
  expect([status, newest(server)]).toEqual([200, 'Restore: Update short: Shared'])
  expect(await discard(second, true)).toMatchObject({ status: 503, code: 'read_only' })
  expect(await displaced()).toEqual([second])
  server.git('update-ref', '-d', 'refs/gap/settled')
  expect(server.head()).toBe(meta.commit)
  expect((await show(first)).status).toBe(404)
  expect(await contentOf(server, 'alone')).toBe('Two')
  expect(await displaced()).toEqual([second])
  expect((await restore(second)).status).toBe(200)
  expect(await contentOf(server, 'alone')).toBe('Three')
})

it('a change off the branch is taken off the list and put back there, and kept by git', async () => {
  const { server, first, second, displaced, discard } = lost('discarded')
  expect((await discard(second, true)).status).toBe(200)
  expect(await displaced()).toEqual([first])
  expect((await discard(second, true)).status).toBe(404)
  expect((await discard(second, false)).status).toBe(200)
  await server.call('POST', '/posts', { title: 'New', content: 'Text' })
  for (const listed of [[second, first], [first]]) {
    server.git('reflog', 'expire', '--expire=now', '--all')
    server.git('gc', '-q', '--prune=now')
    expect(await displaced()).toEqual(listed)
    expect(server.git('cat-file', '-t', second).trim()).toBe('commit')
    await discard(second, true)
  }
})
