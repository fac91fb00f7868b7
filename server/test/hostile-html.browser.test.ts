/** Hostile HTML in markdown, in a real browser: nothing runs, on any page and in the preview. */
import { expect, it } from 'vitest'
import { HOSTILE_HTML } from './hostile-html.ts'
import { siteInBrowser, visit } from './site-in-browser.ts'

const post = (text: string, type = 'essay') =>
  `---\ntitle: Hostile\ntype: ${type}\ndate: 2026-11-19\n---\n\n${text}\n`
// Each in a text of its own too: one that is never closed could hide the others.
const alone = HOSTILE_HTML.map((html, n) => [
  `posts/h-${n}.md`,
  post(`a\n\n${html}\n\nb ${html} c`, 'short'),
])

const site = siteInBrowser({
  'site.yaml': 'time_zone: Europe/Berlin\n',
  'about.md': HOSTILE_HTML.join('\n\n'),
  'posts/all.md': post(HOSTILE_HTML.join('\n\n')),
  'posts/in-line.md': post(HOSTILE_HTML.map((html) => `- a ${html}`).join('\n')),
  'posts/between.md': post(
    HOSTILE_HTML.map((html) => `<div>\n${html}\n\n*a*\n\n</div>`).join('\n\n'),
  ),
  ...Object.fromEntries(alone),
})

const PATHS = [
  '/post/all',
  '/post/in-line',
  '/post/between',
  '/about',
  '/short-posts',
  '/',
  ...HOSTILE_HTML.keys(),
]

it('runs nothing, whichever way a page is shown', async () => {
  // Images and sounds of the texts are nowhere; that is all that may be wrong.
  const page = await site.tab({ expected: /Failed to load resource|was not loaded because/ })
  await page.route(/^https?:\/\/(?!localhost|127\.)/, (route) => route.abort())
  for (const path of PATHS) {
    await visit(page, typeof path === 'number' ? `/post/h-${path}` : path)
    const found = await page.evaluate(() => {
      const text = document.querySelector('[data-html]')
      // What a script of the page would do with the text: parse what was parsed before.
      if (text) text.innerHTML = `${text.innerHTML}`
      const attributes = [...document.querySelectorAll('[data-html] *')].flatMap((element) => [
        ...element.attributes,
      ])
      return {
        ran: 'ran' in window,
        forbidden: document.querySelectorAll(
          '[data-html] :is(script, style, iframe, object, embed, form, svg, math, template, noscript, link, meta, base, textarea, select)',
        ).length,
        events: attributes.filter(({ name }) => /^on|^style$|^srcdoc$|^action$/.test(name)).length,
        addresses: attributes
          .filter(({ name }) => /^(?:href|src|srcset|poster|cite|data)$/.test(name))
          .map(({ value }) => value)
          .filter((value) => !/^(?:https?:|mailto:|[^:]*$|[/#?])/.test(value)),
      }
    })
    expect(found, String(path)).toEqual({ ran: false, forbidden: 0, events: 0, addresses: [] })
  }
}, 240_000)
