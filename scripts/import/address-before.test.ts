import { expect, it } from 'vitest'
import { addressBefore } from './address-before.ts'
import type { SiteKind } from './source-post.ts'

it.each<[SiteKind, string, string, string | null]>([
  ['jekyll', '_posts/2020-01-02-hello.md', 'hello', '/2020/01/02/hello.html'],
  ['jekyll', '_drafts/hello.md', 'hello', null],
  ['hugo', 'content/posts/hello.md', 'hello', '/posts/hello/'],
  ['hugo', 'content/Posts/hello/index.md', 'hello', '/posts/hello/'],
  ['eleventy', 'src/blog/2020-01-02-hello.md', 'hello', '/blog/hello/'],
  ['eleventy', 'blog/hello/index.md', 'hello', '/blog/hello/'],
  ['astro', 'src/content/blog/hello.md', 'hello', '/blog/hello/'],
  ['ghost', 'hello', 'hello', '/hello/'],
  ['obsidian', 'Notes/hello.md', 'hello', null],
])('knows where %s had %s', (kind, source, name, address) => {
  expect(addressBefore({ source, name, date: null }, kind)).toBe(address)
})
