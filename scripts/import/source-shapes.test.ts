/** Shapes of real sites that an import has to know, one row each. */
import { symlinkSync, utimesSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { fixtureIn, makeFolder, makeRepository } from '../../server/test/git-fixture.ts'
import { contentRepository } from '../test/content-repository.ts'
import type { SampleSite } from '../test/sample-sites.ts'
import { importContent } from './import-content.ts'

const post = (more = '', text = 'Text\n') =>
  `---\ntitle: A title\ndate: 2020-05-06\n${more}---\n${text}`

/** Imports files and returns the lines, those of posts by source and the content repository. */
async function importing(sample: SampleSite, more: object = {}) {
  const source = fixtureIn(makeFolder())
  for (const [path, text] of Object.entries(sample)) source.put(path, text)
  return importingFrom(source.folder, more)
}

async function importingFrom(from: string, more: object = {}) {
  const site = contentRepository()
  const lines: string[] = []
  const print = (line: string) => lines.push(line)
  const usual = { kind: null, timeZone: 'Europe/Berlin', isDryRun: false }
  const options = { from, contentDir: site.folder, print, ...usual, ...more }
  const isDone = await importContent(options)
  return { site, lines, isDone }
}

const HUGO = { 'config/_default/hugo.yaml': 'title: Old\n' }

describe('a post is found', () => {
  it.each<[string, SampleSite, string, string]>([
    [
      'Jekyll: another ending of markdown',
      { '_config.yml': '', '_posts/2020-05-06-hello.mkd': post() },
      'Jekyll',
      'hello',
    ],
    [
      'Jekyll: HTML',
      { '_config.yml': '', '_posts/2020-05-06-hello.html': post('', '<p>Text</p>\n') },
      'Jekyll',
      'hello',
    ],
    [
      'Hugo: a translation in a bundle',
      { ...HUGO, 'content/posts/hello/index.de.md': post() },
      'Hugo',
      'hello-de',
    ],
    ['Hugo: config/_default', { ...HUGO, 'content/posts/hello.md': post() }, 'Hugo', 'hello'],
    [
      'Hugo: content/<lang>',
      {
        'hugo.toml': '[languages.en]\ncontentDir = "content/en"\n',
        'content/en/posts/a.md': post(),
      },
      'Hugo',
      'a',
    ],
    [
      'Eleventy: x/x.md',
      { 'eleventy.config.js': "dir: { input: 'site' }", 'site/posts/hello/hello.md': post() },
      'Eleventy',
      'hello',
    ],
    [
      'Eleventy: x/index.md',
      { 'eleventy.config.js': '', 'posts/index.md': '# All\n', 'posts/hello/index.md': post() },
      'Eleventy',
      'hello',
    ],
    [
      'Astro: src/data',
      { 'astro.config.mjs': '', 'src/data/blog/hello.md': post() },
      'Astro',
      'hello',
    ],
  ])('%s', async (_, sample, name, id) => {
    const { site, lines, isDone } = await importing(sample)
    expect(lines.at(-1)).toBe(
      `Imported 1 post from ${name}. Committed as 'Import 1 post from ${name}'.`,
    )
    expect(site.text(`posts/2020/${id}.md`)).toContain('\nText\n')
    expect(isDone).toBe(true)
  })

  it('keeps the letters of its name', async () => {
    const ids = {
      'שלום עולם': 'שלום-עולם',
      مرحبا: 'مرحبا',
      你好世界: '你好世界',
      Привет: 'привет',
      हिन्दी: 'हिन्दी',
      ['қазақша-é'.normalize('NFD')]: 'қазақша-e',
    }
    const files = Object.keys(ids).map((name) => [`a/${name}.md`, post()])
    const { lines } = await importing(Object.fromEntries(files))
    for (const id of Object.values(ids)) expect(lines.join('\n')).toContain(`posts/2020/${id}.md`)
    expect(lines.at(-1)).toMatch(/^Imported 6 posts from markdown files/)
  })

  it('with a name of signs alone gets the same id at each import', async () => {
    const source = fixtureIn(makeFolder())
    source.put('a/!!!.md', post())
    const first = await importingFrom(source.folder)
    const contentDir = first.site.folder
    const again = await importingFrom(source.folder, { contentDir })
    expect(first.lines.at(-2)).toMatch(/imported as posts\/2020\/2020-05-06-[0-9a-f]{4}\.md/)
    expect(again.lines.at(-2)).toMatch(/skipped: here already: posts\/2020\/2020-05-06-/)
    expect(again.isDone).toBe(true)
  })
})

describe('what is no post', () => {
  it('is left out by its name', async () => {
    const names = 'CONTRIBUTING LICENSE SECURITY CODE_OF_CONDUCT CHANGELOG a/README a/CLAUDE'
    const paths = ['CLAUDE', 'agents', ...names.split(' ')].map((name) => `${name}.md`)
    const files = Object.fromEntries(paths.map((path) => [path, 'Words\n']))
    const { lines, isDone } = await importing(files)
    for (const path of paths) expect(lines).toContain(`${path}: skipped: It is no post.`)
    expect(isDone).toBe(false)
  })

  it.each<[string, SampleSite]>([
    ['Textile', { '_config.yml': '', '_posts/2020-05-06-a.textile': 'x' }],
    ['Org', { ...HUGO, 'content/posts/a.org': 'x' }],
    ['Nunjucks', { 'eleventy.config.js': '', 'posts/a.njk': 'x' }],
    ['a canvas', { '.obsidian/app.json': '', 'a.canvas': '{}' }],
  ])('is named: %s', async (_, sample) => {
    const { lines } = await importing(sample, { isDryRun: true })
    expect(lines.join('\n')).toContain(': skipped: It is not written in markdown.')
  })

  it('is a link to a text or a folder, which is named and not followed', async () => {
    const outside = fixtureIn(makeFolder())
    outside.put('secret.md', post('', 'Secret\n'))
    const source = fixtureIn(makeFolder())
    source.put('a/here.md', post())
    symlinkSync(join(outside.folder, 'secret.md'), join(source.folder, 'a/link.md'))
    symlinkSync(outside.folder, join(source.folder, 'folder'))
    symlinkSync('/nowhere', join(source.folder, 'picture.png'))
    const { site, lines } = await importingFrom(source.folder)
    const reason = 'skipped: It is a link to another place, which is not followed.'
    expect(lines).toContain(`a/link.md: ${reason}`)
    expect(lines).toContain(`folder: ${reason}`)
    expect(lines[0]).toBe('4 files read: 1 post, 3 skipped.')
    expect(site.git('ls-files', 'posts').trim()).toBe('posts/2020/here.md')
  })

  it('is a page of HTML, of which nothing is said', async () => {
    const { lines } = await importing({ '_config.yml': '', 'index.html': '<p>', 'x/y.html': '<p>' })
    expect(lines[0]).toBe('0 files read: 0 posts.')
  })

  it('is not a post about agents or security', async () => {
    const { lines } = await importing({ 'blog/agents.md': post(), 'blog/security.md': post() })
    expect(lines.at(-1)).toContain('Imported 2 posts')
  })
})

describe('the date of a post without one in its front matter', () => {
  const text = (more = '') => `---\ntitle: A\n${more}---\nText\n`

  it('is that of its address, the names of its folders, or lastmod', async () => {
    const rows: [string, string, string][] = [
      ['a/x1.md', 'permalink: /2019/03/04/x/\n', '2019-03-04'],
      ['2019/03/04/x2.md', 'lastmod: 2021-01-01\n', '2019-03-04'],
      ['a/2019-03-04-x3/index.md', '', '2019-03-04'],
      ['a/x4.md', 'lastmod: 2021-02-03\n', '2021-02-03'],
    ]
    const files = rows.map(([path, more]) => [path, text(more)])
    const { site } = await importing(Object.fromEntries(files))
    for (const [n, [, , day]] of rows.entries()) {
      const file = site.text(site.git('ls-files', `posts/*x${n + 1}.md`).trim())
      expect(file).toContain(`\ndate: ${day}\n`)
      expect(file).not.toContain('draft')
    }
  })

  it('is that of the first commit of its file, through renames, before lastmod', async () => {
    const source = makeRepository({ 'a/old.md': text('lastmod: 2022-01-01\n') })
    const day = source.git('log', '-1', '--format=%aI').trim().slice(0, 10)
    source.git('mv', 'a/old.md', 'a/new.md')
    source.git('commit', '-q', '--date=2001-01-01T00:00:00+00:00', '-m', 'Author renames')
    const { site, lines } = await importingFrom(source.folder)
    expect(site.text(`posts/${day.slice(0, 4)}/new.md`)).toContain(`\ndate: ${day}T`)
    expect(lines.at(-2)).toContain('a date from elsewhere: that of the first commit of its file')
  })

  it('is not that of a shallow clone, whose first commit added nothing', async () => {
    const source = makeRepository({ 'a/x.md': text() })
    source.git('commit', '-q', '--allow-empty', '-m', 'Author goes on')
    const clone = fixtureIn(makeFolder())
    clone.git('clone', '-q', '--depth=1', `file://${source.folder}`, '.')
    const { lines } = await importingFrom(clone.folder)
    expect(lines.at(-2)).toContain('no date is known: a draft with that of its file')
  })

  it('is unknown otherwise: a draft, or the time of its file where that is asked', async () => {
    const source = fixtureIn(makeFolder())
    source.put('a/x.md', text())
    utimesSync(join(source.folder, 'a/x.md'), 1_500_000_000, 1_500_000_000)
    const { site, lines } = await importingFrom(source.folder)
    expect(site.text('posts/2017/x.md')).toContain('\ndraft: true\n')
    expect(lines).toContain(
      'A post whose date is not known comes as a draft; --undated publish publishes it.',
    )
    const asked = await importingFrom(source.folder, { publishesUndated: true })
    expect(asked.site.text('posts/2017/x.md')).toContain('\ndate: 2017-07-14T04:40:00+02:00\n')
    expect(asked.site.text('posts/2017/x.md')).not.toContain('draft')
  })
})

it('links to notes as tags are tags', async () => {
  const lines = [
    'tags: [[Books]]',
    'tags:\n  - "[[notes/Books|my books]]"',
    'categories: ["[[Books#read]]"]',
  ]
  const files = lines.map((line, n) => [`x${n}.md`, post(`${line}\n`)])
  const { site } = await importing({ '.obsidian/app.json': '{}', ...Object.fromEntries(files) })
  for (const n of [0, 1, 2]) expect(site.text(`posts/2020/x${n}.md`)).toContain('\ntags: [Books]\n')
})

describe('the report', () => {
  it('begins with a summary by reason', async () => {
    const { lines } = await importing({
      '_config.yml': '',
      '.obsidian/app.json': '{}',
      '_posts/2020-01-02-a.md':
        '---\ntitle: A\nlayout: x\n---\n{% include a.html %} {{ site.title }}\n',
      '_posts/2020-01-03-b.md':
        '---\ntitle: B\nlayout: x\n---\n![](/gone.png) ![](/gone-too.png)\n',
      '_drafts/c.md': '---\ntitle: C\n---\nText\n',
      'about.md': 'Me\n',
      'now.md': 'Now\n',
      '_posts/2020-01-04-d.md': '---\ntitle: [\n---\n',
    })
    expect(lines.slice(0, 10)).toEqual([
      '6 files read: 3 posts (1 draft among them), 3 skipped.',
      '     2 skipped: It is a page, not in _posts or _drafts.',
      '     1 skipped: This is not valid YAML',
      '     2 with keys without a meaning here',
      '     1 with an image that is not there',
      '     1 with no date is known',
      '     1 with template tags that stay as text',
      '     1 with template values that stay as text',
      `_drafts/c.md: imported as ${lines[8]?.split('imported as ')[1]}`,
      expect.stringContaining(
        'template tags that stay as text: {% include a.html %}; template values that stay as text: {{ site.title }}',
      ),
    ])
  })
})

it('a post of Jekyll in HTML is there as its readers had it', async () => {
  const { site, lines } = await importing({
    '_config.yml': '',
    '_posts/2020-05-07-y.html': post('', '<b>e</b> <font>{{ site.title }}</font>'),
  })
  expect(site.text('posts/2020/y.md')).toMatch(/\n\*\*e\*\* \{\{ site.title \}\}\n$/)
  expect(lines.at(-2)).toContain('left: template values that stay as text: {{ site.title }}')
})
