import { expect, it } from 'vitest'
import { splitFirstLine } from './first-line.ts'

const LONG = 'word '.repeat(30).trim()

it.each<[string, string, string, string]>([
  ['a line alone', 'Bread today.', 'Bread today.', ''],
  ['a line and more', '\n\nBread\n\nFlour.\nWater.', 'Bread', 'Flour.\nWater.'],
  ['Windows line ends', 'Bread\r\n\r\nFlour.', 'Bread', 'Flour.'],
  ['a heading', '# Bread\nFlour.', 'Bread', 'Flour.'],
  [
    'the words of marks',
    '**Bread** by `cat` at [home](https://a.example)\nx',
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
