/** What stands around every screen: the theme, the menus, and moves inside the site. */
import type { Page } from 'playwright-core'
import { expect, it } from 'vitest'
import { documentsOf, holdBack, siteInBrowser, TODAY, visit } from '../../server/test/browser.ts'
import { filledSiteFiles } from '../../server/test/site-files.ts'

const site = siteInBrowser(filledSiteFiles(TODAY))

it('the theme is dark at first, changes at a click and stays through a reload', async () => {
  const page = await site.visit('/')
  const toggle = page.getByRole('button', { name: 'Light theme' })
  /** The stored theme, that of the document, and its background's share of red. */
  const theme = () =>
    page.evaluate(() => {
      const { backgroundColor } = getComputedStyle(document.documentElement)
      const { theme } = document.documentElement.dataset
      return [localStorage.getItem('theme'), theme, Number(/\d+/.exec(backgroundColor)?.[0]) > 127]
    })
  expect(await theme()).toEqual([null, 'dark', false])
  await toggle.click()
  expect(await toggle.getAttribute('aria-pressed')).toBe('true')
  await visit(page, '/essays')
  await page.locator('button[aria-pressed="true"]').waitFor()
  expect(await theme()).toEqual(['light', 'light', true])
  await toggle.click()
  expect(await theme()).toEqual(['dark', 'dark', false])
  // Back from another page, a page of the back/forward cache has missed a change there.
  await page.evaluate(() => {
    localStorage.setItem('theme', 'light')
    dispatchEvent(new PageTransitionEvent('pageshow', { persisted: true }))
  })
  expect(await theme()).toEqual(['light', 'light', true])
})

it('the menus open one at a time and close on Escape, a click elsewhere and a move', async () => {
  const page = await site.visit('/')
  const open = page.locator('.menu-bar details[open]')
  const summary = (name: string) => page.locator('.menu-bar summary', { hasText: name })
  await summary('Writing').click()
  await summary('Resources').click()
  await expect.poll(() => open.count()).toBe(1)
  expect(await open.getByRole('link').allInnerTexts()).toHaveLength(5)
  await open.getByRole('link').first().focus()
  await page.keyboard.press('Escape')
  expect(await open.count()).toBe(0)
  expect(await page.evaluate(() => document.activeElement?.textContent)).toBe('Resources')
  await summary('About').click()
  await page.locator('.footer p').click()
  expect(await open.count()).toBe(0)
  await summary('About').click()
  await open.getByRole('link', { name: 'Stats' }).click()
  await page.getByRole('heading', { name: 'Stats', level: 1 }).waitFor()
  expect(await open.count()).toBe(0)
})

it('the menus are passed over by the skip link', async () => {
  const page = await site.visit('/')
  await page.keyboard.press('Tab')
  const link = page.locator('.skip-link')
  expect(await link.evaluate((element) => element === document.activeElement)).toBe(true)
  expect((await link.boundingBox())?.y).toBeGreaterThanOrEqual(0)
  await page.keyboard.press('Enter')
  await page.waitForURL('**/#main')
  await page.keyboard.press('Tab')
  expect(await page.evaluate(() => document.activeElement?.closest('main') !== null)).toBe(true)
})

it('a move fetches data, never a document, and says where it led', async () => {
  const page = await site.visit('/')
  const documents = documentsOf(page)
  await page.getByRole('link', { name: 'Projects', exact: true }).first().click()
  await page.getByRole('heading', { name: 'Current Projects' }).waitFor()
  await expect.poll(() => page.title()).toBe('Current Projects | G.A.P.')
  expect(await page.locator('meta[name="description"]').getAttribute('content')).toContain(
    'Current and completed projects',
  )
  expect(await page.evaluate(() => document.activeElement?.textContent)).toBe('Current Projects')
  expect(await page.locator('link[rel="canonical"]').getAttribute('href')).toBe(
    'https://gap.example/projects',
  )
  expect(documents).toEqual([])
})

it('a link with a fragment ends at its element, although the page has yet to be loaded', async () => {
  const page = await site.visit('/record?kind=kept&kind=done_late')
  await page.setViewportSize({ width: 800, height: 400 })
  const path = await page.locator('.record-title a').first().getAttribute('href')
  const id = decodeURIComponent((path ?? '').replace('/projects/', 'project-'))
  // As a link in a text.
  await page.locator('main').evaluate((main, to) => {
    main.insertAdjacentHTML('afterbegin', `<a href="/projects#${to}">There</a>`)
  }, id)
  await page.getByRole('link', { name: 'There' }).click()
  await page.waitForURL('**/projects#*')
  const card = page.locator(`[id="${id}"]`)
  await expect.poll(async () => (await card.boundingBox())?.y).toBeLessThan(400)
  expect(await page.evaluate(() => scrollY)).toBeGreaterThan(0)
})

it('a tag in a card leads to the top of the tag’s page; a query is decoded once', async () => {
  const page = await site.visit('/essays')
  await page.setViewportSize({ width: 800, height: 400 })
  await page.locator('.card .tag a', { hasText: 'Writing' }).last().click()
  await page.waitForURL('**/tags/writing')
  await expect.poll(() => page.evaluate(() => scrollY)).toBe(0)
  const focused = () => page.evaluate(() => document.activeElement?.textContent)
  await expect.poll(focused).toMatch(/^Writing \d+ posts$/)
  await visit(page, '/search?q=100%2525')
  expect(await page.getByRole('searchbox').inputValue()).toBe('100%25')
  await page.getByText('“100%25”').first().waitFor()
})

it('a move leaves the focus on the heading also when the post comes late', async () => {
  const page = await site.tab()
  const release = await holdBack(page, '**/api/posts/**')
  await visit(page, '/essays')
  await page.locator('article a').first().click()
  await page.getByRole('heading', { name: 'Post', exact: true }).waitFor({ state: 'attached' })
  release()
  await page.locator('article.article').waitFor()
  await page.waitForFunction(() => document.activeElement?.matches('h1.page-title'))
})

it('a move is a load once midnight has passed in the zone of the site', async () => {
  const page = await site.tab({ fresh: true, timezoneId: 'America/Los_Angeles' })
  await page.clock.install({ time: new Date('2026-11-20T22:50:00Z') })
  await visit(page, '/')
  const documents = documentsOf(page)
  await page.getByRole('link', { name: 'Search' }).click()
  await page.getByRole('searchbox').focus()
  await page.clock.fastForward('15:00')
  expect(documents).toEqual([])
  await page.locator('.brand').click()
  await page.getByRole('heading', { name: 'Blog' }).waitFor()
  expect(documents).toEqual([`${site.server.address}/`])
})

it('a move begins at the top, and Back finds the place again', async () => {
  const page = await site.visit('/')
  const link = page.locator('.timeline a[href^="/post/"]').nth(8)
  await link.scrollIntoViewIfNeeded()
  // The click may scroll a little further first.
  await page.evaluate(() => {
    const note = () => Object.assign(document.body.dataset, { left: scrollY })
    addEventListener('click', note, { capture: true })
  })
  await link.click()
  await page.locator('article.article').waitFor()
  await expect.poll(() => page.evaluate(() => scrollY)).toBe(0)
  const left = Number(await page.locator('body').getAttribute('data-left'))
  expect(left).toBeGreaterThan(200)
  await page.goBack()
  await page.getByRole('heading', { name: 'Blog' }).waitFor()
  await expect.poll(() => page.evaluate(() => Math.round(scrollY))).toBe(Math.round(left))
})

it('a move follows a click anywhere on the card of a short post', async () => {
  const page = await site.visit('/short-posts')
  const card = page.locator('.entry[data-href]').first()
  const href = await card.getAttribute('data-href')
  await card.locator('.prose').click({ position: { x: 200, y: 8 } })
  await page.waitForURL(`**${href}`)
  await page.locator('article.article').waitFor()
})

it('the key / leads to the search field, unless it is turned off', async () => {
  const page = await site.visit('/about')
  // The key is listened to in a task after the page has come alive.
  const press = async () => {
    await page.keyboard.press('/')
    return page.url()
  }
  await expect.poll(press).toMatch(/\/search$/)
  await page.locator('[type="search"]:focus').waitFor()
  // It can be turned off, as for speech input.
  await page.getByLabel('The key / opens this page').uncheck()
  await visit(page, '/about')
  await page.keyboard.press('/')
  await page.evaluate(() => new Promise(requestAnimationFrame))
  expect(new URL(page.url()).pathname).toBe('/about')
})

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

it('the side menu slides in 10 ms later and out for 300 ms, on each way to close it', async () => {
  const page = await site.tab({ width: 360, fresh: true })
  await page.clock.install()
  await visit(page, '/')
  await page.clock.pauseAt(Date.now() + 60_000)
  await openMenu(page)
  expect(await scrollLocked(page)).toBe(true)
  expect(await menu(page).locator('.brand').innerText()).toBe('G.A.P.')
  expect((await menu(page).getByRole('link').allInnerTexts()).join(' | ')).toBe(
    'G.A.P. | Essays | Short Posts | Reading List | Learning AI | Learning Data | Learning Drawing | Learning Coding | About | Stats | Projects',
  )
  await page.keyboard.press('Escape')
  await page.waitForFunction(() => !document.querySelector('.side-menu-in'))
  await page.clock.runFor(299)
  expect(await page.locator('dialog[open]').count()).toBe(1)
  expect(await scrollLocked(page)).toBe(true)
  await page.clock.runFor(1)
  await menu(page).waitFor({ state: 'hidden' })
  expect(await scrollLocked(page)).toBe(false)
  expect(await button(page).evaluate((element) => element === document.activeElement)).toBe(true)

  for (const close of [
    () => page.mouse.click(330, 500),
    () => page.getByRole('button', { name: 'Close menu' }).click(),
    () => menu(page).getByRole('link', { name: 'Essays' }).click(),
  ]) {
    await openMenu(page)
    await close()
    await page.clock.runFor(300)
    await menu(page).waitFor({ state: 'hidden' })
  }
  await page.waitForURL('**/essays')
  await page.getByRole('heading', { name: 'Essays', level: 1 }).waitFor()
  expect(await page.evaluate(() => document.activeElement?.textContent)).toBe('Essays')
  expect(await scrollLocked(page)).toBe(false)
  // From 768 px on it is a menu bar.
  for (const width of [767, 768]) {
    await page.setViewportSize({ width, height: 900 })
    expect(await button(page).isVisible()).toBe(width === 767)
    expect(await page.locator('.menu-bar').isVisible()).toBe(width === 768)
  }
})
