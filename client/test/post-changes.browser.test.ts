/** The changes of a post, from its note and back, with scripts and without. */
import type { Page } from 'playwright-core'
import { expect, it } from 'vitest'
import { hydrated } from '../../server/test/browser.ts'
import { editedPost, filledSiteFiles } from '../../server/test/site-files.ts'
import { siteInBrowser, TODAY, visit } from '../../server/test/site-in-browser.ts'

const site = siteInBrowser(filledSiteFiles(TODAY), editedPost(TODAY))
const POST = '/post/every-element'
/** The history is read beside the answers: the note comes a moment after the start. */
const NOTED = { timeout: 15_000, interval: 250 }

const CHANGES_TITLE =
  'Changes to “Every element there is in one essay, under a title that runs over two lines” | G.A.P.'

/** Notes each title of the document. @returns those so far */
async function titlesFromNow(page: Page): Promise<() => Promise<string[]>> {
  await page.evaluate(() => {
    const { dataset } = document.documentElement
    dataset.titles = ''
    new MutationObserver(() => {
      const titles = (dataset.titles ?? '').split('\n')
      if (!titles.includes(document.title)) dataset.titles += `\n${document.title}`
    }).observe(document.head, { subtree: true, childList: true, characterData: true })
  })
  return () =>
    page.evaluate(() => (document.documentElement.dataset.titles ?? '').trim().split('\n'))
}

const untilNoted = () =>
  expect.poll(async () => site.server.page(POST), NOTED).toContain('see changes')

it.each([
  ['with scripts', true],
  ['without', false],
])('the note leads to the changes and back, %s', async (_, javaScriptEnabled) => {
  await untilNoted()
  const page = await site.tab({ javaScriptEnabled })
  await page.goto(POST)
  if (javaScriptEnabled) await hydrated(page)
  expect(await page.locator('.article-head .meta').innerText()).toContain(
    'Edited November 20, 2026 · see changes',
  )
  const titles = await titlesFromNow(page)
  await page.getByRole('link', { name: 'see changes' }).click()
  await page.waitForURL(`**${POST}/changes`)
  await expect.poll(() => page.title()).toBe(CHANGES_TITLE)
  if (javaScriptEnabled) expect(await titles()).not.toContain('Post not found | G.A.P.')
  expect(await page.locator('h1').innerText()).toContain('Changes to “Every element there is')
  expect(await page.locator('.change h2').allInnerTexts()).toEqual(['November 20, 2026, 13:00'])
  expect(await page.locator('.change-text ins').allInnerTexts()).toContain('The')
  // Its own sheet is there, also after a move inside the site.
  const colorOf = (name: string) =>
    page
      .locator(`.change-text ${name}`)
      .first()
      .evaluate((element) => getComputedStyle(element).color)
  expect(await colorOf('del')).not.toBe(await colorOf('ins'))
  if (javaScriptEnabled) await hydrated(page)
  await page.getByRole('link', { name: 'Back to the post' }).click()
  await page.waitForURL(`**${POST}`)
  await page.getByRole('heading', { level: 1, name: /^Every element there is in/ }).waitFor()
  await page.goBack()
  await page.waitForURL(`**${POST}/changes`)
  await page.locator('.change').waitFor()
  expect(
    await page.locator('.change-text').evaluate((element) => getComputedStyle(element).whiteSpace),
  ).toBe('pre-wrap')
})

it('a post without changes says so, and one that is none leads home', async () => {
  const page = await site.tab({ expected: /404/ })
  await visit(page, '/post/changelog/changes')
  expect(await page.locator('main').innerText()).toContain('No change of this text is on record.')
  await visit(page, '/post/nowhere/changes')
  expect(await page.title()).toBe('Post not found | G.A.P.')
  expect(await page.locator('h1').innerText()).toBe('Post not found')
  await page.waitForURL(`${site.server.address}/`)
})
