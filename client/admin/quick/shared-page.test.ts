import { expect, it } from 'vitest'
import { isTypedWebAddress } from '#domain/web-address.ts'
import { sharedPost } from './shared-page.ts'

const A = 'https://a.example/b?c=1'

it.each<[string, Record<string, string>, [string, string, string, string]]>([
  ['title and address', { title: 'Bread', url: A }, ['link', 'Bread', '', A]],
  ['the address in the text', { title: 'Bread', text: A }, ['link', 'Bread', '', A]],
  ['words before it', { title: 'Bread', text: `How to. ${A}` }, ['link', 'Bread', 'How to.', A]],
  [
    'the address twice',
    { title: 'Bread', text: `How to\n${A}`, url: A },
    ['link', 'Bread', 'How to', A],
  ],
  ['the title in the text', { text: `Bread ${A}` }, ['link', 'Bread', '', A]],
  ['the title twice', { title: 'Bread', text: `Bread ${A}` }, ['link', 'Bread', '', A]],
  [
    'an address within words',
    { text: `Look (${A}), good!` },
    ['link', `Look (${A}), good!`, '', A],
  ],
  ['the address as title', { title: A }, ['link', 'a.example', '', A]],
  [
    'an address alone',
    { url: 'https://www.a.example/' },
    ['link', 'a.example', '', 'https://www.a.example/'],
  ],
  ['words alone', { title: 'Bread', text: 'Flour.' }, ['short', 'Bread', 'Flour.', '']],
  [
    'no web address',
    { title: 'x', url: 'javascript:alert(1)' },
    ['short', 'x', 'javascript:alert(1)', ''],
  ],
  [
    'a file of this machine',
    { text: 'file:///etc/passwd' },
    ['short', 'file:///etc/passwd', '', ''],
  ],
  [
    'lines and controls',
    { title: 'a\u0000\nb', text: 'x\u001by', url: A },
    ['link', 'a b', 'xy', A],
  ],
])('reads %s', (_, shared, [type, title, content, url]) => {
  const fields = sharedPost(new URLSearchParams(shared))
  expect(fields).toMatchObject({ type, title, content, url })
  expect(url === '' || isTypedWebAddress(url)).toBe(true)
})

it('finds nothing shared where there is nothing', () => {
  expect(sharedPost(new URLSearchParams('title=+&text=&other=1'))).toBeNull()
})
