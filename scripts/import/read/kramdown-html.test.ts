import { expect, it } from 'vitest'
import { withKramdownHtml } from './kramdown-html.ts'

it.each<[string, string, string]>([
  [
    'markdown in an element',
    '<div class="a" markdown="1">\n**b** ![c](d.png)\n</div>\n',
    '<div class="a">\n\n**b** ![c](d.png)\n\n</div>\n',
  ],
  ['markdown in a paragraph', '<p markdown=span>*a*</p>', '<div>\n\n*a*\n\n</div>'],
  [
    'markdown in an element of another',
    '<div>\n    <div markdown="block">\n*a*\n<div>b</div>\n    </div>\n</div>',
    '<div>\n<div>\n\n*a*\n<div>b</div>\n\n</div>\n</div>',
  ],
  [
    'tags that are indented after a blank line',
    '<table>\n\n    <td><img></td>\n\n    a\n</table>',
    '<table>\n\n<td><img></td>\n\n    a\n</table>',
  ],
  ['lines of code in HTML', '<pre>\n    <b>\n</pre>', '<pre>\n    <b>\n</pre>'],
  [
    'an element without an end',
    '<p>a\n\n<p markdown="1">*b*</p>\n<div markdown="1">',
    '<p>a\n\n<div>\n\n*b*\n\n</div>\n<div markdown="1">',
  ],
  [
    'code',
    '```html\n<div markdown="1">a</div>\n```\n{% highlight html %}\n<p markdown="1">b</p>\n{% endhighlight %}\n',
    '```html\n<div markdown="1">a</div>\n```\n{% highlight html %}\n<p markdown="1">b</p>\n{% endhighlight %}\n',
  ],
  ['HTML in a line', 'a <span markdown="1">*b*</span>', 'a <span markdown="1">*b*</span>'],
])('%s', (_, text, converted) => {
  expect(withKramdownHtml(text)).toBe(converted)
})

it('takes no hours for a text of beginnings', () => {
  const text = '<div>\n<p markdown="1">\n'.repeat(20_000)
  expect(withKramdownHtml(text)).toBe(text)
})
