import { describe, expect, it } from 'vitest'
import { altEdit, imageEdit, imageFault, movedPosition, withWaitingImages } from './image-text.ts'

/** The text after an insert at `|`, the selection between brackets. */
function inserted(marked: string): string {
  const position = marked.indexOf('|')
  const text = marked.replace('|', '')
  const { from, to, insert, start, end } = imageEdit(text, position, {
    address: '/a.webp',
    words: ' a [b]\n',
  })
  const result = text.slice(0, from) + insert + text.slice(to)
  return `${result.slice(0, start)}[${result.slice(start, end)}]${result.slice(end)}`
}

const IMAGE = '![a \\[b\\]](/a.webp)[]'

describe('an image', () => {
  it.each([
    ['into nothing', '|', IMAGE],
    ['after a line', 'One|', `One\n\n${IMAGE}`],
    ['before a line', '|One', `${IMAGE}\n\nOne`],
    ['into an empty line', 'One\n\n|\n\nTwo', `One\n\n${IMAGE}\n\nTwo`],
    ['between two lines', 'One|\nTwo', `One\n\n${IMAGE}\n\nTwo`],
    ['inside a line', 'One |two', `One ${IMAGE}two`],
  ])('comes %s', (_, marked, result) => {
    expect(inserted(marked)).toBe(result)
  })
})

it.each([
  ['is described', '![](/a.webp)', 'A loaf', '![A loaf](/a.webp)'],
  ['has brackets', 'x ![One](/a.webp "t")', 'a [b] \\', 'x ![a \\[b\\] \\\\](/a.webp "t")'],
  ['decorates', '![One](/b.webp) ![Two](/a.webp)', ' ', '![One](/b.webp) ![](/a.webp)'],
  ['has the words already', '![A loaf](/a.webp)', 'A loaf', null],
  ['is gone from the text', '[A loaf](/a.webp)', 'Bread', null],
])('the alt text of an image that %s', (_, text, words, result) => {
  const edit = altEdit(text, '/a.webp', words)
  expect(edit && text.slice(0, edit.from) + edit.insert + text.slice(edit.to)).toBe(result)
})

it.each([
  ['what follows is typed on', 'ab|cd', 'abcdEF', 2],
  ['what is before is typed on', 'ab|cd', 'XYabcd', 4],
  ['the place itself is typed at', 'ab|cd', 'abXYcd', 4],
  ['its surroundings are replaced', 'ab|cd', 'aXYd', 3],
  ['all is replaced', 'ab|cd', 'XY', 2],
  ['all is deleted', 'ab|cd', '', 0],
  ['nothing happens', 'ab|cd', 'abcd', 2],
])('a place in a text is kept while %s', (_, marked, after, position) => {
  expect(movedPosition(marked.replace('|', ''), after, marked.indexOf('|'))).toBe(position)
})

it.each([
  ['image/png', 1, null],
  ['image/jpeg', 10_485_760, null],
  ['image/jpeg', 10_485_761, 'The image is larger than 10 MiB.'],
  ['image/svg+xml', 1, 'Only PNG, JPEG, WebP, GIF and AVIF images can be added.'],
  ['', 1, 'Only PNG, JPEG, WebP, GIF and AVIF images can be added.'],
])('a file of type %j and %i bytes: %s', (type, size, fault) => {
  expect(imageFault({ type, size })).toBe(fault)
})

it('a preview shows what waits from where it is, and all else from its address', () => {
  const html = '<p><img src="/media/a.webp" alt="/media/a.webp"><img src="/b.png"></p>'
  expect(withWaitingImages(html, new Map([['/media/a.webp', 'blob:x']]))).toBe(
    '<p><img src="blob:x" alt="/media/a.webp"><img src="/b.png"></p>',
  )
})
