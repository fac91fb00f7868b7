/** A page before and after it has its handlers, and the bytes that this takes. */
import { readFileSync } from 'node:fs'
import { gzipSync } from 'node:zlib'
import { describe, expect, it } from 'vitest'
import {
  holdBack,
  hydrated,
  intercept,
  siteInBrowser,
  TODAY,
  visit,
} from '../../server/test/browser.ts'
import { filledSiteFiles } from '../../server/test/site-files.ts'

const site = siteInBrowser(filledSiteFiles(TODAY))

/** All scripts of a public page, and its sheet, compressed. */
const SCRIPT_BYTES_MAX = 105_000
const SHEET_BYTES_MAX = 10_000
/** It comes with the first paint. */
const FONT_BYTES_MAX = 30_000

const isScript = (url: string) => url.endsWith('.js')

/** Opens a page whose script does not come before `release`, and counts documents after it. */
async function openBeforeHydration(path: string) {
  const page = await site.tab()
  const release = await holdBack(page, '**/assets/main-*.js')
  await page.goto(path, { waitUntil: 'commit' })
  await page.locator('footer').waitFor()
  const documents: string[] = []
  page.on('request', (request) => {
    if (request.isNavigationRequest()) documents.push(request.url())
  })
  return { page, documents, release }
}

describe('a public page', () => {
  it('is hydrated by few bytes', async () => {
    const page = await site.tab()
    const urls: string[] = []
    page.on('request', (request) => urls.push(request.url()))
    await page.goto('/post/every-element', { waitUntil: 'networkidle' })
    await hydrated(page)
    const sizes = await Promise.all(
      urls.filter(isScript).map(async (url) => {
        const bytes = await page.context().request.get(url)
        return gzipSync(await bytes.body(), { level: 9 }).length
      }),
    )
    expect(sizes).toHaveLength(2)
    expect(new Set(urls).size).toBe(urls.length)
    expect(sizes.reduce((sum, size) => sum + size, 0)).toBeLessThan(SCRIPT_BYTES_MAX)
  })

  it('has one font, cut to Latin text', async () => {
    const page = await site.tab()
    await page.goto('/post/every-element', { waitUntil: 'networkidle' })
    const fonts = await page.evaluate(async () => {
      const all = performance.getEntriesByType('resource').map(({ name }) => name)
      const latin = 'Ärger, naïve façade — “quoted” … 12 × 3 €'
      const found = await document.fonts.load('800 1rem "Inter Variable"', latin)
      return { urls: all.filter((name) => name.endsWith('.woff2')), found: found.length }
    })
    expect(fonts).toEqual({ urls: [expect.stringMatching(/inter-latin/)], found: 1 })
    const file = `dist/client${new URL(fonts.urls[0] ?? '').pathname}`
    expect(readFileSync(file).length).toBeLessThan(FONT_BYTES_MAX)
  })

  it('has a small sheet', () => {
    const manifest = JSON.parse(readFileSync('dist/client/manifest.json', 'utf8'))
    const bytes = readFileSync(`dist/client${manifest.site.sheet}`)
    expect(gzipSync(bytes, { level: 9 }).length).toBeLessThan(SHEET_BYTES_MAX)
  })

  it('comes alive in a browser that does not tell when it paints', async () => {
    const page = await site.tab({ fresh: true })
    await page.addInitScript(() => {
      PerformanceObserver.prototype.observe = () => {}
    })
    await visit(page, '/')
  })
})

describe('before a page is hydrated', () => {
  it('a link leads on, by a new document', async () => {
    const { page, documents } = await openBeforeHydration('/essays')
    // The next document may never come to its end either: its script is held back as well.
    await page.locator('article a').first().click()
    await page.locator('article.article').waitFor()
    expect(documents).toHaveLength(1)
  })

  it('the stored theme shows', async () => {
    const page = await site.tab({ theme: 'light' })
    await intercept(page, '**/assets/main-*.js', () => undefined)
    await page.goto('/', { waitUntil: 'commit' })
    await page.locator('html[data-theme="light"]').waitFor()
  })

  it('what is typed into the search stays there', async () => {
    const { page, documents, release } = await openBeforeHydration('/search')
    await page.getByRole('searchbox').fill('git')
    release()
    await hydrated(page)
    expect(await page.getByRole('searchbox').inputValue()).toBe('git')
    await page.keyboard.press('Enter')
    await page.locator('.list-start').waitFor()
    expect(documents).toEqual([])
  })
})
