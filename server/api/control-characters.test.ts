/** Titles, tags and reasons with characters that are no text: what is saved of them and reads back. */
import { expect, it } from 'vitest'
import { apiOfFile } from '../test/live-server.ts'

const ODD = 'One\x1e\x1ftwo\x1b[2J\u2028\x85three'
const CLEAN = 'One two [2J three'
const escaped = JSON.stringify(ODD)
const server = apiOfFile({
  'posts/a.md': `---\ntitle: ${escaped}\ntags: [${escaped}]\ndate: 2026-01-01\n---\n\nText\n`,
  'posts/b.md': '---\ndate: 2026-01-01\n---\n\n# Head\x1fing\n',
  'projects/p.yaml': `title: ${escaped}\ndue_date: 2026-12-01\ntags: [${escaped}]\n`,
  'projects/moved.yaml': 'title: P\ndue_date: 2026-12-02\n',
  'tags.yaml': `- name: ${escaped}\n`,
})

it('a title of control characters is saved without them, and its history stays whole', async () => {
  const { call, git } = server()
  const input = { title: ODD, content: 'C', tags: ['Wri\x1fting\x1e'] }
  const { status, data, meta } = await call('POST', '/posts', input)
  expect([status, data.title, data.tags[0].name]).toEqual([201, CLEAN, 'Wri ting'])
  const [entry] = (await call('GET', `/history?post=${data.id}`)).data
  expect(entry).toMatchObject({ subject: `Publish short: ${CLEAN}`, commit: meta.commit })
  expect(entry.files).toHaveLength(1)
  const deleted = await call('DELETE', `/posts/${data.id}`)
  expect((await call('GET', '/posts/deleted')).data).toMatchObject([{ id: data.id, title: CLEAN }])
  await call('POST', `/history/${deleted.meta.commit}/revert`)
  expect((await call('GET', `/posts/${data.id}`)).status).toBe(200)
  expect(git('status', '--porcelain')).toBe('')
})

it('a reason keeps its lines and loses control characters, and its move is listed', async () => {
  const reason = 'Ill\r\n\x1eand\ttired\x9b'
  const patch = { due_date: '2026-12-31', reason }
  expect((await server().call('PATCH', '/deadline-projects/moved', patch)).status).toBe(200)
  expect(server().git('log', '-1', '--format=%b').trim()).toBe('Ill\n and\ttired')
  const [moved] = (await server().call('GET', '/history?project=moved')).data
  expect(moved.files).toEqual(['projects/moved.yaml'])
})

it('a title and tags that were written by hand are shown and committed without them', async () => {
  const { call, subjects } = server()
  const post = (await call('GET', '/posts/a')).data
  expect([post.title, post.tags[0].name]).toEqual([CLEAN, CLEAN])
  expect((await call('GET', '/posts/b')).data.title).toBe('Head ing')
  const [project] = (await call('GET', '/deadline-projects')).data
  expect([project.title, project.tags]).toEqual([CLEAN, [CLEAN]])
  expect((await call('GET', '/posts/tags')).data[0].name).toBe(CLEAN)
  await call('PUT', '/posts/a', { content: 'New' })
  expect(subjects()[0]).toBe(`Update essay: ${CLEAN}`)
})
