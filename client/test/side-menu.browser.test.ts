/** The side menu below 768 px, and the times of its moves. */
import type { Page } from 'playwright-core'
import { expect, it } from 'vitest'
import { siteInBrowser, TODAY, visit } from '../../server/test/browser.ts'
import { filledSiteFiles } from '../../server/test/site-files.ts'

const site = siteInBrowser(filledSiteFiles(TODAY))

const menu = (page: Page) => page.locator('dialog.side-menu')
const button = (page: Page) => page.getByRole('button', { name: 'Open menu' })
const isIn = (page: Page) => page.locator('dialog.side-menu-in[open]').count()
const scrollLocked = (page: Page) =>
  page.evaluate(() => getComputedStyle(document.documentElement).overflowY === 'hidden')

/** Opens the menu with the clock stopped, so that what follows happens at named milliseconds. */
async function openMenu(page: Page): Promise<void> {
  await button(page).click()
  await page.locator('dialog[open]').waitFor({ state: 'attached' })
  await page.clock.runFor(9)
  expect(await isIn(page)).toBe(0)
  await page.clock.runFor(1)
  await page.locator('dialog.side-menu-in').waitFor()
}

it('slides in 10 ms later and out for 300 ms, on each way to close it', async () => {
  const page = await site.tab({ width: 360, fresh: true })
  await page.clock.install()
  await visit(page, '/')
  await page.clock.pauseAt(Date.now() + 60_000)
  await openMenu(page)
  expect(await scrollLocked(page)).toBe(true)
  expect(await menu(page).locator('.brand').innerText()).toBe('G.A.P.')
  expect(await menu(page).getByRole('link').allInnerTexts()).toEqual([
    'G.A.P.',
    'Essays',
    'Short Posts',
    'Reading List',
    'Learning AI',
    'Learning Data',
    'Learning Drawing',
    'Learning Coding',
    'About',
    'Stats',
    'Projects',
  ])
  await page.keyboard.press('Escape')
  await page.waitForFunction(() => !document.querySelector('.side-menu-in'))
  await page.clock.runFor(299)
  expect(await page.locator('dialog[open]').count()).toBe(1)
  expect(await scrollLocked(page)).toBe(true)
  await page.clock.runFor(1)
  await menu(page).waitFor({ state: 'hidden' })
  expect(await scrollLocked(page)).toBe(false)
  expect(await button(page).evaluate((element) => element === document.activeElement)).toBe(true)

  await openMenu(page)
  await page.mouse.click(330, 500)
  await page.clock.runFor(300)
  await menu(page).waitFor({ state: 'hidden' })

  await openMenu(page)
  await page.getByRole('button', { name: 'Close menu' }).click()
  await page.clock.runFor(300)
  await menu(page).waitFor({ state: 'hidden' })

  await openMenu(page)
  await menu(page).getByRole('link', { name: 'Essays' }).click()
  await page.waitForURL('**/essays')
  await page.getByRole('heading', { name: 'Essays', level: 1 }).waitFor()
  await page.clock.runFor(300)
  await menu(page).waitFor({ state: 'hidden' })
  expect(await page.evaluate(() => document.activeElement?.textContent)).toBe('Essays')
  expect(await scrollLocked(page)).toBe(false)
})

it('is a menu bar from 768 px on', async () => {
  const page = await site.visit('/', { width: 768 })
  expect(await button(page).isVisible()).toBe(false)
  expect(await page.locator('.menu-bar').isVisible()).toBe(true)
  await page.setViewportSize({ width: 767, height: 900 })
  expect(await button(page).isVisible()).toBe(true)
  expect(await page.locator('.menu-bar').isVisible()).toBe(false)
})
