/** Lists: the filter in the address, Load more, Back, many tags and many projects. */
import type { Page } from 'playwright-core'
import { expect, it } from 'vitest'
import { follow, siteInBrowser, TODAY, visit } from '../../server/test/browser.ts'
import { filledSiteFiles } from '../../server/test/site-files.ts'

const numbers = Array.from({ length: 25 }, (_, index) => String(index + 1).padStart(2, '0'))
const manyProjects = numbers.map((number) => [
  `projects/a${number}.yaml`,
  `title: Active ${number}\ndue_date: 2027-01-${number}\n`,
])

const site = siteInBrowser({
  ...filledSiteFiles(TODAY),
  ...Object.fromEntries(manyProjects),
})

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
