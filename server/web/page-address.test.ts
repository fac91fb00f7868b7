/** One spelling for each page's address. */
import fc from 'fast-check'
import { expect, it } from 'vitest'
import { pageAddress, withoutTrailingSlash } from './page-address.ts'

const keyOf = (url: string) => {
  const { path, search } = pageAddress(url)
  return path + search
}

it.each([
  ['the home page', '/', '/'],
  ['a page', '/essays', '/essays'],
  ['parameters that the page does not read', '/about?tag=a&utm_source=b', '/about'],
  ['a parameter it reads beside one it does not', '/essays?x=1&tag=a%20b', '/essays?tag=a+b'],
  ['several tags, in their order', '/?tag=b&tag=a', '/?tag=b&tag=a'],
  ['an empty parameter', '/essays?tag=&after=', '/essays'],
  ['another spelling of a post id', '/post/%61b', '/post/ab'],
  ['a post id with letters of other scripts', '/post/%C3%BC', '/post/%C3%BC'],
  ['the absolute form', 'http://evil.example/essays?tag=a', '/essays?tag=a'],
])('reads %s', (_, url, key) => {
  expect(keyOf(url)).toBe(key)
})

it('reads no more values than a filter has', () => {
  const tags = Array.from({ length: 500 }, (_, index) => `tag=${index}`).join('&')
  const { search } = pageAddress(`/essays?${tags}`)
  expect(new URLSearchParams(search).getAll('tag')).toHaveLength(31)
})

it('gives one spelling that is its own spelling', () => {
  const part = fc.oneof(fc.string(), fc.constantFrom('tag', 'after', 'q', '%', 'é', '/', '..'))
  fc.assert(
    fc.property(fc.constantFrom('/', '/essays', '/post/'), part, part, (path, a, b) => {
      const url = `${path}${path === '/post/' ? encodeURIComponent(a) : ''}?tag=${b}&${a}=${b}`
      const once = keyOf(url.replaceAll(/[\ud800-\udfff]/g, ''))
      expect(keyOf(once)).toBe(once)
    }),
  )
})

it.each<[string, string, string | null]>([
  ['a page', '/essays/', '/essays'],
  ['a page with a query', '/essays/?tag=a', '/essays?tag=a'],
  ['many slashes', '/essays///', '/essays'],
  ['a post', '/post/a/', '/post/a'],
  ['the home page', '/', null],
  ['no page', '/nothing/', null],
  ['another site', '//evil.example/', null],
  ['another site behind a backslash', '/\\evil.example/', null],
  ['another site behind a page', '//essays/', null],
])('leads from slashes behind %s', (_, url, expected) => {
  expect(withoutTrailingSlash(url)).toBe(expected)
})
