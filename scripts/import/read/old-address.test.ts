/** Old addresses by the rules of each program, as their documentation has them. */
import { expect, it } from 'vitest'
import { fixtureIn, makeFolder } from '../../../server/test/git-fixture.ts'
import { oldAddressOf, readAddressRules } from './old-address.ts'
import type { SiteKind } from './source-post.ts'

const JEKYLL = '_posts/2020-01-02-hello.md'
const HUGO = 'content/posts/hello.md'
const NONE = { patterns: {}, contentFolder: '' }
const ENGLISH = 'languages: {en: {contentDir: content/en}}'
const IN_SUBDIR = `${ENGLISH}\ndefaultContentLanguageInSubdir: true`

it.each<[SiteKind, string, object, string | null]>([
  ['jekyll', JEKYLL, { categories: ['Notes', 'Web'] }, '/notes/web/2020/01/02/hello.html'],
  ['jekyll', 'trips/_posts/2020-01-02-hello.md', {}, '/trips/2020/01/02/hello.html'],
  ['hugo', 'content/Posts/hello/index.md', {}, '/posts/hello/'],
  ['eleventy', 'src/blog/hello/hello.md', {}, '/blog/hello/'],
  ['eleventy', 'blog/hello/index.md', { permalink: '/{{ page.fileSlug }}/' }, '/hello/'],
  ['eleventy', 'blog/hello.md', { permalink: '/{{ page | own }}/' }, null],
  ['obsidian', 'Notes/hello.md', {}, null],
  ['obsidian', 'Notes/hello.md', { permalink: 'garden/hello' }, 'garden/hello'],
])('%s had %s with %j at %s', (kind, path, more, address) => {
  expect(oldAddressOf(post(path, more), kind, NONE)).toBe(address)
})

it.each<[SiteKind, string, string, string | null, string?]>([
  ['jekyll', '_config.yml', 'permalink: /:year/:i_month/:i_day/:title', '/2020/1/2/hello'],
  ['jekyll', '_config.yml', 'permalink: /:collection/:odd/', null],
  ['hugo', 'hugo.toml', '[permalinks]\nposts = "/:year/:month/:title/"', '/2020/01/hello-world/'],
  ['hugo', 'config/_default/hugo.yaml', 'permalinks: {page: {posts: "/:slug"}}', '/hello-world'],
  ['hugo', 'hugo.json', '{"permalinks": {"notes": "/:title/"}}', '/posts/hello/'],
  ['hugo', 'config/_default/permalinks.toml', 'posts = "/:year/:slug/"', '/2020/hello-world/'],
  ['hugo', 'hugo.yaml', ENGLISH, '/de/posts/hello/', 'content/de/posts/hello.md'],
  ['hugo', 'hugo.toml', 'contentDir = "content/en"', '/posts/hello/', 'content/en/posts/hello.md'],
  ['hugo', 'hugo.yaml', IN_SUBDIR, '/en/posts/hello/', 'content/en/posts/hello.md'],
  ['hugo', 'hugo.toml', '', '/en/posts/hello/', 'content/en/posts/hello.md'],
])('%s with %s of %j had it at %s', (kind, file, settings, address, path = HUGO) => {
  const site = fixtureIn(makeFolder())
  site.put(file, `${settings}\n`)
  const placed = post(kind === 'jekyll' ? JEKYLL : path, { categories: ['Notes'] })
  expect(oldAddressOf(placed, kind, readAddressRules(site.folder, kind))).toBe(address)
})

function post(path: string, more: object) {
  const usual = { name: 'hello', title: 'Hello, World!', date: '2020-01-02', permalink: null }
  return { path, ...usual, categories: [], ...more }
}
