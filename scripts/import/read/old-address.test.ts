/** Old addresses by the rules of each program, as their documentation has them. */
import { expect, it } from 'vitest'
import { fixtureIn, makeFolder } from '../../../server/test/git-fixture.ts'
import { oldAddressOf, readPermalinks } from './old-address.ts'
import type { SiteKind } from './source-post.ts'

const JEKYLL = '_posts/2020-01-02-hello.md'
const HUGO = 'content/posts/hello.md'

it.each<[SiteKind, string, object, string | null]>([
  ['jekyll', JEKYLL, { categories: ['Notes', 'Web'] }, '/notes/web/2020/01/02/hello.html'],
  ['jekyll', 'trips/_posts/2020-01-02-hello.md', {}, '/trips/2020/01/02/hello.html'],
  ['hugo', HUGO, {}, '/posts/hello/'],
  ['hugo', 'content/Posts/hello/index.md', {}, '/posts/hello/'],
  ['eleventy', 'src/blog/hello/hello.md', {}, '/blog/hello/'],
  ['eleventy', 'blog/hello/index.md', { permalink: '/{{ page.fileSlug }}/' }, '/hello/'],
  ['eleventy', 'blog/hello.md', { permalink: '/{{ page | own }}/' }, null],
  ['obsidian', 'Notes/hello.md', {}, null],
  ['obsidian', 'Notes/hello.md', { permalink: 'garden/hello' }, 'garden/hello'],
])('%s had %s with %j at %s', (kind, path, more, address) => {
  expect(oldAddressOf(post(path, more), kind, {})).toBe(address)
})

it.each<[SiteKind, string, string, string | null]>([
  ['jekyll', '_config.yml', 'permalink: pretty', '/notes/2020/01/02/hello/'],
  ['jekyll', '_config.yml', 'permalink: /:year/:i_month/:i_day/:title', '/2020/1/2/hello'],
  ['jekyll', '_config.yml', 'permalink: /:collection/:odd/', null],
  ['hugo', 'hugo.toml', '[permalinks]\nposts = "/:year/:month/:title/"', '/2020/01/hello-world/'],
  ['hugo', 'config/_default/hugo.yaml', 'permalinks: {page: {posts: "/:slug"}}', '/hello-world'],
  ['hugo', 'hugo.json', '{"permalinks": {"notes": "/:title/"}}', '/posts/hello/'],
])('%s with %s of %j had it at %s', (kind, file, settings, address) => {
  const site = fixtureIn(makeFolder())
  site.put(file, `${settings}\n`)
  const placed = post(kind === 'jekyll' ? JEKYLL : HUGO, { categories: ['Notes'] })
  expect(oldAddressOf(placed, kind, readPermalinks(site.folder, kind))).toBe(address)
})

function post(path: string, more: object) {
  const usual = { name: 'hello', title: 'Hello, World!', date: '2020-01-02', permalink: null }
  return { path, ...usual, categories: [], ...more }
}
