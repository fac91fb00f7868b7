/** The posting heatmap under a pointer and under keys. */
import type { Page } from 'playwright-core'
import { expect, it } from 'vitest'
import { siteInBrowser, TODAY, visit } from '../../server/test/browser.ts'
import { filledSiteFiles } from '../../server/test/site-files.ts'

const site = siteInBrowser(filledSiteFiles(TODAY))

const tip = (page: Page) => page.locator('.tooltip:visible')

it('ends today, opens tooltips for a pointer and has one stop for Tab', async () => {
  const page = await site.tab({ fresh: true })
  await page.clock.install()
  await visit(page, '/stats')
  // Scripts add the tooltip's box to the document.
  await page.locator('.tooltip').waitFor({ state: 'attached' })
  await page.clock.pauseAt(Date.now() + 60_000)
  const labels = await page
    .locator('.day')
    .evaluateAll((days) => days.map((day) => day.getAttribute('aria-label')))
  expect(labels[0]).toMatch(/ on Sunday, September 20$/)
  expect(labels.at(-1)).toMatch(/^\d+ posts? on Friday, November 20$/)
  const cell = await page.locator('.day').first().boundingBox()
  expect(cell?.width).toBeGreaterThanOrEqual(12)
  expect(cell?.width).toBeLessThanOrEqual(24.5)

  const day = (index: number) => page.locator('.day').nth(index)
  await day(10).hover()
  await page.clock.runFor(699)
  expect(await tip(page).count()).toBe(0)
  await page.clock.runFor(1)
  expect(await tip(page).innerText()).toBe(await day(10).getAttribute('aria-label'))
  await day(18).hover()
  await page.clock.runFor(1)
  expect(await tip(page).innerText()).toBe(await day(18).getAttribute('aria-label'))
  await page.locator('h1').hover()
  expect(await tip(page).count()).toBe(0)
  await page.clock.runFor(301)
  await day(10).hover()
  await page.clock.runFor(300)
  expect(await tip(page).count()).toBe(0)

  const focused = () => page.evaluate(() => document.activeElement?.getAttribute('aria-label'))
  expect(await page.locator('.day[tabindex="0"]').count()).toBe(1)
  await page.getByRole('link', { name: 'Show the past year' }).focus()
  await page.keyboard.press('Tab')
  expect(await focused()).toMatch(/ November 20$/)
  expect(await tip(page).innerText()).toBe(await focused())
  await page.keyboard.press('ArrowUp')
  expect(await focused()).toMatch(/ November 19$/)
  await page.keyboard.press('ArrowLeft')
  expect(await focused()).toMatch(/ November 12$/)
  await page.keyboard.press('ArrowRight')
  await page.keyboard.press('ArrowDown')
  expect(await focused()).toMatch(/ November 20$/)
  await page.keyboard.press('Escape')
  expect(await tip(page).count()).toBe(0)
  expect(await page.locator('.day[tabindex="0"]').count()).toBe(1)
  await page.keyboard.press('Enter')
  const posts = page.locator('.heatmap-posts')
  expect(await posts.innerText()).toContain(await focused())
  await posts.getByRole('link').first().click()
  await page.waitForURL('**/post/*')
})
