/** Hostile HTML in texts, names and addresses, in a real browser: nothing runs, on any page and in the preview. */
import type { Page } from 'playwright-core'
import { expect, it } from 'vitest'
import { intercept, siteInBrowser, visit } from './browser.ts'

/** HTML and markdown that runs `window.ran = 1` if it is shown as written, also after being parsed twice. */
const RUN = 'window.ran=1'

const HOSTILE_HTML: readonly string[] = [
  `<script>${RUN}</script>`,
  `<script src="data:text/javascript,${RUN}"></script>`,
  `<img src=x onerror="${RUN}">`,
  `<img src=x onerror=${RUN}//`,
  `<img src="x" onerror="${RUN}"`,
  `<image src=x onerror="${RUN}">`,
  `<svg/onload="${RUN}">`,
  `<svg><script>${RUN}</script></svg>`,
  `<svg><style><img src=x onerror="${RUN}"></style></svg>`,
  `<svg><a href="javascript:${RUN}"><text>a</text></a></svg>`,
  `<svg><animate onbegin="${RUN}" attributeName=x dur=1s>`,
  `<svg><foreignObject><iframe srcdoc="<script>parent.${RUN}</script>"></foreignObject></svg>`,
  `<math><mtext><table><mglyph><style><img src=x onerror="${RUN}"></style></mglyph></table></mtext></math>`,
  `<form><math><mtext></form><form><mglyph><style></math><img src=x onerror="${RUN}">`,
  `<math><annotation-xml encoding="text/html"><img src=x onerror="${RUN}"></annotation-xml></math>`,
  `<svg></p><style><a id="</style><img src=x onerror=${RUN}>">`,
  ...['noscript', 'textarea', 'title', 'xmp', 'noembed', 'noframes'].map(
    (name) => `<${name}><p title="</${name}><img src=x onerror=${RUN}>"></${name}>`,
  ),
  `<template><img src=x onerror="${RUN}"></template>`,
  `<template shadowrootmode="open"><script>${RUN}</script></template>`,
  `<iframe srcdoc="<script>parent.${RUN}</script>"></iframe>`,
  `<iframe src="javascript:parent.${RUN}"></iframe>`,
  `<iframe src="https://www.youtube.com/embed/abcdefgh" onload="${RUN}"></iframe>`,
  `<iframe src="https://www.youtube.com/embed/abcdefgh" title="<img src=x onerror=${RUN}>"></iframe>`,
  `<object data="javascript:${RUN}"></object>`,
  `<embed src="javascript:${RUN}">`,
  `<details open ontoggle="${RUN}"><summary>a</summary>b</details>`,
  `<video autoplay onloadstart="${RUN}" src="x"></video>`,
  `<video><source onerror="${RUN}" src="x"></video>`,
  `<video poster="javascript:${RUN}" src="javascript:${RUN}"></video>`,
  `<audio src=x onerror="${RUN}" controls></audio>`,
  `<picture><source srcset="javascript:${RUN}"><img src="javascript:${RUN}" srcset="x 1x" onerror="${RUN}"></picture>`,
  `<a href="javascript:${RUN}" name="location">a</a>`,
  `<a href="java&#10;script:${RUN}">a</a>`,
  `<a href=" javascript:${RUN}">a</a>`,
  `<a href="javascript&colon;${RUN}" ping="/x" target="_top">a</a>`,
  `<a href="data:text/html,<script>${RUN}</script>">a</a>`,
  `<map name=m><area href="javascript:${RUN}" shape=rect coords="0,0,9,9"></map><img usemap="#m" src="x">`,
  `<form action="javascript:${RUN}"><button>a</button><input type=image src=x onerror="${RUN}"></form>`,
  `<button formaction="javascript:${RUN}" autofocus onfocus="${RUN}">a</button>`,
  `<input autofocus onfocus="${RUN}">`,
  `<select autofocus onfocus="${RUN}"><option>a</select>`,
  `<div onmouseover="${RUN}" style="position:fixed;inset:0" tabindex=1 autofocus onfocus="${RUN}">a</div>`,
  `<style>@import "data:text/css,*{background:url(javascript:${RUN})}";</style>`,
  `<link rel=stylesheet href="data:text/css,">`,
  `<meta http-equiv=refresh content="0;url=javascript:${RUN}">`,
  `<base href="javascript:/">`,
  `<body onload="${RUN}">`,
  `<marquee onstart="${RUN}">a</marquee>`,
  `<isindex action="javascript:${RUN}" type=image>`,
  `<!--><img src=x onerror="${RUN}">-->`,
  `<!-- --!><img src=x onerror="${RUN}"> -->`,
  `<![CDATA[<img src=x onerror="${RUN}">]]>`,
  `<?xml <img src=x onerror="${RUN}">?>`,
  `<p title="<img src=x onerror=${RUN}>"><b title='"><img src=x onerror=${RUN}>'>a</b>`,
  `<table><td><a href="x"><table></a><img src=x onerror="${RUN}">`,
  `<div id="__proto__" class="admin-link"><a id="document" name="cookie">a</a></div>`,
  `<plaintext><img src=x onerror="${RUN}">`,
  `[a](javascript:${RUN})`,
  `[a](javascript&colon;${RUN})`,
  `[a](java&#x0A;script:${RUN})`,
  `[a](&#1;javascript:${RUN})`,
  '[a](data:text/html;base64,PHNjcmlwdD53aW5kb3cucmFuPTE8L3NjcmlwdD4=)',
  `<javascript:${RUN}>`,
  '![a](data:image/svg+xml;base64,PHN2Zz4=)',
  `[h]: javascript:${RUN}\n\n[h] ![h]`,
  `[a](https://x.org "onmouseover=${RUN} \\" x=\\"")`,
  `![" onerror="${RUN}](x)`,
  `\`\`\`"><script>${RUN}</script>\na\n\`\`\``,
  `\`\`\`js" onload="${RUN}\na\n\`\`\``,
  `[^"><script>]: a\n\nb[^"><script>]`,
  `| <script>${RUN}</script> |\n|-|\n| <img onerror=${RUN}> |`,
  `- [x] <input onfocus=${RUN} autofocus>`,
]

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
