import fc from 'fast-check'
import { expect, it } from 'vitest'
import { normalUrl } from './normal-url.ts'

const NFD = encodeURIComponent('café'.normalize('NFD'))
const NFC = encodeURIComponent('café'.normalize('NFC'))

it.each([
  ['a page', `/post/${NFD}`, `/post/${NFC}`],
  ['an escaped letter', '/post/caf%65%cc%81', `/post/${NFC}`],
  ['a call', `/api/posts/${NFD}/changes?view=full`, `/api/posts/${NFC}/changes?view=full`],
  ['a card', `/og/${NFD}.png`, `/og/${NFC}.png`],
  ['an option', `/api/history?post=${NFD}&x=1+2`, `/api/history?post=${NFC}&x=1+2`],
  ['options', `/?tag=a%26${NFD}&tag=b%2F${NFD}`, `/?tag=a%26${NFC}&tag=b%2F${NFC}`],
  [
    'Hangul',
    `/post/${encodeURIComponent('한'.normalize('NFD'))}`,
    `/post/${encodeURIComponent('한')}`,
  ],
  ['an absolute url', `http://x.org/post/${NFD}`, `http://x.org/post/${NFC}`],
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

it('changes nothing but the normal form of what an address says', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'grapheme' }), fc.string({ unit: 'binary' }), (a, b) => {
      const [one, two] = [a, b].map((text) => encodeURIComponent(text))
      // Behind a letter, since `URL` takes a segment of dots alone for a way up.
      const url = new URL(normalUrl(`/post/x${one}?tag=${two}&x=%26`), 'http://x.org')
      const id = decodeURIComponent(url.pathname.slice(6))
      expect(id.normalize('NFC')).toBe(`x${a}`.normalize('NFC'))
      expect(url.searchParams.get('tag')?.normalize('NFC')).toBe(b.normalize('NFC'))
      expect(url.searchParams.get('x')).toBe('&')
    }),
  )
})
