import { expect, it } from 'vitest'
import { conflictLines } from './conflict-markers.ts'

const conflict = (ours = 'a', theirs = 'b') =>
  `<<<<<<< HEAD\n${ours}\n=======\n${theirs}\n>>>>>>> 1a2b3c4 (Edit)\n`

it.each<[string, string, number[]]>([
  ['one', `Text.\n\n${conflict()}`, [3]],
  ['two', `${conflict()}${conflict()}`, [1, 6]],
  ['one with the text both began from', conflict('a\n||||||| 1234567\nc'), [1]],
  ['one of markdown that itself has such lines', conflict('> > > > > > > a\n====='), [1]],
  ['one that tears a block of code apart', conflict('```js', '```ts'), [1]],
  ['one after a block of code', `\`\`\`\`\n\`\`\`\n\`\`\`\`\n${conflict()}`, [4]],
  ['one after a beginning without an end', `<<<<<<< a\n\nText.\n\n${conflict()}`, [5]],
  ['none in fenced code', `\`\`\`diff\n${conflict()}\`\`\`\n`, []],
  ['none in code fenced by tildes', `~~~~\n~~~\n${conflict()}~~~~\n`, []],
  ['none in indented code', `Text:\n\n${conflict().replace(/^/gm, '    ')}`, []],
  ['none in a quote', conflict().replace(/^/gm, '> '), []],
  ['none out of order', '>>>>>>> a\n=======\n<<<<<<< b\n', []],
  ['none without its middle', '<<<<<<< a\n>>>>>>> b\n', []],
  ['none in a line that goes on', '<<<<<<< a\n======= b\n>>>>>>> c\n', []],
  ['none in words', 'Look for <<<<<<< and ======= and >>>>>>> in it.\n', []],
])('finds %s', (_, markdown, lines) => {
  expect(conflictLines(markdown)).toEqual(lines)
})

it('stops at the hundredth', () => {
  expect(conflictLines(conflict().repeat(200))).toHaveLength(100)
})
