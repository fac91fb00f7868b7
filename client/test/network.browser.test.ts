/** A network that goes away and comes back while a visitor reads. */
import type { Page } from 'playwright-core'
import { describe, expect, it } from 'vitest'
import { intercept } from '../../server/test/browser.ts'
import { PASSWORD } from '../../server/test/live-server.ts'
import { filledSiteFiles } from '../../server/test/site-files.ts'
import { siteInBrowser, TODAY, visit } from '../../server/test/site-in-browser.ts'

const site = siteInBrowser(filledSiteFiles(TODAY))

/** The browser reports each failed request on the console by itself. */
const expected = /Failed to load/

async function offlineTab(path: string): Promise<Page> {
  const page = await site.tab({ expected })
  await visit(page, path)
  await page.context().setOffline(true)
  return page
}

const notice = (page: Page) => page.locator('.toast', { hasText: 'You are offline' })

describe('a move without a network', () => {
  it.each([
    ['to another page', 'a[href="/projects"]', 'Current Projects'],
    ['to a post', '.entry a[href^="/post/"]', null],
  ])('%s stays where it is, says so and goes on', async (_, selector, heading) => {
    const page = await offlineTab('/')
    const link = page.locator(selector).first()
    const href = await link.getAttribute('href')
    await link.click()
    await notice(page).waitFor()
    expect(page.url()).toBe(`${site.server.address}/`)
    await page.context().setOffline(false)
    await page.waitForURL(`**${href}`)
    await page.locator(heading ? `h1:text("${heading}")` : '.article-title').waitFor()
    expect(await notice(page).count()).toBe(0)
  })

  it('to a document of its own waits as well', async () => {
    const page = await offlineTab('/')
    await page.locator('.admin-link').click()
    await notice(page).waitFor()
    expect(page.url()).toBe(`${site.server.address}/`)
    await page.context().setOffline(false)
    await page.waitForURL('**/admin')
  })

  it('is made at once when the page is here already', async () => {
    const page = await site.tab({ expected })
    await visit(page, '/')
    await page.locator('a[href="/projects"]').first().click()
    await page.waitForURL('**/projects')
    await page.locator('.project').first().waitFor()
    await page.context().setOffline(true)
    await page.locator('.brand').first().click()
    await page.locator('section.recent').waitFor()
    expect(await notice(page).count()).toBe(0)
  })

  it('is given up by Stay here', async () => {
    const page = await offlineTab('/')
    await page.locator('a[href="/projects"]').first().click()
    await notice(page).getByRole('button', { name: 'Stay here' }).click()
    const asked: string[] = []
    page.on('request', (request) => asked.push(request.url()))
    await page.context().setOffline(false)
    await expect.poll(() => asked.some((url) => url.endsWith('/deadline-projects'))).toBe(true)
    expect(page.url()).toBe(`${site.server.address}/`)
  })
})

it('a list that failed without a network loads by itself when there is one', async () => {
  const page = await offlineTab('/')
  await page.getByRole('link', { name: 'Load more' }).click()
  await page.getByRole('button', { name: 'Try Again' }).waitFor()
  await page.context().setOffline(false)
  await expect.poll(() => page.locator('section.recent article').count()).toBe(40)
  expect(await page.getByRole('button', { name: 'Try Again' }).count()).toBe(0)
})

it('what failed behind a network that answers nothing loads when the page is looked at again', async () => {
  const { data } = await site.server.ask<{ token: string }>('POST', '/auth/login', {
    password: PASSWORD,
  })
  const page = await site.tab({ expected })
  await page.addInitScript((token) => localStorage.setItem('authToken', token), data.token)
  const again = page.getByRole('button', { name: 'Try Again' })
  for (const [path, link, shown] of [
    ['/', 'Load more', 'section.recent article >> nth=39'],
    ['/admin/blog', 'Activity', '[aria-labelledby="commits"] li >> nth=0'],
  ] as const) {
    await visit(page, path)
    await intercept(page, '**/api/**', (route) => route.abort())
    await page.getByRole('link', { name: link }).first().click()
    await again.waitFor()
    await page.unroute('**/api/**')
    await page.evaluate(() => document.dispatchEvent(new Event('visibilitychange')))
    await page.locator(shown).waitFor()
    expect(await again.count()).toBe(0)
  }
})

describe('the key /', () => {
  const focused = (page: Page) => page.evaluate(() => document.activeElement?.id)

  it('leads to the search from any page', async () => {
    const page = await site.tab()
    await visit(page, '/essays')
    await page.keyboard.press('/')
    await page.waitForURL('**/search')
    await expect.poll(() => focused(page)).toBe('q')
    expect(await page.getByRole('searchbox').inputValue()).toBe('')
  })

  it('is a letter in a field, and left alone with another key', async () => {
    const page = await site.tab()
    await visit(page, '/search?q=git')
    await page.getByRole('searchbox').fill('a')
    await page.keyboard.press('/')
    expect(await page.getByRole('searchbox').inputValue()).toBe('a/')
    await visit(page, '/essays')
    await page.keyboard.press('Control+/')
    await page.keyboard.press('Alt+/')
    expect(page.url()).toBe(`${site.server.address}/essays`)
  })
})
