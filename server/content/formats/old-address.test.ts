import { expect, it } from 'vitest'
import { oldAddress } from './old-address.ts'

it.each<[string, string | null]>([
  ['/2019/old-post/', '/2019/old-post'],
  ['/2019/old-post.html', '/2019/old-post'],
  ['/2019/old-post/index.html', '/2019/old-post'],
  ['2019//old-post', '/2019/old-post'],
  ['/gr%C3%B6%C3%9Fe/', '/größe'],
  ['/%/', '/%'],
  ['/c.html', '/c'],
  ['old-id', null],
  ['/', null],
  [`/${'x'.repeat(600)}`, null],
])('spells %s as %s', (path, address) => {
  expect(oldAddress(path)).toBe(address)
})
