/** One spelling for each address. */
import { expect, it } from 'vitest'
import { normalUrl } from './normal-url.ts'
import { pageAddress } from './page-address.ts'

const NFD = encodeURIComponent('café'.normalize('NFD'))
const NFC = encodeURIComponent('café'.normalize('NFC'))
const [HANGUL, JAMO] = ['NFC', 'NFD'].map((form) => encodeURIComponent('한'.normalize(form)))

it.each([
  ['a page', `/post/${NFD}`, `/post/${NFC}`],
  ['an escaped letter', '/post/caf%65%cc%81', `/post/${NFC}`],
  ['an option', `/api/history?post=${NFD}&x=1+2`, `/api/history?post=${NFC}&x=1+2`],
  ['options', `/?tag=a%26${NFD}&tag=b%2F${NFD}`, `/?tag=a%26${NFC}&tag=b%2F${NFC}`],
  ['Hangul', `/post/${JAMO}`, `/post/${HANGUL}`],
  ['a whole url', `http://x.org/post/${NFD}`, `/post/${NFC}`],
  ['a host alone', 'http://x.org', '/'],
])('%s has its NFC spelling', (_, url, normal) => {
  expect(normalUrl(url)).toBe(normal)
})

it.each([
  ['NFC', `/post/${NFC}?x=%2F%C3%A9`],
  ['ASCII', '/post/a%2Fb?tag=%26'],
  ['no UTF-8', '/post/e%cc%81%ff'],
  ['a broken escape', '/post/%e'],
  ['an image', `/media/2026/${NFD}.png`],
  ['a file of the content folder', `/api/files?path=posts%2F${NFD}.md`],
])('leaves %s as it is', (_, url) => {
  expect(normalUrl(url)).toBe(url)
})

it.each([
  ['a page', '/essays', '/essays'],
  ['parameters that the page does not read', '/about?tag=a&utm_source=b', '/about'],
  ['a parameter it reads beside one it does not', '/essays?x=1&tag=a%20b', '/essays?tag=a+b'],
  ['several tags, in their order', '/?tag=b&tag=a', '/?tag=b&tag=a'],
  ['an empty parameter', '/essays?tag=&after=', '/essays'],
  ['another spelling of a post id', '/post/%61b', '/post/ab'],
  ['a post id with letters of other scripts', '/post/%C3%BC', '/post/%C3%BC'],
])('a page is known by %s', (_, url, key) => {
  const { path, search } = pageAddress(url)
  expect(path + search).toBe(key)
})
