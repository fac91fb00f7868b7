/** With scripts off every public page is there: to read, filter, search and page through. */
import { expect, it } from 'vitest'
import { follow, siteInBrowser, TODAY } from '../../server/test/browser.ts'
import { filledSiteFiles } from '../../server/test/site-files.ts'

const site = siteInBrowser(filledSiteFiles(TODAY))
const quiet = { javaScriptEnabled: false }

it('every page can be read', async () => {
  const page = await site.tab(quiet)
  for (const [path, heading, text] of [
    ['/', 'Blog', 'How this site works'],
    ['/essays', 'Essays', 'Read Essay'],
    ['/short-posts', 'Short Posts', 'words'],
    ['/about', 'About', 'Why it is public'],
    ['/stats', 'Stats', 'Posting Frequency (Past Year)'],
    ['/projects', 'Current Projects', 'Due today'],
    ['/post/every-element', 'Every element there is', 'A quotation that says something'],
    ['/resources/learning-data', 'Learning Data', 'SQLBolt'],
    ['/search', 'Search', ''],
  ] as const) {
    await page.goto(path)
    expect(await page.locator('h1').innerText(), path).toContain(heading)
    expect(await page.locator('main').innerText(), path).toContain(text)
    // What only scripts can do is not offered.
    expect(await page.locator('.needs-scripts:visible, .waiting').count(), path).toBe(0)
  }
})

it('Load more leads to the older posts, to the end and back', async () => {
  const page = await site.tab(quiet)
  await page.goto('/')
  const seen = new Set<string>()
  for (let parts = 0; parts < 3; parts += 1) {
    for (const title of await page.locator('section.recent .card-title').allInnerTexts()) {
      expect(seen.has(title), title).toBe(false)
      seen.add(title)
    }
    if (parts < 2) await follow(page.getByRole('link', { name: 'Load more' }))
  }
  expect(await page.getByRole('link', { name: 'Load more' }).count()).toBe(0)
  expect(seen.size).toBeGreaterThan(50)
  await follow(page.getByRole('link', { name: 'Back to the newest' }))
  expect(page.url()).toBe(`${site.server.address}/`)
})

it('the search form finds posts', async () => {
  const page = await site.tab(quiet)
  await page.goto('/')
  await follow(page.getByRole('link', { name: 'Search' }))
  await page.getByLabel('Search posts').fill('deadline')
  await page.keyboard.press('Enter')
  await page.waitForURL('**/search?q=deadline')
  expect(await page.locator('.list-start').innerText()).toMatch(/^\d+ posts? for “deadline”$/)
  await follow(page.locator('.timeline a').first())
  expect(await page.locator('article.article').count()).toBe(1)
})

it('the menus open and lead on, narrow and wide', async () => {
  for (const width of [360, 1280]) {
    const page = await site.tab({ ...quiet, width })
    await page.goto('/')
    await page.locator('.menu-bar summary', { hasText: 'Resources' }).click()
    await follow(page.getByRole('link', { name: 'Learning Drawing' }))
    expect(await page.locator('h1').innerText()).toBe('Learning Drawing')
  }
})

it('the year of the heatmap and the moves of a deadline are a click away', async () => {
  const page = await site.tab(quiet)
  await page.goto('/stats')
  const days = await page.locator('.day').count()
  await follow(page.getByRole('link', { name: 'Show the past year' }))
  expect(await page.locator('.day').count()).toBeGreaterThan(Math.max(360, days))
})
