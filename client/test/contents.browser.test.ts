/** The contents list of an essay, in both of its places, with long words and other scripts. */
import type { Page } from 'playwright-core'
import { expect, it } from 'vitest'
import { siteInBrowser, visit } from '../../server/test/site-in-browser.ts'

const essay = (front: string, text: string) =>
  `---\ntype: essay\ndate: 2026-11-01\n${front}\n---\n\n${text}\n`
const paragraphs = 'Words that fill the screen, one after the other.\n\n'.repeat(30)

const site = siteInBrowser({
  'posts/long.md': essay(
    'title: A long essay',
    `${[
      '# A long essay',
      '## First `steps` & more',
      '### Donaudampfschifffahrtselektrizitätenhauptbetriebswerkbauunterbeamtengesellschaft',
      '#### Deep',
      '## עברית מימין לשמאל',
      '## Last',
    ].join(`\n\n${paragraphs}`)}\n\n${paragraphs}`,
  ),
  'posts/hebrew.md': essay('title: עברית', '## ראשון\n\n### Second\n\n## שלישי'),
  'posts/brief.md': essay('title: A brief essay', '## One\n\n## Two'),
  'posts/note.md': '---\ntype: short\ndate: 2026-11-02\n---\n\n## One\n\n## Two\n\n## Three\n',
})

const links = (page: Page) => page.getByRole('navigation', { name: 'Contents' }).getByRole('link')

const NAMES = [
  'First steps & more',
  'Donaudampfschifffahrtselektrizitätenhauptbetriebswerkbauunterbeamtengesellschaft',
  'Deep',
  'עברית מימין לשמאל',
  'Last',
]

it('the contents stand beside the text on a wide screen, stay in sight and cover nothing', async () => {
  const page = await site.tab()
  await visit(page, '/post/long')
  expect(await links(page).allTextContents()).toEqual(NAMES)
  await links(page).last().click()
  const heading = page.getByRole('heading', { name: 'Last' })
  await expect.poll(() => top(page, '.prose h2:last-of-type')).toBeGreaterThan(0)
  expect(await heading.getAttribute('id')).toBe(
    decodeURIComponent(new URL(page.url()).hash).slice(1),
  )
  const beside = await page.locator('.contents-beside').boundingBox()
  const text = await page.locator('.prose').boundingBox()
  expect(beside?.y).toBeGreaterThan(0)
  expect((beside?.y ?? 0) + (beside?.height ?? 0)).toBeLessThanOrEqual(900)
  expect(beside?.x).toBeGreaterThan((text?.x ?? 0) + (text?.width ?? 0))
  expect(await isTooWide(page)).toBe(false)
})

it('the text stands where it stands without contents', async () => {
  const page = await site.tab()
  const boxes: unknown[] = []
  for (const path of ['/post/long', '/post/brief']) {
    await visit(page, path)
    boxes.push(
      await page.evaluate(() =>
        ['.back-link', '.article-head', '.prose'].map((part) => {
          const box = document.querySelector(part)?.getBoundingClientRect()
          return [box?.x, part === '.prose' ? box?.width : box?.height]
        }),
      ),
    )
  }
  expect(boxes[0]).toEqual(boxes[1])
})

it('the contents are folded above the text on a narrow screen, without scripts too', async () => {
  for (const javaScriptEnabled of [true, false]) {
    const page = await site.tab({ width: 360, javaScriptEnabled })
    await page.goto('/post/long')
    expect(await links(page).count()).toBe(0)
    await page.getByRole('navigation', { name: 'Contents' }).getByText('Contents').click()
    expect(await links(page).allTextContents()).toEqual(NAMES)
    expect(await isTooWide(page)).toBe(false)
    await links(page).last().click()
    await expect.poll(() => top(page, '.prose h2:last-of-type')).toBeLessThan(200)
  }
})

it('the contents of a text from right to left are indented from the right', async () => {
  const page = await site.tab()
  await visit(page, '/post/hebrew')
  const lists = page.locator('.contents-beside ul')
  const sides = await lists.evaluateAll((all) =>
    all.map((list) => getComputedStyle(list).direction),
  )
  expect(sides).toEqual(['rtl', 'rtl'])
})

it('an essay with two headings, and a short post, have no contents', async () => {
  const page = await site.tab()
  for (const path of ['/post/brief', '/post/note']) {
    await visit(page, path)
    expect(await page.locator('.contents').count()).toBe(0)
  }
})

it('paper has the text without its contents', async () => {
  const page = await site.tab()
  await visit(page, '/post/long')
  await page.emulateMedia({ media: 'print' })
  expect(await page.getByRole('navigation', { name: 'Contents' }).count()).toBe(0)
})

const isTooWide = (page: Page) =>
  page.evaluate(() => document.documentElement.scrollWidth > document.documentElement.clientWidth)

async function top(page: Page, part: string): Promise<number> {
  return (await page.locator(part).boundingBox())?.y ?? Number.NaN
}
