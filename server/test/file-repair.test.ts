/** The whole server with real git: files repaired as texts. */
import { symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import type { ContentText, SiteFile } from '#domain/answers/repair-answers.ts'
import type { Post } from '#domain/post.ts'
import { faultsOf } from './git-fixture.ts'
import { type LiveServer, serverOfFile } from './live-server.ts'

const BROKEN = '---\ntitle: "Loaf\ntype: short\ndate: 2026-01-02\n---\nFlour.\n'
const REPAIRED = BROKEN.replace('"Loaf', 'Loaf')

const ABOUT = '\ufeff---\r\ntitle: x\r\n---\r\nOld.\r\n'
const SETTINGS = 'title: T\nbrand: B\ndescription: D\n'

const site = serverOfFile({
  'posts/2026/loaf.md': BROKEN,
  'posts/rye.md': BROKEN,
  'posts/a.md': '---\ntitle: One: two\n---\nText\n',
  'about.md': ABOUT,
  'site.yaml': SETTINGS,
})
const read = (server: LiveServer, path: string) =>
  server.call<ContentText>('GET', `/files?path=${encodeURIComponent(path)}`)
const newest = (server: LiveServer) => server.git('log', '-1', '--format=%s').trim()

describe('a file that cannot be read', () => {
  it('is shown with what is wrong, and repaired by one commit', async () => {
    const server = site()
    const { data } = await read(server, 'posts/2026/loaf.md')
    expect(data).toMatchObject({ text: BROKEN, problems: [{ line: expect.any(Number) }] })
    const { status, meta, ...saved } = await server.call<ContentText>('PUT', '/files', {
      path: data.path,
      text: REPAIRED,
      revision: data.revision,
    })
    expect([status, saved.data.problems]).toEqual([200, []])
    expect(server.git('rev-parse', 'HEAD').trim()).toBe(meta.commit)
    expect(newest(server)).toBe('Repair posts/2026/loaf.md')
    expect(server.git('show', 'HEAD:posts/2026/loaf.md')).toBe(REPAIRED)
    expect(server.git('show', '--name-only', '--format=', 'HEAD').trim()).toBe('posts/2026/loaf.md')
    expect((await server.ask<Post>('GET', '/posts/loaf')).data.title).toBe('Loaf')
    expect(faultsOf(server)).toBe('')
  })

  it('is told to need quotes where its title has a colon', async () => {
    const server = site()
    const { data } = await read(server, 'posts/a.md')
    expect(data.problems).toMatchObject([
      { line: 2, reason: expect.stringContaining('a title with a colon needs quotes') },
    ])
  })

  it('is not saved while it still cannot be read', async () => {
    const server = site()
    const { data } = await read(server, 'posts/rye.md')
    const half = { path: data.path, text: BROKEN.replace('Flour', 'Salt'), revision: data.revision }
    const before = newest(server)
    const refused = await server.call('PUT', '/files', half)
    expect(refused).toMatchObject({
      status: 400,
      code: 'unreadable_text',
      line: expect.any(Number),
      reason: expect.any(String),
    })
    expect(newest(server)).toBe(before)
  })

  it('is refused in words where it is none of ours, or no text', async () => {
    const server = site()
    const before = newest(server)
    server.put('posts/a.markdown', 'A')
    writeFileSync(join(server.folder, 'posts/bytes.md'), Buffer.from([0x41, 0xff]))
    symlinkSync('/etc/passwd', join(server.folder, 'posts/link.md'))
    await server.app.store.rescan()
    const cases: [path: string, status: number, words: string][] = [
      ['posts/bytes.md', 409, 'not text in UTF-8'],
      ['posts/link.md', 409, 'links are not followed'],
      ['posts/a.markdown', 409, 'must end in .md'],
      ['posts/none.md', 404, 'no longer there'],
      ['../site.yaml', 404, 'no such content file'],
      ['posts/../../x.md', 404, 'no such content file'],
      ['.git/config', 404, 'no such content file'],
      ['posts/.a.md', 404, 'no such content file'],
      ['/etc/passwd', 404, 'no such content file'],
      ['package.json', 404, 'no such content file'],
      ['', 404, 'no such content file'],
    ]
    for (const [path, status, words] of cases) {
      const answer = await read(server, path)
      expect([answer.status, answer.error], path).toEqual([status, expect.stringContaining(words)])
      const saved = await server.call('PUT', '/files', { path, text: 'x', revision: null })
      expect([saved.status, saved.error], path).toEqual([status, expect.stringContaining(words)])
    }
    expect(newest(server)).toBe(before)
  })
})

describe('a file of the site', () => {
  it('is listed, made, and changed line by line', async () => {
    const server = site()
    const { data } = await server.call<SiteFile[]>('GET', '/files/site')
    expect(data.map(({ path, is_there }) => [path, is_there])).toEqual([
      ['about.md', true],
      ['site.yaml', true],
      ['tags.yaml', false],
      ...[
        'reading-list',
        'learning-ai',
        'learning-data',
        'learning-drawing',
        'learning-coding',
      ].map((page) => [`resources/${page}.yaml`, false]),
    ])
    const old = (await read(server, 'about.md')).data
    expect(old.text).toBe('---\ntitle: x\n---\nOld.\n')
    const text = old.text.replace('Old.', 'New.\nAnd more.')
    await server.call('PUT', '/files', { path: 'about.md', text, revision: old.revision })
    expect(newest(server)).toBe('Update about.md')
    expect(server.git('show', 'HEAD:about.md')).toBe(
      ABOUT.replace('Old.\r\n', 'New.\r\nAnd more.\r\n'),
    )
    expect(await server.page('/about')).toContain('And more.')

    const tags = await read(server, 'tags.yaml')
    expect(tags.data).toMatchObject({ text: '', revision: null })
    const list = '- name: Bread\n  color: tag-rose\n'
    const made = await server.call('PUT', '/files', { path: 'tags.yaml', text: list })
    expect([made.status, newest(server)]).toEqual([200, 'Add tags.yaml'])
  })

  it('that can be read is never made unreadable', async () => {
    const server = site()
    const { revision } = (await read(server, 'site.yaml')).data
    const broken = { path: 'site.yaml', text: 'title: [\n', revision }
    expect(await server.call('PUT', '/files', broken)).toMatchObject({ status: 400 })
    expect(server.text('site.yaml')).toBe(SETTINGS)
  })

  it('changed by two is refused with both texts', async () => {
    const server = site()
    const { text, revision } = (await read(server, 'site.yaml')).data
    server.put('site.yaml', text.replace('title: T', 'title: Theirs'))
    server.git('commit', '-qam', 'By hand')
    const same = await server.call('PUT', '/files', {
      path: 'site.yaml',
      text: text.replace('title: T', 'title: Mine'),
      revision,
    })
    expect(same).toMatchObject({
      status: 409,
      code: 'conflict',
      current: { text: expect.stringContaining('title: Theirs') },
      base: text,
    })
    expect(newest(server)).toBe('By hand')
  })
})
