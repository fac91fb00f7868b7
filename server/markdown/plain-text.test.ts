import fc from 'fast-check'
import { expect, it } from 'vitest'
import { cutText } from '#domain/texts/excerpt.ts'
import { countWords, countWordsOf, excerptText, readingText } from './plain-text.ts'

it.each([
  ['blocks are not glued', '# Title\n\nhello\nworld\n\n- a\n- b', 'Title hello world a b'],
  ['emphasis inside words', 'un*believ*able snake_case_name', 'unbelievable snake_case_name'],
  ['lonely markers', '2 * 3 and a * b_ c ~ d', '2 * 3 and a * b_ c ~ d'],
  ['links keep their text', '[a *b*](https://x.org "T") and [c](<d e>)', 'a b and c'],
  ['parentheses in an address', '[a](https://x.org/b_(c)) d', 'a d'],
  ['brackets in a link', '[a [b]](c) d', 'a [b] d'],
  ['references', '[a][x] [b][] [no]\n\n[x]: /u\n[b]: /u', 'a b [no]'],
  ['autolinks', '<https://x.org/> <me@x.org>', 'https://x.org/ me@x.org'],
  ['images are left out', 'a ![alt *x*](i.png) b [![alt](i.png)](u) c', 'a b c'],
  ['code spans', '`` a`b `` and `*c*` and ` lone', 'a`b and *c* and ` lone'],
  ['escapes', '\\*a\\* \\[b] 1\\. c\\d', '*a* [b] 1. c\\d'],
  ['entities', 'a &amp; b &lt;c&gt; &#233;&#x41; &nope;', 'a & b <c> éA &nope;'],
  ['html is not text', 'a <b class="x">c</b> <!-- d --> e < f', 'a c e < f'],
  ['html that is not shown', '<script>\na\n\n*b*\n</script>\nc\n<style>d</style>\n\ne', 'c e'],
  ['markdown between tags', '<details>\n<summary>a</summary>\n\n*b*\n\n</details>', 'a b'],
  ['headings', '## A ##\n\nB\n===\n\nC #1\n---\nd', 'A B C #1 d'],
  ['headings of HTML', '<h2>a</h2>\n<p>c <b>d</b></p><p>e</p>', 'a c d e'],
  ['quotes', '> a\n> > b\n> c\n\n> - d', 'a b c d'],
  ['lists', '1. a\n   b\n2) c\n\n   d\n* e\n  - f', 'a b c d e f'],
  ['task boxes', '- [ ] a\n- [x] b\n\n[x] c', 'a b [x] c'],
  ['a number in a paragraph', 'in\n1986. That', 'in 1986. That'],
  ['fenced code', '```js\na *b*\n\n```\nc\n~~~\nd\n~~~', 'a *b* c d'],
  ['indented code', 'a\n\n    b *c*\n\nd', 'a b *c* d'],
  ['tables', '| a | b |\n|---|:-:|\n| c *d* | e \\| f |\n\ng', 'a, b. c d, e | f. g'],
  ['a paragraph before a table', 'x\na | b\n--|--\n[c]: d | *e*\n    f', 'x a, b. [c]: d, e. f.'],
  ['thematic breaks', 'a\n\n---\n\nb\n* * *\nc', 'a b c'],
  ['footnotes', 'a[^1] b\n\n[^1]: note *x*\n    more\n\nc', 'a b note x more c'],
])('readingText reads %s', (_, markdown, text) => {
  expect(readingText(markdown).replace(/\s+/g, ' ').trim()).toBe(text)
})

it.each<[string, string, number]>([
  ['nothing', '', 1],
  ['prose', 'one two\nthree', 3],
  ['code', 'one\n\n```\nlet x = 1\n```', 5],
  ['link text, not addresses', '[one two](https://x.org/a-b)', 2],
  ['Japanese beside English', 'hello 世界 again', 3],
  ['Japanese of several sentences', '今日は晴れです。明日も晴れです、はい。', 9],
  ['Korean by its spaces', '안녕하세요 세계', 2],
])('countWords counts %s', async (_, markdown, count) => {
  expect(await countWords(markdown)).toBe(count)
})

const LEFT_OUT =
  '<h2>T</h2>\n\n# T\n\na[^1] `b` ![c](d)\n\nS\n---\n```\nd\n```\n<!-- e -->\n\n    f\n\n> g\n\n[^1]: h\n\n    i\n\nj'
const FORMULAS = 'It doubles in $2^{t/4}$ hours for $5 or $6.\n\n$$ m(t) = m_0 $$\n\n$$\nx\n$$'
it.each([
  ['headings, code blocks, images, footnotes and comments', LEFT_OUT, 'a b g j'],
  ['a fenced block that is never closed', 'a\n\n```sh\nb\n\nc\n', 'a'],
  ['a fenced block whose quote ends', 'a\n\n> ```\n> b\n\nc', 'a c'],
  ['tables, not the paragraph before', 'a\n| b | c |\n|---|---|\n| d | e |\n\nf', 'a f'],
  ['formulas, but no prices', FORMULAS, 'It doubles in hours for $5 or $6.'],
])('excerptText leaves out %s', (_, markdown, excerpt) => {
  expect(excerptText(markdown, 100)).toBe(excerpt)
})

it('excerptText says whether something was cut as the whole text would', () => {
  const text = fc.array(fc.constantFrom('word', '*em*', '\n\n', '😀', '[l](u)', '   '), {
    maxLength: 60,
  })
  fc.assert(
    fc.property(text, fc.integer({ min: 1, max: 60 }), (pieces, length) => {
      const markdown = pieces.join(' ')
      const whole = excerptText(markdown, 1_000_000)
      expect(cutText(excerptText(markdown, length), length)).toEqual(cutText(whole, length))
    }),
  )
})

it('words of a long text are counted with pauses for others', async () => {
  const text = '- item *one* of [a list](https://example.org)\n\n漢字の文章 and words\n\n'.repeat(
    7_000,
  )
  let turns = 0
  let timer = setImmediate(function count() {
    turns += 1
    timer = setImmediate(count)
  })
  const words = await countWords(text)
  clearImmediate(timer)
  expect(words).toBe(countWordsOf(readingText(text)))
  expect(turns).toBeGreaterThan(3)
})
