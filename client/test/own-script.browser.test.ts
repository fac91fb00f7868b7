/** Pages whose code is a script of its own: how one is opened, and what happens when it does not come. */
import type { Page, Route } from 'playwright-core'
import { describe, expect, it } from 'vitest'
import { hydrated, intercept } from '../../server/test/browser.ts'
import { filledSiteFiles } from '../../server/test/site-files.ts'
import { siteInBrowser, TODAY, visit } from '../../server/test/site-in-browser.ts'

const site = siteInBrowser(filledSiteFiles(TODAY))

const SCRIPT = '**/assets/projects-page-*.js'
/** The browser reports a request that failed on the console by itself. */
const expected = /Failed to load resource/

const focusedText = (page: Page) => page.evaluate(() => document.activeElement?.textContent)

/** A page on which the script of /projects waits for `release`. */
async function holding(path: string) {
  const page = await site.tab()
  const held: Route[] = []
  await intercept(page, SCRIPT, (route) => void held.push(route))
  await page.goto(path, { waitUntil: 'commit' })
  await page.locator('footer').waitFor()
  return { page, held, release: () => Promise.all(held.map((route) => route.continue())) }
}

describe('a page with a script of its own', () => {
  it('asks for script and answers at once when it is opened inside the site', async () => {
    const { page, held, release } = await holding('/')
    await hydrated(page)
    const asked: string[] = []
    page.on('request', (request) => asked.push(new URL(request.url()).pathname))
    await page.locator('a[href="/projects"]').first().click()
    await page.locator('main .waiting-text').waitFor()
    await expect.poll(() => asked.includes('/api/deadline-projects')).toBe(true)
    expect(held).toHaveLength(1)
    await release()
    await page.locator('.project').first().waitFor()
    expect(await focusedText(page)).toBe('Current Projects')
    expect(asked.filter((path) => path === '/api/deadline-projects')).toHaveLength(1)
    expect(asked).not.toContain('/projects')
  })

  it('is loaded while the pointer rests on a link to it', async () => {
    const { page, held } = await holding('/')
    await hydrated(page)
    await page.locator('a[href="/projects"]').first().hover()
    await expect.poll(() => held.length).toBe(1)
    expect(new URL(page.url()).pathname).toBe('/')
  })

  it('is tried again like an answer, and then by hand', async () => {
    const page = await site.tab({ expected })
    await visit(page, '/')
    await page.clock.install()
    let tries = 0
    await intercept(page, SCRIPT, (route) => {
      tries += 1
      return route.abort()
    })
    await page.locator('a[href="/projects"]').first().click()
    for (const [index, delay] of [1000, 2000, 4000].entries()) {
      await expect.poll(() => tries).toBeGreaterThan(index)
      await page.clock.runFor(delay)
    }
    await page.getByText('This page could not be shown').waitFor()
    await page.unroute(SCRIPT)
    await page.getByRole('button', { name: 'Try Again' }).click()
    await page.locator('.project').first().waitFor()
    await hydrated(page)
  })

  it('stays as the server sent it until its script is there', async () => {
    const { page, held, release } = await holding('/projects')
    await expect.poll(() => held.length).toBe(1)
    const heading = await page.locator('h1').elementHandle()
    expect(await page.locator('.project').count()).toBeGreaterThan(0)
    await release()
    await hydrated(page)
    expect(await heading?.evaluate((before) => before === document.querySelector('h1'))).toBe(true)
  })
})
