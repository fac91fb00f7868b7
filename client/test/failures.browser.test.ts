/** What a visitor sees when something is missing or fails: toasts, retries, the way out. */
import type { Page } from 'playwright-core'
import { expect, it } from 'vitest'
import { intercept, siteInBrowser, TODAY, visit } from '../../server/test/browser.ts'
import { filledSiteFiles } from '../../server/test/site-files.ts'

const site = siteInBrowser(filledSiteFiles(TODAY))

/** The browser reports each failed request on the console by itself. */
const FAILED_REQUESTS = /Failed to load resource|Failed to load (posts|featured)/

const toasts = (page: Page) => page.locator('.toast').allInnerTexts()

/** Answers API calls whose path matches with this failure; gives the paths asked for. */
async function failing(page: Page, path: string, status = 500): Promise<string[]> {
  const asked: string[] = []
  await intercept(page, `**/api${path}`, (route) => {
    asked.push(new URL(route.request().url()).pathname)
    return route.fulfill({ status, json: { error: 'An error occurred', code: 'internal' } })
  })
  return asked
}

it('an unknown post has its page, and after 3 s on a fresh load leads home', async () => {
  const page = await site.tab({ fresh: true, expected: /404/ })
  await page.clock.install()
  const response = await page.goto('/post/nothing-here')
  expect(response?.status()).toBe(404)
  await page.getByRole('heading', { name: 'Post not found', level: 1 }).waitFor()
  expect(await page.getByRole('link', { name: 'Back to Home' }).getAttribute('href')).toBe('/')
  await page.locator('.toast', { hasText: 'Post not found' }).waitFor()
  expect(new URL(page.url()).pathname).toBe('/post/nothing-here')
  await page.clock.fastForward(3000)
  await page.waitForURL(`${site.server.address}/`)
  await page.getByRole('heading', { name: 'Blog' }).waitFor()
})

it.each([
  ['is unknown', 404, 'Post not found'],
  ['cannot be loaded', 400, 'Failed to load post'],
])('a post that %s leads home at once, with a toast', async (_, status, words) => {
  const page = await site.visit('/essays', { expected: FAILED_REQUESTS })
  const asked = await failing(page, '/posts/by-id/*', status)
  await page.locator('main article a').first().click()
  await page.waitForURL(`${site.server.address}/`)
  await page.locator('.toast', { hasText: words }).waitFor()
  expect(asked).toHaveLength(1)
  await page.goBack()
  await page.waitForURL('**/essays')
})

it('a failing server is asked four times before a toast, which waits for the pointer, and again by Try Again', async () => {
  const page = await site.tab({ fresh: true, expected: FAILED_REQUESTS })
  await page.clock.install()
  await visit(page, '/about')
  const asked = await failing(page, '/posts/public/essay*')
  await page.clock.pauseAt(Date.now() + 60_000)
  await page.locator('.menu-bar summary', { hasText: 'Writing' }).click()
  await page.locator('.menu-bar').getByRole('link', { name: 'Essays' }).click()
  await page.getByText('Loading essays...').waitFor({ state: 'attached' })
  const askedLater = async () => {
    await page.clock.runFor(1000)
    return asked.length
  }
  await expect.poll(askedLater).toBe(4)
  await page.getByRole('alert').filter({ hasText: 'Failed to load essays' }).waitFor()
  expect(await toasts(page)).toEqual(['Error\n\nFailed to load essays'])
  await page.clock.runFor(5000)
  await page.locator('.toast').hover()
  await page.clock.runFor(20_000)
  expect(await toasts(page)).toHaveLength(1)
  await page.mouse.move(5, 5)
  await page.clock.runFor(3500)
  expect(await toasts(page)).toHaveLength(1)
  await page.clock.runFor(1500)
  await expect.poll(() => toasts(page)).toEqual([])
  await page.unroute('**/api/posts/public/essay*')
  await page.getByRole('button', { name: 'Try Again' }).click()
  await page.locator('main article').first().waitFor()
})

it('a failing server with one list shows the other, without the featured block', async () => {
  const page = await site.tab({ expected: FAILED_REQUESTS })
  const said: string[] = []
  page.on('console', (message) => said.push(message.text()))
  await visit(page, '/about')
  await failing(page, '/posts/public/essay*', 400)
  await failing(page, '/posts/featured*', 400)
  await page.locator('.brand').first().click()
  await page.locator('section.recent .entry').first().waitFor()
  expect(await page.locator('section.recent .type-essay, .featured').count()).toBe(0)
  await page.getByRole('alert').filter({ hasText: 'Failed to load posts' }).waitFor()
  await expect.poll(() => said.join()).toContain('Failed to load featured posts')
  expect(said.join()).toContain('Failed to load posts: An error occurred')
  expect(await toasts(page)).toEqual([])
  await page.unroute('**/api/posts/public/essay*')
  await page.getByRole('button', { name: 'Try Again' }).click()
  await page.locator('section.recent .type-essay').first().waitFor()
})
