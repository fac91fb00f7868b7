/** The text editor under one's hands: marks, images, and a preview that follows the caret. */
import type { Page } from 'playwright-core'
import { expect, it } from 'vitest'
import {
  adminOfFile,
  holdBack,
  intercept,
  postFile,
  press,
  toast,
} from '../../../server/test/browser.ts'
import { png } from '../../../server/test/images.ts'

const PARAGRAPHS = Array.from({ length: 60 }, (_, index) => `Paragraph number${index} of bread.`)
const TEXT = ['# Long', ...PARAGRAPHS].join('\n\n')
const site = adminOfFile({ 'posts/long.md': postFile('Long', TEXT) })

const content = (page: Page) => page.getByLabel('Content')
const textOf = (page: Page) => content(page).inputValue()

async function give(page: Page, how: 'paste' | 'drop', names: readonly string[]): Promise<void> {
  const bytes = (await png({ width: 60, height: 40 })).toString('base64')
  await content(page).evaluate(
    (area, event) => {
      const data = new DataTransfer()
      const raw = Uint8Array.from(atob(event.bytes), (character) => character.charCodeAt(0))
      for (const name of event.names) data.items.add(new File([raw], name, { type: 'image/png' }))
      const options = { bubbles: true, cancelable: true }
      area.dispatchEvent(
        event.how === 'paste'
          ? new ClipboardEvent('paste', { ...options, clipboardData: data })
          : new DragEvent('drop', { ...options, dataTransfer: data }),
      )
    },
    { how, names, bytes },
  )
}

it('keys set marks; an image is a placeholder until it is there, with the caret in its alt text', async () => {
  const { enter, server } = site
  const page = await enter('/admin/blog?new')
  // One Tab from the title to the text, one more to the toolbar, whose arrow keys reach the rest.
  await page.getByLabel('Title').press('Tab')
  await page.keyboard.type('One.\n\nTwo.')
  await page.keyboard.press('Tab')
  await page.keyboard.press('ArrowRight')
  await page.waitForFunction(() => document.activeElement?.ariaLabel === 'Bold')
  await content(page).focus()
  await page.keyboard.press('Control+a')
  await page.keyboard.press('Control+b')
  expect(await textOf(page)).toBe('**One.**\n\n**Two.**')
  await page.keyboard.press('Control+z')
  expect(await textOf(page)).toBe('One.\n\nTwo.')
  await page.getByText('2 words · 1 min read').waitFor()

  await page.getByLabel('Title').fill('A plain loaf')
  await content(page).fill('Before.')
  await content(page).press('End')
  const release = await holdBack(page, '**/api/media?*')
  await give(page, 'paste', ['crumb.png'])
  expect(await textOf(page)).toBe('Before.\n\n![Uploading crumb.png…]()\n\n')
  release()
  await expect.poll(() => textOf(page)).toMatch(/^Before\.\n\n!\[\]\(\/media\/\d{4}\/crumb-60x40-/)
  await page.keyboard.type('A loaf')
  await page.keyboard.press('Enter')
  await page.keyboard.type('- After')
  await page.keyboard.press('Enter')
  expect(await textOf(page)).toMatch(/!\[A loaf\]\(\/media\/[^)]*\)\n\n- After\n- $/)
  await press(page, 'Preview')
  const shown = page.locator('.preview img')
  await expect.poll(() => shown.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBe(60)
  await press(page, 'Publish Post')
  await toast(page, 'Post created!')
  expect(server.git('show', '--name-only', '--format=', 'HEAD')).toMatch(/media\/\d{4}\/crumb-/)
})

it('a save waits for images, and one that does not come leaves the text as it was', async () => {
  const page = await site.enter('/admin/blog?new')
  await page.getByLabel('Title').fill('Late')
  await content(page).fill('Flour.')
  const release = await holdBack(page, '**/api/media?*')
  await give(page, 'drop', ['a.png', 'b.png'])
  await press(page, 'Save Draft')
  await page.getByText('Saving...').waitFor()
  release()
  await toast(page, 'Post created!')
  const path = site.server.git('ls-files', 'posts/*late*').trim()
  expect(site.server.git('show', `HEAD:${path}`).match(/!\[\]\(\/media\//g)).toHaveLength(2)

  await intercept(page, '**/api/media?*', (route) => route.abort())
  await content(page).fill('Flour.')
  await give(page, 'paste', ['c.png'])
  await toast(page, 'Failed to add image', 'c.png: Network error occurred')
  expect((await textOf(page)).trim()).toBe('Flour.')
  await content(page).fill('![Uploading d.png…]()')
  await press(page, 'Publish Post')
  await page.getByText('An image upload was interrupted: add it again').waitFor()
})

it('the preview shows the place of the caret and follows the typing', async () => {
  const page = await site.enter('/admin/blog?edit=long')
  const isSeen = (words: string) => () =>
    page.locator('.preview p', { hasText: words }).evaluate((block) => {
      const { top, bottom } = block.getBoundingClientRect()
      return top >= 0 && bottom <= innerHeight
    })
  await content(page).press('Control+End')
  await press(page, 'Preview')
  await expect.poll(isSeen('number59')).toBe(true)
  // The text has the focus and its caret, as before the preview.
  await page.keyboard.press('Control+Home')
  await expect.poll(isSeen('number0 ')).toBe(true)
  // The page has its title above the text and does not repeat it.
  expect(await page.locator('.preview').getByRole('heading').count()).toBe(0)
  await content(page).press('Control+End')
  await page.keyboard.type('\n\nA new ending.')
  await expect.poll(isSeen('A new ending.')).toBe(true)
})
