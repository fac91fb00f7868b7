/** A page before it has its handlers, the bytes they take, a page without scripts or translated. */
import { readFileSync } from 'node:fs'
import { gzipSync } from 'node:zlib'
import type { Page } from 'playwright-core'
import { expect, it } from 'vitest'
import {
  documentsOf,
  follow,
  holdBack,
  hydrated,
  intercept,
  siteInBrowser,
  TODAY,
  visit,
} from '../../server/test/browser.ts'
import { filledSiteFiles, laterFiles } from '../../server/test/site-files.ts'
import { FILLED } from './screens.ts'

const site = siteInBrowser(filledSiteFiles(TODAY), laterFiles(TODAY))

/** Of a public page: all scripts and the sheet compressed, and the font of its first paint. */
const BYTES_MAX = { js: 105_000, css: 10_000, woff2: 30_000 }

it('a public page has few bytes of scripts, sheet and the font for Latin text', async () => {
  const page = await site.tab()
  const urls: string[] = []
  page.on('request', (request) => urls.push(new URL(request.url()).pathname))
  await page.goto('/post/every-element', { waitUntil: 'networkidle' })
  await hydrated(page)
  expect(new Set(urls).size).toBe(urls.length)
  const needed = await page.evaluate(() =>
    document.fonts.load('800 1rem "Inter Variable"', 'Ärger, naïve façade — “quoted” … 12 × 3 €'),
  )
  expect(needed).toHaveLength(1)
  for (const [kind, most] of Object.entries(BYTES_MAX)) {
    const files = urls.filter((url) => url.endsWith(`.${kind}`))
    expect(files).toHaveLength(kind === 'js' ? 2 : 1)
    const bytes = files.map((url) => readFileSync(`dist/client${url}`))
    const sizes = kind === 'woff2' ? bytes : bytes.map((plain) => gzipSync(plain, { level: 9 }))
    expect(Buffer.concat(sizes).length, kind).toBeLessThan(most)
  }
})

it('a public page comes alive in a browser that does not tell when it paints', async () => {
  const page = await site.tab({ fresh: true })
  await page.addInitScript(() => {
    PerformanceObserver.prototype.observe = () => {}
  })
  await page.clock.install()
  await page.goto('/')
  await page.clock.runFor(2000)
  await hydrated(page)
})

it('a script that does not come leaves the stored theme, no button without use, and links', async () => {
  const page = await site.tab({ fresh: true, expected: /main-.*\.js/ })
  await page.addInitScript(() => localStorage.setItem('theme', 'light'))
  await intercept(page, '**/assets/main-*.js', (route) => route.abort())
  await page.goto('/essays')
  await page.locator('html[data-theme="light"]:not([data-scripts])').waitFor()
  expect(await page.locator('.needs-scripts:visible').count()).toBe(0)
  await page.locator('article a').first().click()
  await page.locator('article.article').waitFor()
})

it('what is typed into the search before its script comes stays there', async () => {
  const page = await site.tab()
  const release = await holdBack(page, '**/assets/main-*.js')
  await page.goto('/search', { waitUntil: 'commit' })
  await page.getByRole('searchbox').fill('git')
  const documents = documentsOf(page)
  release()
  await hydrated(page)
  expect(await page.getByRole('searchbox').inputValue()).toBe('git')
  await page.keyboard.press('Enter')
  await page.locator('.list-start').waitFor()
  expect(documents).toEqual([])
})

it('with scripts off every page can be read', async () => {
  const page = await site.tab({ javaScriptEnabled: false, expected: /404/ })
  for (const [path, texts = ''] of FILLED) {
    await page.goto(path)
    const shown = await page.locator('body').innerText()
    expect(
      texts.split(' | ').filter((text) => !shown.includes(text)),
      path,
    ).toEqual([])
    // What only scripts can do is not offered.
    expect(await page.locator('.needs-scripts:visible, .waiting').count(), path).toBe(0)
  }
})

it('with scripts off the menus open and lead on, narrow and wide', async () => {
  for (const width of [360, 1280]) {
    const page = await site.tab({ javaScriptEnabled: false, width })
    await page.goto('/')
    await page.locator('.menu-bar summary', { hasText: 'Resources' }).click()
    await follow(page.getByRole('link', { name: 'Learning Drawing' }))
    expect(await page.locator('h1').innerText()).toBe('Learning Drawing')
  }
})

/** Replaces each text of the page by a copy in `<font>`. */
async function translate(page: Page): Promise<void> {
  await page.evaluate(() => {
    const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT)
    const texts: ChildNode[] = []
    while (walker.nextNode()) texts.push(walker.currentNode as Text)
    for (const text of texts) {
      if (!text.textContent?.trim() || text.parentElement?.closest('script, svg')) continue
      const font = document.createElement('font')
      font.textContent = text.textContent
      text.replaceWith(font)
    }
  })
}

it('each control works on pages whose texts the browser has translated, and so does the way on', async () => {
  const page = await site.visit('/')
  for (const [path, control] of [
    ['/', '.chip'],
    ['/?tag=Writing', '.tag-filter .button'],
    ['/', '.load-more a'],
    ['/essays', '.card a'],
    ['/stats', '.frequency .button'],
    ['/stats', '.day-posts'],
    ['/projects', '.board-day button'],
    ['/record', '.chip'],
    ['/search?q=git', 'form button'],
    ['/post/every-element', '.copy-button'],
    ['/about', '.top-bar [aria-pressed]'],
  ] as const) {
    await visit(page, path)
    await translate(page)
    await page.locator(control).first().click()
    await page.locator('.brand').first().click()
    await page.getByRole('heading', { name: 'Blog' }).waitFor()
    expect(await page.getByText('Something went wrong').count(), path + control).toBe(0)
  }
})
