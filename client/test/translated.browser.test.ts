/** Pages whose text nodes a browser has replaced, as its translation does: every control still works. */
import type { Page } from 'playwright-core'
import { expect, it } from 'vitest'
import { hydrated, siteInBrowser, TODAY, visit } from '../../server/test/browser.ts'
import { filledSiteFiles, laterFiles } from '../../server/test/site-files.ts'

const site = siteInBrowser(filledSiteFiles(TODAY), laterFiles(TODAY))

/** Replaces each text of the page by a copy in `<font>`. */
async function translate(page: Page): Promise<void> {
  await page.evaluate(() => {
    const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT)
    const texts: ChildNode[] = []
    while (walker.nextNode()) texts.push(walker.currentNode as Text)
    for (const text of texts) {
      if (!text.textContent?.trim() || text.parentElement?.closest('script, svg')) continue
      const font = document.createElement('font')
      font.textContent = text.textContent
      text.replaceWith(font)
    }
  })
}

it('on translated pages each control works, and so does the way to another page', async () => {
  const page = await site.visit('/')
  for (const [path, control] of [
    ['/', '.chip'],
    ['/?tag=Writing', '.tag-filter .button'],
    ['/', '.load-more a'],
    ['/essays', '.card a'],
    ['/stats', '.frequency .button'],
    ['/stats', '.day-posts'],
    ['/projects', '.board-day button'],
    ['/record', '.chip'],
    ['/search?q=git', 'form button'],
    ['/post/every-element', '.copy-button'],
    ['/about', '.top-bar [aria-pressed]'],
  ] as const) {
    await visit(page, path)
    await hydrated(page)
    await translate(page)
    await page.locator(control).first().click()
    await page.locator('.brand').first().click()
    await page.getByRole('heading', { name: 'Blog' }).waitFor()
    expect(await page.getByText('Something went wrong').count(), path + control).toBe(0)
  }
})
