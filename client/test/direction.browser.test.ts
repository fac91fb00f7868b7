/** The contents of an essay; texts written from right to left, on the site and in the editor. */
import type { Locator, Page } from 'playwright-core'
import { expect, it } from 'vitest'
import { postFile, siteInBrowser, TODAY, visit } from '../../server/test/browser.ts'
import { HEBREW_TITLE, longWordFiles } from '../../server/test/long-words.ts'

const paragraphs = 'Words that fill the screen, one after the other.\n\n'.repeat(30)
const headings = ['## First `steps` & more', '### Deep', '## עברית מימין לשמאל', '## Last']
const site = siteInBrowser({
  ...longWordFiles(TODAY),
  'posts/long.md': postFile('Long', `${headings.join(`\n\n${paragraphs}`)}\n\n${paragraphs}`),
  'posts/old.md': postFile('Old', '[Half a letter](/post/long#%D7)'),
})

/** On a busy machine a page has its text as it was written, until the text is rendered. */
const untilRendered = (path: string) =>
  expect.poll(() => site.server.page(path)).toMatch(/class="prose[^>]*><(?:p|h2)/)

const styleOf = (element: Locator, property: string) =>
  element.evaluate((node, name) => getComputedStyle(node).getPropertyValue(name), property)
const directionOf = (element: Locator) => styleOf(element, 'direction')

const DIRECTIONS = [
  ['h1', 'rtl'],
  ['.article-head', 'rtl'],
  ['.prose > p >> nth=0', 'rtl'],
  // A paragraph of another language.
  ['.prose > p >> nth=1', 'ltr'],
  ['.prose h2', 'rtl'],
  ['.prose > ul', 'rtl'],
  ['.prose ul ol', 'rtl'],
  ['.prose blockquote', 'rtl'],
  ['.prose table', 'rtl'],
  ['.prose p code', 'ltr'],
  ['.prose pre', 'ltr'],
  ['.neighbour [dir] >> nth=0', 'rtl'],
] as const

const SIDES = [
  ['p[align="right"]', 1],
  ['p[align="left"]', -1],
  ['td[align="right"]', 1],
  ['td:nth-child(3)', 1],
] as const

it('each part of a post has the direction of its words', async () => {
  await untilRendered('/post/hebrew')
  const page = await site.visit('/post/hebrew')
  for (const [selector, direction] of DIRECTIONS) {
    expect(await directionOf(page.locator(selector).first()), selector).toBe(direction)
  }
  for (const [selector, side] of SIDES) {
    const offset = await page.locator(`.prose ${selector}`).evaluate((element) => {
      const words = document.createRange()
      words.selectNodeContents(element)
      const [inner, outer] = [words.getBoundingClientRect(), element.getBoundingClientRect()]
      return inner.left - outer.left - (outer.right - inner.right)
    })
    expect(Math.sign(Math.round(offset)), selector).toBe(side)
  }
})

it('lays cards, snippets and notices out in the direction of their words', async () => {
  const page = await site.visit('/essays')
  const card = page.locator('article', { hasText: HEBREW_TITLE })
  expect(await directionOf(card.locator('.card-title'))).toBe('rtl')
  expect(await directionOf(card.locator('.card-text'))).toBe('rtl')
  await visit(page, `/search?q=${encodeURIComponent('שורה')}`)
  expect(await directionOf(page.locator('.card-text').first())).toBe('rtl')
  await visit(page, '/projects')
  expect(await directionOf(page.locator('.card-title', { hasText: HEBREW_TITLE }))).toBe('rtl')
})

it('writes in the editor from right to left, line by line', async () => {
  const page = await site.enter('/admin/blog')
  await page.getByRole('button', { name: `Edit: ${HEBREW_TITLE}` }).click()
  const content = page.locator('[name="content"]')
  expect(await directionOf(page.locator('[name="title"]'))).toBe('rtl')
  expect(await directionOf(content)).toBe('rtl')
  expect(await styleOf(content, 'unicode-bidi')).toBe('plaintext')
  await page.locator('[name="title"]').fill('An English title')
  expect(await directionOf(page.locator('[name="title"]'))).toBe('ltr')
})

const contents = (page: Page) => page.getByRole('navigation', { name: 'Contents' })
const links = (page: Page) => contents(page).getByRole('link')
const NAMES = ['First steps & more', 'Deep', 'עברית מימין לשמאל', 'Last']

it('contents stand beside the text on a wide screen and lead to its headings', async () => {
  await untilRendered('/post/long')
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

it('contents are folded above the text on a narrow screen, without scripts too', async () => {
  const page = await site.tab({ width: 360, javaScriptEnabled: false })
  await untilRendered('/post/long')
  await page.goto('/post/long')
  expect(await links(page).count()).toBe(0)
  await contents(page).getByText('Contents').click()
  await links(page).last().click()
  await expect.poll(async () => (await lastHeading(page))?.y).toBeLessThan(200)
})

it('contents are not looked up for a link whose fragment cannot be decoded', async () => {
  await untilRendered('/post/old')
  const page = await site.visit('/post/old')
  await page.locator('.prose a').click()
  await page.getByRole('heading', { name: 'Long', level: 1 }).waitFor()
})

const lastHeading = (page: Page) => page.locator('.prose h2').last().boundingBox()
