/** The site as plain files, from the command as an owner calls it. */
import { existsSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { beforeAll, expect, it } from 'vitest'
import { takeCleanUps } from '../../../server/test/at-end.ts'
import { type Fixture, makeFolder, makeRepository } from '../../../server/test/git-fixture.ts'
import { serve } from '../../../server/test/live-server.ts'
import { parseXml } from '../../../server/test/strict-xml.ts'
import { content } from '../../test/hook-fixture.ts'

/** Beside it is the app that the build wrote. */
const PROGRAM = resolve(import.meta.dirname, '../../../dist/content.mjs')

const essay = (number: number, more = '', text = `Text ${number}.`) =>
  `---\ntitle: Essay ${number}\ntype: essay\ndate: 2026-03-01T10:${10 + number}:00Z\n${more}---\n\n${text}\n`

const LINKS = `[post](/post/essay-2#end) [old](/post/old-1) [tag](/?tag=writing) [near](essay-3)
[file](/feed.xml) [search](/search?q=a) [nothing](/nothing) [other](https://other.example/post/x)
[bar](https://other.example/icon-button)

![Image](/media/2026/a.png)`

const MOVED = 'tags: [Writing]\naliases: [old-1, /2019/old.html, /?p=1]\n'
const ADA = 'https://ada.example'
const PUBLICATION = 'at://did:plc:a/site.standard.publication/b'
const COVER = '/media/2026/loaf-4x3-0123456789ab.png'
const UNSERVED = 'A plain host cannot serve the alias /?p=1.\n'

let site: Fixture
let folder: string

beforeAll(async () => {
  const numbers = Array.from({ length: 45 }, (_, number) => number)
  site = makeRepository({
    'site.yaml': `brand: Ada\ntime_zone: Europe/Berlin\nstandard_site: ${PUBLICATION}\n`,
    ...Object.fromEntries(numbers.map((at) => [`posts/essay-${at}.md`, essay(at)])),
    'posts/essay-1.md': essay(1, MOVED, LINKS),
    'posts/secret.md': essay(46, 'draft: true\n', 'Nobody sees this.'),
    'pages/now.md': '---\ntitle: Now\naliases: [today]\n---\n\nA page.\n',
    'pages/404.md': 'A page, not the error page.\n',
    'posts/essay-2.md': essay(2, "tags: ['C#', C++, '..']\n"),
    'posts/essay-3.md': essay(3, `canonical: https://first.example/3\nimage: ${COVER}\n`),
    'projects/ship.yaml': 'title: Ship it\ndue_date: 2026-12-31\ntags: [Building]\n',
    'media/2026/a.png': 'an image',
    [COVER.slice(1)]: 'a cover',
  })
  folder = join(makeFolder(), 'out')
  // The site's own server runs on the same folder.
  await serve(site)
  expect(await run('--base', '/blog')).toMatchObject({ status: 0, err: UNSERVED })
  return takeCleanUps()
})

const run = (...args: string[]) =>
  content(['export', folder, ...args], { CONTENT_DIR: site.folder, SITE_URL: ADA }, PROGRAM)

const text = (path: string) => readFileSync(join(folder, path), 'utf8')
const filesIn = (place: string) =>
  readdirSync(place, { recursive: true, encoding: 'utf8' })
    .filter((path) => statSync(join(place, path)).isFile())
    .sort()

it('has every address of the sitemap, feeds, calendar, badge, cards, assets and media', () => {
  const urls = parseXml(text('sitemap.xml')).elements[0]?.elements ?? []
  const paths = urls.map(({ elements }) =>
    elements[0]?.text.replace('https://ada.example/blog', ''),
  )
  expect(paths).toContain('/post/essay-44')
  for (const path of paths) expect(text(`${path}/index.html`)).toContain('<!doctype html>')
  const others =
    'feed.xml rss.xml feed.json record.xml deadlines.ics streak.svg robots.txt og.png ' +
    'og/essay-1.png media/2026/a.png 404.html post/old-1/index.html 2019/old/index.html ' +
    '2019/old.html today/index.html tags/writing/index.html .nojekyll ' +
    '.well-known/site.standard.publication ' +
    // In the menu, or the copy of an original, though not in the sitemap.
    'resources/learning-ai/index.html post/essay-3/index.html'
  expect(filesIn(folder)).toEqual(expect.arrayContaining(others.split(' ')))
  expect(filesIn(folder).join()).not.toMatch(/secret|search|admin|\.js\b/)
  for (const feed of ['feed.xml', 'rss.xml', 'record.xml']) parseXml(text(feed))
  expect(text('feed.json')).toContain('https://ada.example/blog/post/essay-44')
})

it('has links that hold below the base, and text where a link would lead nowhere', () => {
  const post = text('post/essay-1/index.html')
  for (const part of [
    '<a href="/blog/post/essay-2/#end">post</a>',
    '<a href="/blog/post/old-1/">old</a>',
    '<a href="/blog/tags/writing/">tag</a>',
    '<a href="/blog/post/essay-3/">near</a>',
    '<a href="/blog/feed.xml">file</a>',
    '<a>search</a> <a>nothing</a>',
    'href="https://other.example/post/x"',
    'src="/blog/media/2026/a.png"',
    '<link rel="canonical" href="https://ada.example/blog/post/essay-1">',
    'href="https://other.example/icon-button"',
  ]) {
    expect(post).toContain(part)
  }
  expect(text('post/essay-3/index.html')).toContain(`src="/blog${COVER}" width="4" height="3"`)
  expect(text(COVER)).toBe('a cover')
  const html = filesIn(folder).filter((path) => path.endsWith('.html'))
  for (const path of html) {
    expect(text(path)).not.toMatch(/<script(?![^>]*ld\+json)|<form|<button|SearchAction|Load more/)
    for (const [, link = ''] of text(path).matchAll(/\s(?:href|src)="(\/[^"#]*)/g)) {
      const target = link.replace(/^\/blog\//, '').replace(/\/$|^$/, '/index.html')
      expect([link, existsSync(join(folder, target))]).toEqual([link, true])
    }
  }
})

it('has complete lists, a page for each tag, and a page where an old address was', () => {
  for (const path of ['index.html', 'essays/index.html', 'record/index.html']) {
    const listed = text(path).match(/>Essay \d+<\/a>/g) ?? []
    expect([path, new Set(listed).size]).toEqual([path, 45])
  }
  for (const [path, heading] of Object.entries({
    ...{ 'index.html': 'Blog', '404.html': 'Oops! Page not found', '404/index.html': '404' },
    ...{ 'tags/c/index.html': 'C#', 'tags/c-2/index.html': 'C++', 'tags/..-2/index.html': '..' },
  })) {
    expect([path, text(path)]).toEqual([path, expect.stringContaining(`<title>${heading} | Ada<`)])
  }
  const tag = text('tags/writing/index.html')
  expect(tag).toContain('<title>Writing | Ada</title>')
  expect(tag.match(/>Essay \d+<\/a>/g)).toEqual(['>Essay 1</a>'])
  expect(existsSync(join(folder, 'tags/building'))).toBe(false)
  const old = text('2019/old/index.html')
  expect(old).toContain('<link rel="canonical" href="https://ada.example/blog/post/essay-1">')
  expect(old).toContain('content="0; url=/blog/post/essay-1/"')
})

it('rewrites what changed, and removes what is gone', async () => {
  const times = () =>
    new Map(filesIn(folder).map((path) => [path, statSync(join(folder, path)).mtimeMs]))
  const before = times()
  site.put('posts/essay-7.md', essay(7, '', 'Another text.'))
  rmSync(join(site.folder, 'posts/essay-40.md'))
  expect((await run('--base', '/blog')).status).toBe(0)
  const after = times()
  expect(after.has('post/essay-40/index.html')).toBe(false)
  const changed = [...after]
    .filter(([path, time]) => before.get(path) !== time)
    .map(([path]) => path)
  expect(changed).toEqual(expect.arrayContaining(['index.html', 'post/essay-7/index.html']))
  expect(changed.join()).not.toMatch(/essay-20|\.css|media/)
  expect(site.git('status', '--porcelain')).toBe(' D posts/essay-40.md\n M posts/essay-7.md\n')
})

it('an address that failed is named, and its file stays', async () => {
  rmSync(join(site.folder, 'media/2026/a.png'))
  const { status, err } = await run('--base', '/blog')
  expect([status, err]).toEqual([1, `${UNSERVED}/media/2026/a.png: status 404\n`])
  expect(text('media/2026/a.png')).toBe('an image')
})
