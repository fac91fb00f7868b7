/** Lists, the board of an earlier day and the heatmap, as scripts make them. */
import type { Locator, Page } from 'playwright-core'
import { expect, it } from 'vitest'
import { documentsOf, follow, siteInBrowser, TODAY, visit } from '../../server/test/browser.ts'
import { filledSiteFiles, laterFiles } from '../../server/test/site-files.ts'

const numbers = Array.from({ length: 25 }, (_, index) => String(index + 1).padStart(2, '0'))
const manyProjects = numbers.map((number) => [
  `projects/a${number}.yaml`,
  `title: Active ${number}\ndue_date: 2027-01-${number}\n`,
])

const files = { ...filledSiteFiles(TODAY), ...Object.fromEntries(manyProjects) }
const site = siteInBrowser(files, laterFiles(TODAY))

const titles = (page: Page) => page.locator('main section.recent .card-title').allInnerTexts()
const chip = (page: Page, name: string) =>
  page.locator('.chips').getByRole('link', { name, exact: true })

/** Waits until the list shows the posts of these tags and no others, and gives their number. */
async function listOf(page: Page, ...tags: string[]): Promise<number> {
  const isListed = (wanted: readonly string[]) => {
    const entries = [...document.querySelectorAll('section.recent article')]
    const has = (entry: Element) =>
      [...entry.querySelectorAll('.tag')].some((tag) => wanted.includes(tag.textContent ?? ''))
    return entries.length > 0 && entries.every(has)
  }
  await page.waitForFunction(isListed, tags)
  return page.locator('section.recent article').count()
}

it('the tag filter is in the address, adds up, and Back takes it away step by step', async () => {
  const page = await site.visit('/')
  const all = await titles(page)
  await chip(page, 'Cooking').focus()
  await page.keyboard.press('Enter')
  await page.waitForURL('**/?tag=Cooking')
  expect(await chip(page, 'Cooking').getAttribute('aria-current')).toBe('true')
  const cooking = await listOf(page, 'Cooking')
  // The focus stays on the chip, and the number of posts is said.
  expect(await page.evaluate(() => document.activeElement?.textContent)).toBe('Cooking')
  await page.locator('[role="status"]', { hasText: `${cooking} posts` }).waitFor()
  await chip(page, 'Drawing').click()
  await page.waitForURL('**/?tag=Cooking&tag=Drawing')
  const both = await listOf(page, 'Cooking', 'Drawing')
  await expect.poll(() => titles(page)).toHaveLength(both)
  expect(both).toBeGreaterThan(cooking)
  await page.goBack()
  await page.waitForURL('**/?tag=Cooking')
  await expect.poll(() => titles(page)).toHaveLength(cooking)
  await page.goBack()
  await expect.poll(() => titles(page)).toEqual(all)
  expect(await page.getByRole('link', { name: 'Clear Filter' }).count()).toBe(0)
  await page.goForward()
  await expect.poll(() => titles(page)).toHaveLength(cooking)
  await page.getByRole('link', { name: 'Clear Filter' }).click()
  await page.waitForURL(`${site.server.address}/`)
  await expect.poll(() => titles(page)).toEqual(all)
  expect(await page.locator('.tag-filter :focus').count()).toBe(1)
})

it('Load more adds the next part with the focus, none twice, and Back finds the list so', async () => {
  const page = await site.visit('/')
  const first = await titles(page)
  expect(first).toHaveLength(20)
  await page.getByRole('link', { name: 'Load more' }).click()
  await expect.poll(() => titles(page)).toHaveLength(40)
  const both = await titles(page)
  expect(both.slice(0, 20)).toEqual(first)
  expect(new Set(both).size).toBe(40)
  expect(page.url()).toBe(`${site.server.address}/`)
  const focused = () => page.evaluate(() => document.activeElement?.textContent)
  await expect.poll(focused).toContain(both[20])
  await page.locator('section.recent article .card-title').nth(30).click()
  await page.locator('article.article').waitFor()
  await page.goBack()
  await expect.poll(() => titles(page)).toEqual(both)
})

it('/projects shows twenty of a list and the rest on demand, without scripts by a link', async () => {
  const titlesAt = (page: Page) =>
    page.locator('.card-title', { hasText: 'Active' }).allInnerTexts()
  const all = numbers.map((number) => `Active ${number}`)
  const page = await site.visit('/projects')
  const first = await titlesAt(page)
  expect(first.length).toBeLessThan(20)
  expect(first).toEqual(all.slice(0, first.length))
  await page.getByRole('link', { name: 'Load more' }).click()
  await expect.poll(() => titlesAt(page)).toEqual(all)
  expect(await page.evaluate(() => document.activeElement?.textContent)).toContain('Active')
  const plain = await site.tab({ javaScriptEnabled: false })
  await plain.goto('/projects')
  await follow(plain.getByRole('link', { name: 'Load more' }))
  await plain.waitForURL('**/projects?active=40#*')
  expect(await titlesAt(plain)).toEqual(all)
})

it('a new post pushes none out of a list of two parts that is asked for again', async () => {
  const page = await site.tab({ fresh: true })
  await page.clock.install()
  await visit(page, '/')
  await page.getByRole('link', { name: 'Load more' }).click()
  await expect.poll(() => titles(page)).toHaveLength(40)
  const before = await titles(page)
  site.server.put(
    'posts/newest.md',
    `---\ntitle: The newest\ntype: essay\ndate: ${TODAY}T14:59:00+01:00\n---\nNew.\n`,
  )
  await expect.poll(() => site.server.page('/')).toContain('The newest')
  await page.getByRole('link', { name: 'Projects' }).click()
  await page.getByRole('heading', { name: 'Current Projects' }).waitFor()
  // Answers are used for five minutes.
  await page.clock.fastForward(5 * 60_000)
  await page.goBack()
  await expect.poll(() => titles(page)).toEqual(['The newest', ...before.slice(0, 39)])
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
