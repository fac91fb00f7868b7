import { expect, it } from 'vitest'
import { renderMarkdown } from './markdown-pipeline.ts'
import { absoluteHtml } from './portable-html.ts'

const portable = (markdown: string) => {
  const text = { markdown, idPrefix: 'p-a-', pagePath: '/post/a' }
  return absoluteHtml(renderMarkdown(text).portable, 'https://s.example/blog')
}
const SITE = 'https://s.example/blog'

it.each<[string, string, string]>([
  ['of the site', '[c](/b?x&y)', `<a href="${SITE}/b?x&#x26;y">c</a>`],
  ['beside the page', '![](b.png)', `src="${SITE}/post/b.png"`],
  ['of videos', '<video poster="/p.png">', `poster="${SITE}/p.png"`],
  ['of sources', '<video><source src="b.mp4"></video>', `src="${SITE}/post/b.mp4"`],
  [
    'of a srcset',
    '<picture><source srcset="/c 1x, d 2x"></picture>',
    `srcset="${SITE}/c 1x, ${SITE}/post/d 2x"`,
  ],
  ['of a place in the text', '[c](#a)', `<a href="${SITE}/post/a#p-a-a">c</a>`],
  ['of other sites', '[c](https://x.example/)', '<a href="https://x.example/"'],
  ['without a scheme', '[c](//x.example/)', '<a href="https://x.example/"'],
])('portable html has absolute addresses %s', (_, markdown, html) => {
  expect(portable(markdown)).toContain(html)
})

it.each<[string, string, string]>([
  ['an alt text', '![the attribute src=](/a.png)', 'alt="the attribute src="'],
  ['a title', '[b](/c "see href=")', 'title="see href="'],
  ['the words', 'a href="/b" \0 &#0; &\\#x0;', '<p>a href="/b" \ufffd \ufffd &#x26;#x0;</p>'],
])('portable html leaves what looks like an address in %s', (_, markdown, html) => {
  expect(portable(markdown)).toContain(html)
})

it('portable html has no anchors at its headings', () => {
  expect(portable('# a')).toBe('<h2 id="p-a-a">a</h2>')
})
