import { expect, it } from 'vitest'
import { sharedPost, splitFirstLine } from './new-post.ts'

const LONG = 'word '.repeat(30).trim()

it.each<[string, string, string, string]>([
  ['a line alone', 'Bread today.', 'Bread today.', ''],
  ['a line and more', '\n\nBread\n\nFlour.\nWater.', 'Bread', 'Flour.\nWater.'],
  ['Windows line ends', 'Bread\r\n\r\nFlour.', 'Bread', 'Flour.'],
  ['a heading', '# Bread\nFlour.', 'Bread', 'Flour.'],
  [
    'the words of marks',
    '**Bread** by `cat` at [home](https://a.org)\nx',
    'Bread by cat at home',
    'x',
  ],
  ['a list, which stays whole', '- Bread\n- Salt', 'Bread', '- Bread\n- Salt'],
  ['code, which stays whole', '```js\nlet a\n```', '```js', '```js\nlet a\n```'],
  ['a long first line', `${LONG}\nx`, `${'word '.repeat(16).trim()}…`, `${LONG}\nx`],
  ['nothing', ' \n ', '', ''],
])('takes the title out of %s', (_, text, title, rest) => {
  expect(splitFirstLine(text)).toEqual({ title, rest })
})

const A = 'https://a.example/b?c=1'

it.each<[string, Record<string, string>, object]>([
  ['title and address', { title: 'Bread', url: A }, { type: 'link', title: 'Bread', url: A }],
  ['the address in the text', { title: 'Bread', text: A }, { title: 'Bread', content: '', url: A }],
  ['words before it', { title: 'a', text: `How to. ${A}` }, { content: 'How to.', url: A }],
  ['the title in the text', { text: `Bread ${A}` }, { title: 'Bread', content: '', url: A }],
  ['the title twice', { title: 'Bread', text: `Bread ${A}` }, { title: 'Bread', content: '' }],
  ['an address alone', { url: 'https://www.a.example/' }, { title: 'www.a.example' }],
  ['words alone', { title: 'Bread', text: 'Flour.' }, { title: 'Bread', content: 'Flour.' }],
])('reads %s', (_, shared, fields) => {
  expect(sharedPost(new URLSearchParams(shared))).toMatchObject(fields)
})

it('finds nothing shared where there is nothing', () => {
  expect(sharedPost(new URLSearchParams('title=+&text=&other=1'))).toBeNull()
})
