/** The record, the board of an earlier day and the heatmap, as scripts make them. */
import type { Locator } from 'playwright-core'
import { expect, it } from 'vitest'
import { documentsOf, siteInBrowser, TODAY, visit } from '../../server/test/browser.ts'
import { filledSiteFiles, laterFiles } from '../../server/test/site-files.ts'

const site = siteInBrowser(filledSiteFiles(TODAY), laterFiles(TODAY))

it('the form of the board asks for data, not for a document', async () => {
  const page = await site.visit('/projects')
  const documents = documentsOf(page)
  const field = page.getByLabel('As it was on')
  await field.fill('2026-11-13')
  await page.keyboard.press('Enter')
  await page.getByText('As of November 13, 2026').first().waitFor()
  expect(await page.locator('[role="status"]', { hasText: 'As of' }).count()).toBe(1)
  expect(await field.evaluate((element) => element === document.activeElement)).toBe(true)
  await page.goBack()
  await page.getByRole('link', { name: 'Back to today' }).waitFor({ state: 'hidden' })
  expect(await field.inputValue()).toBe('')
  expect(documents).toEqual([])
})

it('a day with late posts has lines that differ from its square, in forced colours too', async () => {
  const page = await site.visit('/stats', { fresh: true })
  const day = page.locator('.day[aria-label$=" later"]')
  expect(await day.getAttribute('aria-label')).toMatch(/^\d posts? on Saturday, November 14, /)
  const fill = (of: Locator) => of.first().evaluate((element) => getComputedStyle(element).fill)
  for (const forcedColors of ['none', 'active'] as const) {
    await page.emulateMedia({ forcedColors })
    expect(await fill(page.locator('#day-low rect'))).not.toBe(await fill(day))
  }
  await day.hover()
  await page.locator('.tooltip:visible', { hasText: / logged \d+ days later$/ }).waitFor()
})

it('the heatmap ends today, opens tooltips for a pointer and has one stop for Tab', async () => {
  const page = await site.tab({ fresh: true })
  await page.clock.install()
  await visit(page, '/stats')
  const tip = page.locator('.tooltip:visible')
  // Scripts add the tooltip's box to the document.
  await page.locator('.tooltip').waitFor({ state: 'attached' })
  await page.clock.pauseAt(Date.now() + 60_000)
  const label = (of: Locator) => of.getAttribute('aria-label')
  expect(await label(page.locator('.day').first())).toMatch(/ on Sunday, September 20$/)
  expect(await label(page.locator('.day').last())).toMatch(/^\d+ posts? on Friday, November 20$/)
  const cell = await page.locator('.day').first().boundingBox()
  expect(cell?.width).toBeGreaterThanOrEqual(12)
  expect(cell?.width).toBeLessThanOrEqual(24.5)

  const day = (index: number) => page.locator('.day').nth(index)
  await day(10).hover()
  await page.clock.runFor(699)
  expect(await tip.count()).toBe(0)
  await page.clock.runFor(1)
  expect(await tip.innerText()).toBe(await day(10).getAttribute('aria-label'))
  await day(18).hover()
  await page.clock.runFor(1)
  expect(await tip.innerText()).toBe(await day(18).getAttribute('aria-label'))
  await page.locator('h1').hover()
  expect(await tip.count()).toBe(0)
  await page.clock.runFor(301)
  await day(10).hover()
  await page.clock.runFor(300)
  expect(await tip.count()).toBe(0)

  const focused = () => page.evaluate(() => document.activeElement?.getAttribute('aria-label'))
  expect(await page.locator('.day[tabindex="0"]').count()).toBe(1)
  await page.getByRole('link', { name: 'Show the past year' }).focus()
  await page.keyboard.press('Tab')
  expect(await focused()).toMatch(/ November 20$/)
  expect(await tip.innerText()).toBe(await focused())
  await page.keyboard.press('ArrowUp')
  expect(await focused()).toMatch(/ November 19$/)
  await page.keyboard.press('ArrowLeft')
  expect(await focused()).toMatch(/ November 12$/)
  await page.keyboard.press('ArrowRight')
  await page.keyboard.press('ArrowDown')
  expect(await focused()).toMatch(/ November 20$/)
  await page.keyboard.press('Escape')
  expect(await tip.count()).toBe(0)
  expect(await page.locator('.day[tabindex="0"]').count()).toBe(1)
  await page.keyboard.press('Enter')
  const posts = page.locator('.heatmap-posts')
  expect(await posts.innerText()).toContain(await focused())
  await posts.getByRole('link').first().click()
  await page.waitForURL('**/post/*')
})
