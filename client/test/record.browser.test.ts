/** The record, the board of an earlier day and the heatmap: without scripts, and with them. */
import type { Locator, Page } from 'playwright-core'
import { describe, expect, it } from 'vitest'
import { documentsOf, follow, siteInBrowser, TODAY, visit } from '../../server/test/browser.ts'
import { filledSiteFiles, latePost, movedProject } from '../../server/test/site-files.ts'

const site = siteInBrowser(filledSiteFiles(TODAY), { ...movedProject(TODAY), ...latePost(TODAY) })

describe('without scripts', () => {
  const quiet = { javaScriptEnabled: false }

  it('a form leads to the board of a day, and a link back', async () => {
    const page = await site.tab(quiet)
    await page.goto('/projects')
    await page.getByLabel('As it was on').fill('2026-11-13')
    await follow(page.getByRole('button', { name: 'Show' }))
    expect(new URL(page.url()).searchParams.get('at')).toBe('2026-11-13')
    const main = page.locator('main')
    expect(await main.innerText()).toContain('As of November 13, 2026')
    const ran = page.locator('article', { hasText: 'Run ten kilometres' })
    expect(await ran.innerText()).toContain('2 days remaining')
    await follow(page.getByRole('link', { name: 'Back to today' }))
    expect(await ran.innerText()).toContain('Moved once, 19 days later than first promised')
  })

  it('the record is filtered and paged through by links', async () => {
    const page = await site.tab(quiet)
    await page.goto('/stats')
    await follow(page.getByRole('link', { name: 'The record' }))
    const entries = page.locator('.record-entry')
    const first = await entries.count()
    await follow(page.getByRole('link', { name: 'Load more' }))
    expect(await entries.count()).toBeGreaterThan(0)
    await follow(page.getByRole('link', { name: 'Back to the newest' }))
    expect(await entries.count()).toBe(first)
    await follow(page.locator('.chips').getByRole('link', { name: 'Moved' }))
    expect(await entries.count()).toBe(1)
    expect(await entries.innerText()).toContain('A cold took the week.')
    await follow(page.locator('.chips').getByRole('link', { name: 'Promised' }))
    expect(new URL(page.url()).search).toBe('?kind=promised&kind=moved')
    expect(await entries.count()).toBeGreaterThan(1)
  })
})

it('Load more goes on below, in the month that it was in', async () => {
  const page = await site.visit('/record')
  const entries = page.locator('.record-entry')
  const before = await entries.count()
  await page.getByRole('link', { name: 'Load more' }).click()
  await expect.poll(() => entries.count()).toBeGreaterThan(before)
  const focused = () =>
    entries.nth(before).evaluate((entry) => entry.contains(document.activeElement))
  await expect.poll(focused).toBe(true)
  const months = await page.locator('.record-month h2').allInnerTexts()
  expect(new Set(months).size).toBe(months.length)
})

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

const tip = (page: Page) => page.locator('.tooltip:visible')

it('the heatmap ends today, opens tooltips for a pointer and has one stop for Tab', async () => {
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
