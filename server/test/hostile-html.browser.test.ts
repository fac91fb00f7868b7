/** Hostile HTML in texts, names and addresses, in a real browser: nothing runs, on any page and in the preview. */
import type { Page } from 'playwright-core'
import { expect, it } from 'vitest'
import { intercept, siteInBrowser, visit } from './browser.ts'
import { textOf } from './documents.ts'

/** HTML and markdown that runs `window.ran = 1` if it is shown as written, also after being parsed twice. */
const HOSTILE_HTML = textOf('server/test/hostile-html.txt')
  .trimEnd()
  .split('\n')
  .map((line) => line.replaceAll('\\n', '\n'))

const post = (text: string, type = 'essay') =>
  `---\ntitle: Hostile\ntype: ${type}\ndate: 2026-11-19\n---\n\n${text}\n`
// Each in a text of its own too: one that is never closed could hide the others.
const alone = HOSTILE_HTML.map((html, n) => [
  `posts/h-${n}.md`,
  post(`a\n\n${html}\n\nb ${html} c`, 'short'),
])

/** All of them in one text: one below the other, in lines, and between tags. */
const TOGETHER = {
  all: HOSTILE_HTML.join('\n\n'),
  'in-line': HOSTILE_HTML.map((html) => `- a ${html}`).join('\n'),
  between: HOSTILE_HTML.map((html) => `<div>\n${html}\n\n*a*\n\n</div>`).join('\n\n'),
}

const ATTACK =
  '</script><script>window.ran = 1</script><img src="/favicon.svg" onload="window.ran = 1">'
const quoted = JSON.stringify(ATTACK)
const fields = `title: ${quoted}
type: essay
date: 2026-11-18
tags: [${quoted}, "\\" onmouseover=\\"window.ran = 1"]
description: ${quoted}
featured: true`

const together = Object.entries(TOGETHER).map(([id, text]) => [`posts/${id}.md`, post(text)])

const site = siteInBrowser({
  'site.yaml': 'time_zone: Europe/Berlin\n',
  'about.md': TOGETHER.all,
  'posts/fields.md': `---\n${fields}\n---\n# ${ATTACK}\n`,
  'projects/ship.yaml': `title: ${quoted}\ndue_date: 2026-12-31\ntags: [${quoted}]\n`,
  ...Object.fromEntries(together),
  'posts/draft.md': post(`# Of a draft\n\n${TOGETHER.all}`).replace('---\n', '---\ndraft: true\n'),
  ...Object.fromEntries(alone),
})

const PATHS = [
  '/post/all',
  '/post/in-line',
  '/post/between',
  '/post/fields',
  '/about',
  '/short-posts',
  '/projects',
  '/',
  `/essays?tag=${encodeURIComponent(ATTACK)}`,
  `/search?q=${encodeURIComponent(ATTACK)}`,
]

const NOTHING = { ran: false, forbidden: 0, events: 0, addresses: [] }

/** What of a shown text could run, after scripts have done with it what they may. */
function dangers() {
  const text = document.querySelector('.prose')
  // What a script of the page would do with the text: parse what was parsed before.
  if (text) text.innerHTML = `${text.innerHTML}`
  const elements = [...document.querySelectorAll('.prose *')]
  const attributes = elements.flatMap((element) => [...element.attributes])
  return {
    ran: 'ran' in window,
    forbidden: document.querySelectorAll(
      '.prose :is(script, style, iframe, object, embed, form, svg, math, template, noscript, link, meta, base, textarea, select)',
    ).length,
    events: attributes.filter(({ name }) => /^on|^style$|^srcdoc$|^action$/.test(name)).length,
    addresses: attributes
      .filter(({ name }) => /^(?:href|src|srcset|poster|cite|data)$/.test(name))
      .map(({ value }) => value)
      .filter((value) => !/^(?:https?:|mailto:|[^:]*$|[/#?])/.test(value)),
  }
}

/** Parses a page as a document and shows it in place of the current one. */
async function show(path: string): Promise<void> {
  const html = await (await fetch(path)).text()
  const { body } = new DOMParser().parseFromString(html, 'text/html')
  if (!body.querySelector('.prose')) throw new Error(`${path} has no text`)
  document.body.replaceWith(document.importNode(body, true))
}

/** Images and sounds of the texts are nowhere; that is all that may be wrong. */
const EXPECTED = /Failed to load resource|was not loaded because/

const keepInside = (page: Page) =>
  intercept(page, /^https?:\/\/(?!localhost|127\.)/, (route) => route.abort())

it('runs nothing, whichever way a page is shown', async () => {
  const page = await site.tab({ expected: EXPECTED })
  await keepInside(page)
  for (const path of PATHS) {
    await visit(page, path)
    expect(await page.evaluate(dangers), path).toEqual(NOTHING)
  }
  // The text is in the document: none of these waits for what scripts do.
  await intercept(page, '**/*.js', (route) => route.abort())
  await page.goto('/post/all')
  for (const number of HOSTILE_HTML.keys()) {
    await page.evaluate(show, `/post/h-${number}`)
    expect(await page.evaluate(dangers), HOSTILE_HTML[number]).toEqual(NOTHING)
  }
})

it('runs nothing in the preview beside the editor and behind a preview link', async () => {
  const { data } = await site.server.call<{ url: string }>('POST', '/posts/draft/preview-link')
  const page = await site.tab({ expected: EXPECTED })
  await keepInside(page)
  await visit(page, new URL(data.url).pathname)
  await page.getByRole('heading', { name: 'Of a draft' }).waitFor()
  expect(await page.evaluate(dangers), 'preview link').toEqual(NOTHING)

  const panel = await site.enter('/admin/blog', { expected: EXPECTED })
  await keepInside(panel)
  await panel.getByRole('button', { name: 'Create New Post' }).click()
  await panel.getByRole('button', { name: 'Preview' }).click()
  for (const [name, text] of Object.entries(TOGETHER)) {
    await panel.getByLabel('Content').fill(`# Of ${name}\n\n${text}`)
    await panel.getByRole('heading', { name: `Of ${name}` }).waitFor()
    expect(await panel.evaluate(dangers), name).toEqual(NOTHING)
  }
})
