/** Many tags and many projects: what shows at first, and how to get to the rest. */
import type { Page } from 'playwright-core'
import { describe, expect, it } from 'vitest'
import { longWordFiles } from '../../server/test/long-words.ts'
import { siteInBrowser, TODAY, visit } from '../../server/test/site-in-browser.ts'

const numbers = Array.from({ length: 25 }, (_, index) => String(index + 1).padStart(2, '0'))
const projects = numbers.flatMap((number) => [
  [`projects/a${number}.yaml`, `title: Active ${number}\ndue_date: 2027-01-${number}\n`],
  [
    `projects/c${number}.yaml`,
    `title: Completed ${number}\ndue_date: 2026-01-${number}\nstatus: Completed\n`,
  ],
])

const site = siteInBrowser({ ...longWordFiles(TODAY), ...Object.fromEntries(projects) })

const more = (page: Page) => page.getByRole('link', { name: 'Load more' })
const titles = (page: Page, list: string) =>
  page.locator('.card-title', { hasText: list }).allInnerTexts()

describe('many projects', () => {
  it('show twenty of each list in its order, and the rest on demand', async () => {
    const page = await site.tab()
    await visit(page, '/projects')
    // Three others are due before these.
    const active = numbers.map((number) => `Active ${number}`)
    const completed = numbers.map((number) => `Completed ${number}`).reverse()
    expect(await titles(page, 'Active')).toEqual(active.slice(0, 17))
    expect(await titles(page, 'Completed')).toEqual(completed.slice(0, 19))
    await more(page).first().click()
    await expect.poll(() => titles(page, 'Active')).toEqual(active)
    expect(await page.evaluate(() => document.activeElement?.textContent)).toContain('Active 18')
    expect(await titles(page, 'Completed')).toEqual(completed.slice(0, 19))
    await more(page).click()
    await expect.poll(() => titles(page, 'Completed')).toEqual(completed)
    expect(await more(page).count()).toBe(0)
    expect(page.url()).toBe(`${site.server.address}/projects`)
  })

  it('show the rest without scripts, each list by its own link', async () => {
    const page = await site.tab({ javaScriptEnabled: false })
    await page.goto('/projects')
    await more(page).last().click()
    await page.waitForURL('**/projects?completed=40#*')
    expect(await titles(page, 'Completed')).toHaveLength(25)
    expect(await titles(page, 'Active')).toHaveLength(17)
    await more(page).click()
    await page.waitForURL('**/projects?completed=40&active=40#*')
    expect(await titles(page, 'Active')).toHaveLength(25)
    expect(await titles(page, 'Completed')).toHaveLength(25)
  })

  it('are all in the API', async () => {
    const { data } = await site.server.ask<unknown[]>('GET', '/deadline-projects')
    expect(data).toHaveLength(54)
  })
})

describe('many tags', () => {
  const chips = (page: Page) => page.locator('.tag-filter > .chips a').allInnerTexts()

  it('begin with the most used, then by number, the rest behind More tags', async () => {
    const page = await site.tab()
    await visit(page, '/essays')
    expect((await chips(page)).slice(0, 4)).toEqual(['Topic 12', 'Topic 1', 'Topic 2', 'Topic 3'])
    expect(await chips(page)).toHaveLength(8)
    expect(await page.locator('.more-tags a', { hasText: 'Topic 30' }).isVisible()).toBe(false)
  })

  it('leave the first post on the first screen of a phone', async () => {
    const page = await site.tab({ width: 360 })
    await page.setViewportSize({ width: 360, height: 780 })
    await visit(page, '/essays')
    const title = await page.locator('.essay-card .card-title').first().boundingBox()
    expect(title?.y).toBeLessThan(780)
  })

  it('keep a chosen one in sight and its focus with it', async () => {
    const page = await site.tab()
    await visit(page, '/essays')
    await page.getByText('More tags').click()
    await page.locator('.more-tags a', { hasText: 'Topic 30' }).focus()
    await page.keyboard.press('Enter')
    await page.waitForURL('**/essays?tag=Topic+30')
    await expect.poll(() => chips(page)).toContain('Topic 30')
    expect(await page.evaluate(() => document.activeElement?.textContent)).toBe('Topic 30')
    await page.reload()
    expect(await chips(page)).toContain('Topic 30')
  })

  it('open without scripts', async () => {
    const page = await site.tab({ javaScriptEnabled: false })
    await page.goto('/essays')
    await page.getByText('More tags').click()
    await page.locator('.more-tags a', { hasText: 'Topic 30' }).click()
    await page.waitForURL('**/essays?tag=Topic+30')
    expect(await page.locator('.essay-card').count()).toBe(1)
  })
})

it.each([
  ['/essays', '.essay-card', '/essays?tag=Topic+12'],
  ['/short-posts', '.entry', '/short-posts?tag=Topic+12'],
  ['/post/compound', '.article', '/short-posts?tag=Topic+12'],
  ['/search?q=planned', '.entry', '/essays?tag=Topic+12'],
])('a tag at %s leads to the posts of its type that have it', async (path, card, href) => {
  const page = await site.tab()
  await visit(page, path)
  await page.locator(card).locator('.tag a', { hasText: 'Topic 12' }).first().click()
  await page.waitForURL(`**${href}`)
  await page.locator('.chips a[aria-current="true"]', { hasText: 'Topic 12' }).waitFor()
})

it('panels of figures are as high as what they hold, and the chart as wide as its panel', async () => {
  const page = await site.tab()
  await visit(page, '/stats')
  const room = await page.evaluate(() => {
    const bottom = (selector: string) =>
      document.querySelector(selector)?.getBoundingClientRect().bottom ?? 0
    const width = (selector: string) =>
      document.querySelector(selector)?.getBoundingClientRect().width ?? 0
    return {
      streak: bottom('.streak') - bottom('.streak-figures'),
      projects: bottom('.project-stats') - bottom('.project-stats .ledger > :last-child'),
      chart: width('.heatmap-scroll') - width('.heatmap'),
    }
  })
  // What is left is the room around the words of a panel.
  for (const left of Object.values(room)) expect(left).toBeLessThan(32)
  await visit(page, '/projects?tag=Nothing')
  const notice = await page.locator('.projects-main .notice').evaluate((box) => {
    const words = box.lastElementChild?.getBoundingClientRect().bottom ?? 0
    return box.getBoundingClientRect().bottom - words
  })
  expect(notice).toBeLessThan(64)
})

it('a panel that is wider than the chart has its legend beside it, a narrow one below', async () => {
  for (const [width, isBeside] of [
    [360, false],
    [640, true],
    [1280, false],
  ] as const) {
    const page = await site.tab({ width })
    await visit(page, '/stats')
    const [chart, legend] = await Promise.all(
      ['.heatmap-short', '.heatmap-foot'].map((part) => page.locator(part).boundingBox()),
    )
    const end = (chart?.x ?? 0) + (chart?.width ?? 0)
    expect((legend?.x ?? 0) > end, `${width} px`).toBe(isBeside)
    const cutOff = await page.locator('.heatmap-foot').evaluate((foot) => {
      const edge = foot.getBoundingClientRect().right
      const parts = foot.querySelectorAll('.heatmap-legend, summary')
      return [...parts].filter((part) => part.getBoundingClientRect().right > edge + 1).length
    })
    expect(cutOff, `${width} px`).toBe(0)
  }
})

it.each(['/', '/essays', '/search?q=planned'])(
  'a card at %s is called by its title alone',
  async (path) => {
    const page = await site.tab()
    await visit(page, path)
    const headings = await page.locator('main article .card-title').allInnerTexts()
    expect(headings.length).toBeGreaterThan(0)
    for (const name of headings) {
      const links = page.locator('main article').getByRole('link', { name, exact: true })
      expect(await links.count(), name).toBeGreaterThan(0)
    }
  },
)
