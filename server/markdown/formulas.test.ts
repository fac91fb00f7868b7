import fc from 'fast-check'
import { expect, it } from 'vitest'
import { mathFor, renderMarkdown } from './markdown-pipeline.ts'

const rendered = async (markdown: string) => {
  const math = await mathFor({ markdown, idPrefix: '', math: true })
  return renderMarkdown({ markdown, idPrefix: '' }, math)
}
const render = async (markdown: string) => (await rendered(markdown)).html

it.each<[string, string, string[]]>([
  ['in a line', 'a $x^2$ b', ['<p>a <math', '<msup><mi>x</mi><mn>2</mn></msup>', '</math> b']],
  ['with a dollar', '$\\$10$ $\\sqrt{\\$4}$', ['alttext="\\$10"', 'alttext="\\sqrt{\\$4}"']],
  ['with a bar in a table', '| a |\n|---|\n| $x\\|y$ |', ['alttext="x|y"']],
  ['in a quote of two lines', '> a $x +\n> y$ b', ['alttext="x +\ny"', ' b</p>']],
  ['between two prices', '\\$5, $x$ and \\$6', ['<p>$5, <math', '</math> and $6</p>']],
  ['on a line of their own', '$$x$$', ['<div class="math-scroll" role="region"']],
  ['on lines of their own', '$$\nx\n- y\n$$', ['display="block"', 'alttext="x\n- y"']],
  ['with text beside the opening', '$$ x\n+ y\n$$', ['alttext="x\n+ y"']],
  ['as code of the language math', '```math\nx\n```', ['display="block"']],
  ['with marks of markdown', '$a_1 * b_1 * c_1$', ['alttext="a_1 * b_1 * c_1"']],
])('formulas are shown %s', async (_, markdown, parts) => {
  const html = await render(markdown)
  for (const part of parts) expect(html).toContain(part)
  expect(html).not.toMatch(/ style=|<annotation|<script/)
})

const others =
  'costs $5 and $6|$5/$6 each|~~$5~~ now $4|It is $5 <https://e.example/> or $6|from 5$ to 6$|$ x $|\\$x$|US$x$|a $x|`$x$`|<b title="$x$">a</b>'
it.each(others.split('|'))('formulas are not %s', async (markdown) => {
  expect(await render(markdown)).not.toContain('<math')
})

it.each([
  ['$x$ and\n$\\frac{$', 2, /^A formula is shown as it was written: Unexpected end/],
  ['a\n\n$$\nx', 3, /^A formula begins here and is never closed/],
])('formulas that are not shown are named with their line: %j', async (text, line, reason) => {
  const { notShown } = await rendered(text)
  expect(notShown).toEqual([{ line, reason: expect.stringMatching(reason) }])
})

/** Pieces of markdown beside dollars that are no formulas. */
const PIECES =
  '$5¦$6.50¦US$7¦8$¦$ ¦\\$¦$$¦~~$5~~¦`$`¦**¦_¦<https://e.example/>¦[a](/b "$")¦![$5 ](/c)¦<b title="$">¦</b>¦' +
  '| a | $1 |\n|---|---|\n¦\n¦\n\n¦\n- ¦\n> ¦\n    ¦\n```sh\n$ ls\n```\n¦ or ¦&#36;¦日本'

it('a text without formulas has the html that it has on a site without them', async () => {
  const texts = fc.array(fc.constantFrom(...PIECES.split('¦')), { maxLength: 8 })
  const check = async (pieces: string[]) => {
    const markdown = pieces.join('')
    const { html } = await rendered(markdown)
    if (/<math |katex-error/.test(html)) return
    expect(html).toBe(renderMarkdown({ markdown, idPrefix: '' }).html)
  }
  await fc.assert(fc.asyncProperty(texts, check), { numRuns: 100 })
})

it('formulas that never end leave the text after them to be read', async () => {
  expect(await render('a\n\n$$\nx\n\nwords after')).toContain('words after')
})

it.each<[string, string]>([
  ['a fault in it', '\\frac{'],
  ['macros without end', '\\def\\a{\\a\\a}\\a'],
])('formulas with %s are shown as they were written', async (_, tex) => {
  const html = await render(`a $${tex}$ b`)
  expect(html).toMatch(/^<p>a <code class="katex-error" title="[^"]*">/)
  expect(html).toContain(tex.replaceAll('&', '&#x26;'))
  expect(html).not.toContain('style=')
})

it.each([
  '\\href{javascript:alert(1)}{x}',
  '\\includegraphics{https://x.example/a.png}',
  '\\htmlStyle{color:red}{x}',
  '\\htmlData{a=b}{x}',
  '<script>alert(1)</script>',
  '\\text{<img src=x onerror=alert(1)>}',
  '\\rule{9999em}{9999em}',
])('formulas can name no address, style or script: %s', async (tex) => {
  const html = await render(`$${tex}$ $$${tex}$$`)
  const tags = html.replace(/ (?:alttext|title)="[^"]*"/g, '')
  expect(tags).not.toMatch(/<[^>]*\s(?:href|src|style|on\w+|data-\w+|id)=|<(?:script|img|a)\b/)
  expect(tags).not.toContain('9999em"')
})
