/** Texts that are written from right to left, beside others, on the site and in the editor. */
import type { Locator, Page } from 'playwright-core'
import { expect, it } from 'vitest'
import { PASSWORD } from '../../server/test/live-server.ts'
import { HEBREW_TITLE, longWordFiles } from '../../server/test/long-words.ts'
import { siteInBrowser, TODAY, visit } from '../../server/test/site-in-browser.ts'

const site = siteInBrowser(longWordFiles(TODAY))

const styleOf = (element: Locator, property: string) =>
  element.evaluate((node, name) => getComputedStyle(node).getPropertyValue(name), property)
const directionOf = (element: Locator) => styleOf(element, 'direction')

async function hebrewPost(): Promise<Page> {
  const page = await site.tab()
  await visit(page, '/post/hebrew')
  return page
}

it.each([
  ['the title', 'h1', 'rtl'],
  ['a paragraph', '.prose > p >> nth=0', 'rtl'],
  ['a paragraph of another language', '.prose > p >> nth=1', 'ltr'],
  ['a heading', '.prose h2', 'rtl'],
  ['a list', '.prose > ul', 'rtl'],
  ['a list in a list', '.prose ul ol', 'rtl'],
  ['a quote', '.prose blockquote', 'rtl'],
  ['a table', '.prose table', 'rtl'],
  ['code in a line', '.prose p code', 'ltr'],
  ['a block of code', '.prose pre', 'ltr'],
  ['the title of a neighbour', '.neighbour [dir] >> nth=0', 'rtl'],
])('%s has its own direction', async (_, selector, direction) => {
  const page = await hebrewPost()
  expect(await directionOf(page.locator(selector).first())).toBe(direction)
})

it.each([
  ['p[align="right"]', 'right'],
  ['p[align="left"]', 'left'],
  ['td[align="right"]', 'right'],
  ['td:nth-child(3)', 'right'],
])('puts the words of a Hebrew %s on the %s', async (selector, side) => {
  const page = await hebrewPost()
  const offset = await page.locator(`.prose ${selector}`).evaluate((element) => {
    const words = document.createRange()
    words.selectNodeContents(element)
    const [inner, outer] = [words.getBoundingClientRect(), element.getBoundingClientRect()]
    return inner.left - outer.left - (outer.right - inner.right)
  })
  expect(Math.sign(Math.round(offset))).toBe(side === 'right' ? 1 : -1)
})

it('lays cards, snippets and notices out in the direction of their words', async () => {
  const page = await site.tab()
  await visit(page, '/essays')
  const card = page.locator('article', { hasText: HEBREW_TITLE })
  expect(await directionOf(card.locator('.card-title'))).toBe('rtl')
  expect(await directionOf(card.locator('.card-text'))).toBe('rtl')
  await visit(page, `/search?q=${encodeURIComponent('שורה')}`)
  expect(await directionOf(page.locator('.card-text').first())).toBe('rtl')
  await visit(page, '/projects')
  expect(await directionOf(page.locator('.card-title', { hasText: HEBREW_TITLE }))).toBe('rtl')
})

it('writes in the editor from right to left, line by line', async () => {
  const page = await site.tab()
  const { data } = await site.server.ask<{ token: string }>('POST', '/auth/login', {
    password: PASSWORD,
  })
  await page.addInitScript((token) => localStorage.setItem('authToken', token), data.token)
  await visit(page, '/admin/blog')
  await page.getByRole('button', { name: `Edit: ${HEBREW_TITLE}` }).click()
  const content = page.locator('[name="content"]')
  expect(await directionOf(page.locator('[name="title"]'))).toBe('rtl')
  expect(await directionOf(content)).toBe('rtl')
  expect(await styleOf(content, 'unicode-bidi')).toBe('plaintext')
  await page.locator('[name="title"]').fill('An English title')
  expect(await directionOf(page.locator('[name="title"]'))).toBe('ltr')
})
