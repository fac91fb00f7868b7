/** A page before and after it has its handlers, the bytes that this takes, and a page without scripts. */
import { readFileSync } from 'node:fs'
import { gzipSync } from 'node:zlib'
import { expect, it } from 'vitest'
import {
  documentsOf,
  follow,
  holdBack,
  hydrated,
  intercept,
  siteInBrowser,
  TODAY,
} from '../../server/test/browser.ts'
import { filledSiteFiles, laterFiles } from '../../server/test/site-files.ts'
import { FILLED } from './screens.ts'

const site = siteInBrowser(filledSiteFiles(TODAY), laterFiles(TODAY))

/** Of a public page: all scripts and the sheet compressed, and the font of its first paint. */
const BYTES_MAX = { js: 105_000, css: 10_000, woff2: 30_000 }

/** Opens a page whose script does not come before `release`, and counts documents after it. */
async function openBeforeHydration(path: string) {
  const page = await site.tab()
  const release = await holdBack(page, '**/assets/main-*.js')
  await page.goto(path, { waitUntil: 'commit' })
  await page.locator('footer').waitFor()
  const documents = documentsOf(page)
  return { page, documents, release }
}

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

it('before hydration a link leads on, by a new document', async () => {
  const { page, documents } = await openBeforeHydration('/essays')
  // The next document may never come to its end either: its script is held back as well.
  await page.locator('article a').first().click()
  await page.locator('article.article').waitFor()
  expect(documents).toHaveLength(1)
})

it('before hydration the stored theme shows', async () => {
  const page = await site.tab({ theme: 'light' })
  await intercept(page, '**/assets/main-*.js', () => undefined)
  await page.goto('/', { waitUntil: 'commit' })
  await page.locator('html[data-theme="light"]').waitFor()
})

it('before hydration a script that does not come leaves no button without use', async () => {
  const page = await site.tab({ expected: /main-.*\.js/ })
  await intercept(page, '**/assets/main-*.js', (route) => route.abort())
  await page.goto('/essays')
  await page.locator('html:not([data-scripts])').waitFor()
  expect(await page.locator('.needs-scripts:visible').count()).toBe(0)
  await page.locator('article a').first().click()
  await page.locator('article.article').waitFor()
})

it('before hydration what is typed into the search stays there', async () => {
  const { page, documents, release } = await openBeforeHydration('/search')
  await page.getByRole('searchbox').fill('git')
  release()
  await hydrated(page)
  expect(await page.getByRole('searchbox').inputValue()).toBe('git')
  await page.keyboard.press('Enter')
  await page.locator('.list-start').waitFor()
  expect(documents).toEqual([])
})

const quiet = { javaScriptEnabled: false }

it('with scripts off every page can be read', async () => {
  const page = await site.tab({ ...quiet, expected: /404/ })
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
    const page = await site.tab({ ...quiet, width })
    await page.goto('/')
    await page.locator('.menu-bar summary', { hasText: 'Resources' }).click()
    await follow(page.getByRole('link', { name: 'Learning Drawing' }))
    expect(await page.locator('h1').innerText()).toBe('Learning Drawing')
  }
})
