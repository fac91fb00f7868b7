/** Old addresses by the rules of each program, as their documentation has them. */
import { expect, it } from 'vitest'
import { fixtureIn, makeFolder } from '../../server/test/git-fixture.ts'
import { addressBefore } from './address-before.ts'
import type { SiteKind } from './read/source-post.ts'
import { readSiteRules } from './site/site-rules.ts'

interface Post {
  source: string
  name?: string
  title?: string
  date?: string
  permalink?: string
  categories?: string[]
}

/** The addresses of a post on a site with these files of settings, and what is left unknown. */
function before(kind: SiteKind, post: Post, settings: Record<string, string> = {}) {
  const site = fixtureIn(makeFolder())
  for (const [path, text] of Object.entries(settings)) site.put(path, text)
  const { source, name = 'hello', title = null, date = null, permalink = null } = post
  const placed = { source, name, title, date, permalink, categories: post.categories ?? [] }
  return addressBefore(placed, kind, readSiteRules(site.folder, kind))
}

const JEKYLL = { source: '_posts/2020-01-02-hello.md' }
const HUGO = { source: 'content/posts/hello.md', title: 'Hello, World!', date: '2020-01-02' }
const ELEVENTY = {
  source: 'src/blog/2020-01-02-hello.md',
  title: 'Hello, World!',
  date: '2020-01-02',
}

it.each<[SiteKind, Post, string | null]>([
  ['jekyll', JEKYLL, '/2020/01/02/hello.html'],
  ['jekyll', { ...JEKYLL, categories: ['Notes', 'Web'] }, '/notes/web/2020/01/02/hello.html'],
  ['jekyll', { source: 'trips/_posts/2020-01-02-hello.md' }, '/trips/2020/01/02/hello.html'],
  ['jekyll', { source: '_drafts/hello.md' }, null],
  ['hugo', { source: 'content/posts/hello.md' }, '/posts/hello/'],
  ['hugo', { source: 'content/Posts/hello/index.md' }, '/posts/hello/'],
  ['eleventy', { source: 'src/blog/2020-01-02-hello.md' }, '/blog/hello/'],
  ['eleventy', { source: 'blog/hello/index.md' }, '/blog/hello/'],
  ['astro', { source: 'src/content/blog/hello.md' }, '/blog/hello/'],
  ['eleventy', { source: 'src/blog/hello/hello.md' }, '/blog/hello/'],
  ['ghost', { source: 'hello' }, '/hello/'],
  ['obsidian', { source: 'Notes/hello.md' }, null],
  ['obsidian', { source: 'Notes/hello.md', permalink: 'garden/hello' }, 'garden/hello'],
])('%s with no rules of its own had %j at %s', (kind, post, address) => {
  expect(before(kind, post).address).toBe(address)
})

it.each<[string, string, string]>([
  ['permalink: pretty', '/notes/2020/01/02/hello/', ''],
  ['permalink: none', '/notes/hello.html', ''],
  ['permalink: /:year/:i_month/:i_day/:title', '/2020/1/2/hello', ''],
  ['permalink: /blog/:slug/\nbaseurl: /old', '/old/blog/hello/', ''],
  ['collections: {posts: {permalink: /p/:title/}}', '/p/hello/', ''],
  ['permalink: /:collection/:odd/', '', 'an old address that only code knows: /:collection/:odd/'],
])('Jekyll with %j had it at %s', (config, address, left) => {
  const post = { ...JEKYLL, categories: ['Notes'] }
  expect(before('jekyll', post, { '_config.yml': `${config}\n` })).toEqual({
    address: address === '' ? null : address,
    left: left === '' ? [] : [left],
  })
})

it.each<[string, string, string]>([
  ['hugo.toml', '[permalinks]\nposts = "/:year/:month/:title/"\n', '/2020/01/hello-world/'],
  ['hugo.toml', '[permalinks.page]\nposts = "/:sections/:slug/"\n', '/posts/hello-world/'],
  ['config/_default/permalinks.yaml', 'posts: /:section/:slugorfilename\n', '/posts/hello'],
  [
    'hugo.yaml',
    'baseURL: https://example.org/blog/\npermalinks: {notes: "/:title/"}\n',
    '/blog/posts/hello/',
  ],
])('Hugo with %s of %j had it at %s', (file, config, address) => {
  expect(before('hugo', HUGO, { [file]: config }).address).toBe(address)
})

const LANGUAGES = {
  'config/_default/languages.yaml': 'en: {contentDir: content/en}\nhe: {contentDir: content/he}\n',
  'config/_default/config.toml': 'baseURL = "https://example.org/me/"\n',
}

it.each<[string, Record<string, string>, string]>([
  ['content/en/posts/hello.md', LANGUAGES, '/me/posts/hello/'],
  ['content/he/posts/hello.md', LANGUAGES, '/me/he/posts/hello/'],
  [
    'texts/posts/hello.md',
    { 'config/_default/config.json': '{"contentDir":"texts"}' },
    '/posts/hello/',
  ],
])('Hugo had %s with the settings %j at %s', (source, settings, address) => {
  expect(before('hugo', { ...HUGO, source }, settings).address).toBe(address)
})

it('Hugo keeps to a slug and to an address in the front matter', () => {
  const config = { 'hugo.toml': '[permalinks]\nposts = "/:year/:slug/"\n' }
  expect(before('hugo', { ...HUGO, name: 'other' }, config).address).toBe('/2020/other/')
  const own = { ...HUGO, permalink: '/Gone/There/' }
  expect(before('hugo', own, config).address).toBe('/Gone/There/')
  const odd = { 'hugo.toml': '[permalinks]\nposts = "/:sections[1:]/:title/"\n' }
  expect(before('hugo', HUGO, odd).left).toEqual([
    'an old address that only code knows: /:sections[1:]/:title/',
  ])
})

it.each<[string, string]>([
  ['/{{ page.fileSlug }}/', '/hello/'],
  ['/writing/{{ title | slugify }}/index.html', '/writing/hello-world/index.html'],
  ['{{page.filePathStem}}.html', '/blog/hello.html'],
  ['/plain/', '/plain/'],
])('Eleventy made of %s the address %s', (permalink, address) => {
  expect(before('eleventy', { ...ELEVENTY, permalink }).address).toBe(address)
})

it('Eleventy takes a permalink from the data of a folder, and code is not run', () => {
  const data = { 'src/blog/blog.json': '{"permalink": "/b/{{ page.fileSlug }}/"}' }
  expect(before('eleventy', ELEVENTY, data).address).toBe('/b/hello/')
  const prefix = { 'eleventy.config.js': "export default { pathPrefix: '/old/' }\n" }
  expect(before('eleventy', ELEVENTY, prefix).address).toBe('/old/blog/hello/')
  const coded = { ...ELEVENTY, permalink: '/{{ page | own }}/' }
  expect(before('eleventy', coded)).toEqual({
    address: null,
    left: ['an old address that only code knows: /{{ page | own }}/'],
  })
})

it('Astro’s routes are told by its pages, else only assumed', () => {
  const post = { source: 'src/content/blog/hello.md' }
  const routes = { 'src/pages/writing/[...id].astro': '', 'astro.config.mjs': "base: '/me'\n" }
  expect(before('astro', post, routes)).toEqual({ address: '/me/writing/hello/', left: [] })
  const two = { 'src/pages/a/[id].astro': '', 'src/pages/b/[id].astro': '' }
  expect(before('astro', post, two)).toEqual({
    address: '/blog/hello/',
    left: ['an old address that is assumed, for code made it: /blog/hello/'],
  })
})
