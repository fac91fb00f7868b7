/** A fresh page before its visitor does anything, and what is done before its code is there. */
import { readFileSync } from 'node:fs'
import { gzipSync } from 'node:zlib'
import type { Page, Route } from 'playwright-core'
import { describe, expect, it } from 'vitest'
import { filledSiteFiles } from '../../server/test/site-files.ts'
import { alive, siteInBrowser, TODAY } from '../../server/test/site-in-browser.ts'

const site = siteInBrowser(filledSiteFiles(TODAY))

/** Scripts of a public page and its sheet, compressed (targets of the project). */
const SCRIPT_BYTES_MAX = 80_000
const SHEET_BYTES_MAX = 12_000

const isScript = (url: string) => url.endsWith('.js')
const isScreen = (url: string) => url.includes('/public-pages-')

/** Holds back the code of the screens until the returned function is called. */
async function holdScreens(page: Page): Promise<() => Promise<void>> {
  const held: Route[] = []
  let isOpen = false
  await page.route('**/assets/public-pages-*', async (route) => {
    if (isOpen) await route.continue()
    else held.push(route)
  })
  return async () => {
    isOpen = true
    await Promise.all(held.map((route) => route.continue()))
  }
}

/** Opens a page whose screen stays asleep, and counts the documents that come after it. */
async function openAsleep(path: string) {
  const page = await site.tab()
  const release = await holdScreens(page)
  await page.goto(path, { waitUntil: 'load' })
  const documents: string[] = []
  page.on('request', (request) => {
    if (request.isNavigationRequest()) documents.push(request.url())
  })
  return { page, release, documents }
}

describe('a fresh page', () => {
  it.each([
    '/',
    '/essays',
    '/short-posts',
    '/about',
    '/stats',
    '/projects',
    '/post/every-element',
    '/resources/learning-data',
    '/search?q=git',
    '/nowhere',
  ])('loads few scripts at %s, and no answers', async (path) => {
    const page = await site.tab({ expected: /404/ })
    const urls: string[] = []
    page.on('request', (request) => urls.push(request.url()))
    await page.goto(path, { waitUntil: 'networkidle' })
    const sizes = await Promise.all(
      urls.filter(isScript).map(async (url) => {
        const bytes = await page.context().request.get(url)
        return gzipSync(await bytes.body(), { level: 9 }).length
      }),
    )
    expect(sizes.length).toBeGreaterThan(0)
    expect(sizes.reduce((sum, size) => sum + size, 0)).toBeLessThan(SCRIPT_BYTES_MAX)
    expect(urls.filter((url) => url.includes('/api/'))).toEqual([])
    expect(urls.filter(isScreen)).toEqual([])
    await alive(page)
    expect(urls.filter(isScreen)).toHaveLength(1)
    expect(urls.filter((url) => url.includes('/api/'))).toEqual([])
  })

  it('has a small sheet', () => {
    const manifest = JSON.parse(readFileSync('dist/client/manifest.json', 'utf8'))
    const [sheet] = manifest.css as string[]
    const bytes = readFileSync(`dist/client${sheet}`)
    expect(gzipSync(bytes, { level: 9 }).length).toBeLessThan(SHEET_BYTES_MAX)
  })
})

describe('what is done before the code is there', () => {
  it('is a click on Load more: the next part comes below', async () => {
    const { page, release, documents } = await openAsleep('/')
    await page.getByRole('link', { name: 'Load more' }).click()
    await release()
    await expect.poll(() => page.locator('.timeline article').count()).toBeGreaterThan(20)
    expect(documents).toEqual([])
  })

  it('is one click, however often it was made', async () => {
    const { page, release, documents } = await openAsleep('/')
    for (let i = 0; i < 3; i += 1) await page.getByRole('link', { name: 'Load more' }).click()
    await release()
    await expect.poll(() => page.locator('.timeline article').count()).toBeGreaterThan(20)
    await page.waitForLoadState('networkidle')
    expect(await page.locator('.timeline article').count()).toBe(40)
    expect(documents).toEqual([])
  })

  it('is a click on a chip: the list is filtered in place', async () => {
    const { page, release, documents } = await openAsleep('/')
    await page.locator('.chips a').first().click()
    await release()
    await page.locator('.chips a[aria-current]').waitFor()
    expect(documents).toEqual([])
  })

  it('is a click on a card: the post comes up', async () => {
    const { page, release, documents } = await openAsleep('/short-posts')
    await page.locator('.entry-short p:not(.meta)').first().click()
    await release()
    await page.locator('article.article').waitFor()
    expect(documents).toEqual([])
  })

  it('is a search', async () => {
    const { page, release, documents } = await openAsleep('/search')
    await page.getByRole('searchbox').fill('git')
    await page.keyboard.press('Enter')
    await release()
    await page.locator('.search-count').waitFor()
    expect(documents).toEqual([])
  })

  it('is a click that leads on all the same when the code cannot be had', async () => {
    const page = await site.tab({ expected: /Failed to load resource/ })
    await page.route('**/assets/public-pages-*', (route) => route.abort())
    await page.goto('/essays', { waitUntil: 'load' })
    await page.locator('.essay-card a').first().click()
    await page.locator('article.article').waitFor()
  })
})
