import { expect, it } from 'vitest'
import { sharedPost } from './shared-page.ts'

const A = 'https://a.example/b?c=1'

it.each<[string, Record<string, string>, object]>([
  ['title and address', { title: 'Bread', url: A }, { type: 'link', title: 'Bread', url: A }],
  ['the address in the text', { title: 'Bread', text: A }, { title: 'Bread', content: '', url: A }],
  ['words before it', { title: 'a', text: `How to. ${A}` }, { content: 'How to.', url: A }],
  ['the title in the text', { text: `Bread ${A}` }, { title: 'Bread', content: '', url: A }],
  ['the title twice', { title: 'Bread', text: `Bread ${A}` }, { title: 'Bread', content: '' }],
  ['the address as title', { title: A }, { title: 'a.example', url: A }],
  ['an address alone', { url: 'https://www.a.example/' }, { title: 'a.example' }],
  ['words alone', { title: 'Bread', text: 'Flour.' }, { title: 'Bread', content: 'Flour.' }],
  ['no web address', { title: 'x', url: 'javascript:a' }, { title: 'x', content: 'javascript:a' }],
  ['controls', { title: 'a\u0000\nb', text: 'x\u001by', url: A }, { title: 'a b', content: 'xy' }],
])('reads %s', (_, shared, fields) => {
  expect(sharedPost(new URLSearchParams(shared))).toMatchObject(fields)
})

it('finds nothing shared where there is nothing', () => {
  expect(sharedPost(new URLSearchParams('title=+&text=&other=1'))).toBeNull()
})
