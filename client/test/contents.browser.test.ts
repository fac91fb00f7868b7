/** The contents of an essay, folded above it. */
import type { Page } from 'playwright-core'
import { expect, it } from 'vitest'
import { siteInBrowser } from '../../server/test/site-in-browser.ts'

const essay = (title: string, text: string) =>
  `---\ntype: essay\ntitle: ${title}\ndate: 2026-11-01\n---\n\n${text}\n`
const paragraphs = 'Words that fill the screen, one after the other.\n\n'.repeat(30)
const headings = ['## First `steps` & more', '### Deep', '## עברית מימין לשמאל', '## Last']

const site = siteInBrowser({
  'posts/long.md': essay('Long', `${headings.join(`\n\n${paragraphs}`)}\n\n${paragraphs}`),
})

const contents = (page: Page) => page.getByRole('navigation', { name: 'Contents' })
const links = (page: Page) => contents(page).getByRole('link')
const NAMES = ['First steps & more', 'Deep', 'עברית מימין לשמאל', 'Last']

it('are folded above the text, without scripts too, and lead to its headings', async () => {
  const page = await site.tab({ width: 360, javaScriptEnabled: false })
  await page.goto('/post/long')
  expect(await links(page).count()).toBe(0)
  await contents(page).getByText('Contents').click()
  expect(await links(page).allTextContents()).toEqual(NAMES)
  await links(page).last().click()
  await expect.poll(async () => (await lastHeading(page))?.y).toBeLessThan(200)
})

const lastHeading = (page: Page) => page.locator('.prose h2').last().boundingBox()
