/** The pages of the whole server in a real browser: they are hydrated, and nothing hostile runs. */
import type { Browser, BrowserContext } from 'playwright-core'
import { afterAll, beforeAll, expect, it, vi } from 'vitest'
import { hydrated, startBrowser } from './browser.ts'
import { startServer } from './live-server.ts'

// The image is there and shown: what it would run as it loads is not.
const ATTACK =
  '</script><script>window.ran = 1</script><img src="/favicon.svg" onload="window.ran = 1">'
const quoted = JSON.stringify(ATTACK)

const FILES = {
  'site.yaml': 'time_zone: Europe/Berlin\n',
  'about.md': `About this.\n\n${ATTACK}\n`,
  'resources/learning-ai.yaml': 'title: Learning AI\nitems: []\n',
  'projects/ship.yaml': `title: ${quoted}\ndue_date: 2026-12-31\ntags: [${quoted}]\n`,
  'posts/hostile.md': `---
title: ${quoted}
type: essay
date: 2026-01-02
tags: [${quoted}, "\\" onmouseover=\\"window.ran = 1"]
description: ${quoted}
featured: true
---
# ${ATTACK}

${ATTACK}

[a](javascript:window.ran=1) [b](JaVaScRiPt:window.ran=1) [c](data:text/html,<script>window.ran=1</script>)
[d](vbscript:x) ![e](javascript:window.ran=1) <javascript:window.ran=1> [f](https://other.example/)

<svg onload="window.ran=1"></svg><iframe srcdoc="<script>parent.ran=1</script>"></iframe>

\`\`\`js
${ATTACK}
\`\`\`
`,
  'posts/plain.md': '---\ntitle: Plain words\ntype: short\ndate: 2026-01-03\n---\nWords to read.\n',
}

const PATHS = [
  '/',
  '/essays',
  `/essays?tag=${encodeURIComponent(ATTACK)}`,
  '/short-posts',
  '/about',
  '/stats',
  '/projects',
  `/search?q=${encodeURIComponent(ATTACK)}`,
  '/post/hostile',
  '/post/plain',
  '/resources/learning-ai',
  '/admin',
]

let browser: Browser

vi.setConfig({ testTimeout: 60_000, hookTimeout: 60_000 })

beforeAll(async () => {
  browser = await startBrowser()
})

afterAll(() => browser.close())

/** Opens a page and waits until its scripts have taken it over; gives what went wrong meanwhile. */
async function visit(context: BrowserContext, address: string) {
  const page = await context.newPage()
  const faults: string[] = []
  const asked: string[] = []
  page.on('pageerror', (error) => faults.push(error.message))
  page.on('console', (message) => {
    // A refused script or style is reported here too.
    if (message.type() === 'error') faults.push(message.text())
  })
  page.on('request', (request) => asked.push(request.url()))
  await page.goto(address, { waitUntil: 'load' })
  await hydrated(page)
  return { page, faults, asked }
}

it('are hydrated without a fault and without asking again', async () => {
  const server = await startServer(FILES)
  const context = await browser.newContext()
  for (const path of PATHS) {
    const { page, faults, asked } = await visit(context, server.address + path)
    expect(faults, path).toEqual([])
    expect(asked.filter((url) => url.includes('/api/'))).toEqual([])
    expect(asked.filter((url) => !url.startsWith(server.address))).toEqual([])
    expect(await page.locator('h1').count()).toBe(1)
    await page.close()
  }
  await context.close()
})

it('run nothing that content or an address brings along', async () => {
  const server = await startServer(FILES)
  const context = await browser.newContext()
  for (const path of PATHS) {
    const { page } = await visit(context, server.address + path)
    const [ran, links, frames] = await page.evaluate(() => [
      'ran' in window,
      [...document.querySelectorAll('a[href], img[src]')].map(
        (element) => element.getAttribute('href') ?? element.getAttribute('src') ?? '',
      ),
      document.querySelectorAll('iframe, object, embed, [onerror], [onload]').length,
    ])
    expect(ran, path).toBe(false)
    expect(frames, path).toBe(0)
    expect((links as string[]).filter((link) => !/^(https?:|mailto:|[/#?])/.test(link))).toEqual([])
    await page.close()
  }
  await context.close()
})

it('can be read and moved through without scripts', async () => {
  const server = await startServer(FILES)
  const context = await browser.newContext({ javaScriptEnabled: false })
  const page = await context.newPage()
  await page.goto(`${server.address}/short-posts`)
  expect(await page.locator('main').innerText()).toContain('Words to read.')
  await page.locator('main a[href="/post/plain"]').first().click()
  expect(page.url()).toBe(`${server.address}/post/plain`)
  expect(await page.locator('main').innerText()).toContain('Words to read.')
  await page.goto(`${server.address}/search?q=words`)
  expect(await page.locator('main').innerText()).toContain('Plain words')
  await context.close()
})
