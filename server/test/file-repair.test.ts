/** The whole server with real git: files repaired as texts. */
import { symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import type { ContentText, SiteFile } from '#domain/answers/repair-answers.ts'
import { serverOfFile } from './live-server.ts'

const BROKEN = '---\ntitle: "Loaf\ntype: short\ndate: 2026-01-02\n---\nFlour.\n'
const ABOUT = '\ufeff---\r\ntitle: x\r\n---\r\nOld.\r\n'
const SETTINGS = 'title: T\nbrand: B\ndescription: D\n'

const server = serverOfFile({
  'posts/2026/loaf.md': BROKEN,
  'posts/rye.md': BROKEN,
  'posts/a.md': '---\ntitle: One: two\n---\nText\n',
  'about.md': ABOUT,
  'site.yaml': SETTINGS,
})
const read = (path: string) =>
  server().call<ContentText>('GET', `/files?path=${encodeURIComponent(path)}`)
const save = (path: string, text: string, revision: string | null = null) =>
  server().call<ContentText>('PUT', '/files', { path, text, revision })
const newest = () => server().git('log', '-1', '--format=%s').trim()

it('a file that cannot be read is told what it needs, and not saved while it still cannot be read', async () => {
  const reason = expect.stringContaining('a title with a colon needs quotes')
  expect((await read('posts/a.md')).data.problems).toMatchObject([{ line: 2, reason }])
  const { revision } = (await read('posts/rye.md')).data
  const before = newest()
  const refused = await save('posts/rye.md', BROKEN.replace('Flour', 'Salt'), revision)
  expect(refused).toMatchObject({ status: 400, code: 'unreadable_text' })
  expect(refused.json).toMatchObject({ line: expect.any(Number), reason: expect.any(String) })
  expect(newest()).toBe(before)
})

it('a file that cannot be read is refused in words where it is none of ours, or no text', async () => {
  const before = newest()
  server().put('posts/a.markdown', 'A')
  writeFileSync(join(server().folder, 'posts/bytes.md'), Buffer.from([0x41, 0xff]))
  symlinkSync('/etc/passwd', join(server().folder, 'posts/link.md'))
  await server().store.rescan()
  const outside = ['../site.yaml', 'posts/../../x.md', '.git/config', 'posts/.a.md']
  const foreign = [...outside, '/etc/passwd', 'package.json', '']
  for (const [path, status, words] of [
    ['posts/bytes.md', 409, 'not text in UTF-8'],
    ['posts/link.md', 409, 'links are not followed'],
    ['posts/a.markdown', 409, 'must end in .md'],
    ['posts/none.md', 404, 'no longer there'],
    ...foreign.map((path) => [path, 404, 'no such content file'] as const),
  ] as const) {
    for (const { error, ...answer } of [await read(path), await save(path, 'x')]) {
      expect([answer.status, error], path).toEqual([status, expect.stringContaining(words)])
    }
  }
  expect(newest()).toBe(before)
})

it('a file of the site is listed, made, and changed line by line', async () => {
  const { data } = await server().call<SiteFile[]>('GET', '/files/site')
  const topics = ['ai', 'data', 'drawing', 'coding'].map((topic) => `learning-${topic}`)
  const resources = ['reading-list', ...topics].map((page) => `resources/${page}.yaml`)
  const there = ['about.md', 'site.yaml']
  expect(data.map(({ path }) => path)).toEqual([...there, 'tags.yaml', ...resources])
  expect(data.filter((file) => file.is_there).map(({ path }) => path)).toEqual(there)
  const old = (await read('about.md')).data
  expect(old.text).toBe('---\ntitle: x\n---\nOld.\n')
  // As a program sends it; a browser sends `\n`.
  const typed = old.text.replace('Old.', 'New.\nAnd more.').replaceAll('\n', '\r\n')
  await save('about.md', typed, old.revision)
  expect(newest()).toBe('Update about.md')
  const changed = ABOUT.replace('Old.\r\n', 'New.\r\nAnd more.\r\n')
  expect(server().git('show', 'HEAD:about.md')).toBe(changed)
  expect(await server().page('/about')).toContain('And more.')

  expect((await read('tags.yaml')).data).toMatchObject({ text: '', revision: null })
  const made = await save('tags.yaml', '- name: Bread\n  color: tag-rose\n')
  expect([made.status, newest()]).toEqual([200, 'Add tags.yaml'])
})

it('a file of the site is never made unreadable, and refused with both texts when two changed it', async () => {
  const { text, revision } = (await read('site.yaml')).data
  expect((await save('site.yaml', 'title: [\n', revision)).status).toBe(400)
  expect(server().text('site.yaml')).toBe(SETTINGS)
  const named = (title: string) => text.replace('title: T', `title: ${title}`)
  server().commitFiles({ 'site.yaml': named('Theirs') })
  const { status, json } = await save('site.yaml', named('Mine'), revision)
  expect(status).toBe(409)
  expect(json).toMatchObject({ code: 'conflict', current: { text: named('Theirs') }, base: text })
  expect(newest()).toBe('By hand')
})
