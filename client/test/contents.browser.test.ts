/** The contents of an essay: open beside a text that has room beside it, else folded above it. */
import type { Page } from 'playwright-core'
import { expect, it } from 'vitest'
import { siteInBrowser } from '../../server/test/browser.ts'

const essay = (title: string, text: string) =>
  `---\ntype: essay\ntitle: ${title}\ndate: 2026-11-01\n---\n\n${text}\n`
const paragraphs = 'Words that fill the screen, one after the other.\n\n'.repeat(30)
const headings = ['## First `steps` & more', '### Deep', '## עברית מימין לשמאל', '## Last']

const site = siteInBrowser({
  'posts/long.md': essay('Long', `${headings.join(`\n\n${paragraphs}`)}\n\n${paragraphs}`),
  'posts/old.md': essay('Old', '[Half a letter](/post/long#%D7)'),
})

const contents = (page: Page) => page.getByRole('navigation', { name: 'Contents' })
const links = (page: Page) => contents(page).getByRole('link')
const NAMES = ['First steps & more', 'Deep', 'עברית מימין לשמאל', 'Last']

it('stand beside the text on a wide screen and lead to its headings', async () => {
  const page = await site.visit('/post/long')
  await expect.poll(() => links(page).allTextContents()).toEqual(NAMES)
  await links(page).last().click()
  await expect.poll(async () => (await lastHeading(page))?.y).toBeLessThan(100)
  const [beside, text] = await Promise.all(
    [contents(page), page.locator('.prose')].map((part) => part.boundingBox()),
  )
  expect(beside?.y).toBeGreaterThan(0)
  expect(beside?.x).toBeGreaterThan((text?.x ?? 0) + (text?.width ?? 0))
})

it('are folded above the text on a narrow screen, without scripts too', async () => {
  const page = await site.tab({ width: 360, javaScriptEnabled: false })
  await page.goto('/post/long')
  expect(await links(page).count()).toBe(0)
  await contents(page).getByText('Contents').click()
  await links(page).last().click()
  await expect.poll(async () => (await lastHeading(page))?.y).toBeLessThan(200)
})

it('are not looked up for a link whose fragment cannot be decoded', async () => {
  const page = await site.visit('/post/old')
  await page.locator('.prose a').click()
  await page.getByRole('heading', { name: 'Long', level: 1 }).waitFor()
})

const lastHeading = (page: Page) => page.locator('.prose h2').last().boundingBox()
