/** The editor under one's hands: toolbar, lists, links, counts, times, the first screen of a phone. */
import type { Page } from 'playwright-core'
import { expect, it } from 'vitest'
import { countWords } from '../../../server/markdown/plain-text.ts'
import { postFile, startAdmin, toast, withBrowser } from '../../../server/test/admin-browser.ts'

withBrowser()

const focused = (page: Page) =>
  page.evaluate(() => document.activeElement?.getAttribute('aria-label') ?? '')

async function openNew(page: Page) {
  await page.getByRole('button', { name: 'Create New Post' }).click()
  return page.getByLabel('Content')
}

it('the toolbar is one stop of Tab, and arrows lead inside it', async () => {
  const { enter } = await startAdmin()
  const page = await enter('/admin/blog')
  const content = await openNew(page)
  await page.getByLabel('Title').focus()
  await page.keyboard.press('Tab')
  expect(await focused(page)).toBe('Bold')
  for (const [key, name] of [
    ['ArrowRight', 'Italic'],
    ['End', 'Image'],
    ['ArrowRight', 'Bold'],
    ['ArrowLeft', 'Image'],
    ['Home', 'Bold'],
    ['ArrowRight', 'Italic'],
  ] as const) {
    await page.keyboard.press(key)
    expect(await focused(page)).toBe(name)
  }
  await page.keyboard.press('Tab')
  expect(await page.evaluate(() => document.activeElement?.textContent)).toBe('Preview')
  await page.keyboard.press('Shift+Tab')
  expect(await focused(page)).toBe('Italic')
  await page.keyboard.press('Enter')
  expect(await content.inputValue()).toBe('_italic text_')
})

it('a list goes on by Enter and ends on an empty item, and Ctrl+Z takes it back', async () => {
  const { enter } = await startAdmin()
  const page = await enter('/admin/blog')
  const content = await openNew(page)
  await content.focus()
  await page.keyboard.type('1. one')
  await page.keyboard.press('Enter')
  await page.keyboard.type('two')
  await page.keyboard.press('Enter')
  expect(await content.inputValue()).toBe('1. one\n2. two\n3. ')
  await page.keyboard.press('Enter')
  expect(await content.inputValue()).toBe('1. one\n2. two\n')
  await page.keyboard.press('Control+z')
  expect(await content.inputValue()).toBe('1. one\n2. two\n3. ')
})

it('an address that is pasted over words makes a link of them', async () => {
  const { enter, context } = await startAdmin()
  await context.grantPermissions(['clipboard-read', 'clipboard-write'])
  const page = await enter('/admin/blog')
  const content = await openNew(page)
  await content.fill('See this.')
  await page.evaluate(() => navigator.clipboard.writeText('https://example.org/a'))
  await content.evaluate((area: HTMLTextAreaElement) => area.setSelectionRange(4, 8))
  await page.keyboard.press('Control+v')
  expect(await content.inputValue()).toBe('See [this](https://example.org/a).')
})

it('counts words as the page does', async () => {
  const { enter } = await startAdmin()
  const page = await enter('/admin/blog')
  const content = await openNew(page)
  const text = '# One - two\n\n**Three** [four](https://example.org/five) – `six seven`\n\n日本語'
  await content.fill(text)
  await page.getByText(`${countWords(text)} words · 1 min`).waitFor()
  await page.getByLabel('Title').fill('Counted')
  await page.getByRole('button', { name: 'Publish Post' }).click()
  await page.locator('.admin-row', { hasText: `${countWords(text)} words` }).waitFor()
  await content.waitFor({ state: 'detached' })
})

it('times are those of the site, whatever the clock of the browser', async () => {
  const { enter, server } = await startAdmin({
    'site.yaml': 'time_zone: Asia/Tokyo\n',
    'posts/loaf.md': postFile('Loaf', 'Flour.'),
  })
  server.put('posts/loaf.md', postFile('Loaf', 'Flour, water.'))
  const at = '2026-11-20T22:30:00-05:00'
  server.git('-c', 'user.name=A', 'commit', '-qam', 'By hand', '--date', at)
  const page = await enter('/admin/blog')
  await page.getByRole('button', { name: 'History: Loaf' }).click()
  const entry = page.locator('.history-entry', { hasText: 'By hand' })
  expect(await entry.locator('time').innerText()).toBe('Nov 21, 2026, 12:30')
})

it('Reset Tags says before what it changes, and has Undo', async () => {
  const { enter, subjects, server } = await startAdmin()
  const before = server.text('tags.yaml')
  const page = await enter('/admin/blog')
  const words = page.locator('#tags-reset-words')
  await words.getByText('A reset adds').waitFor()
  expect(await words.innerText()).toContain('Posts and projects keep their tags.')
  await page.getByRole('button', { name: 'Reset Tags' }).click()
  await toast(page, 'Tags reset!', 'Successfully added 9 default tags.')
  await words.getByText('The list is the default one').waitFor()
  await page
    .locator('.toast', { hasText: 'Tags reset!' })
    .getByText('Undo', { exact: true })
    .click()
  await toast(page, 'Undone', 'Undo: Reset tags')
  expect(server.git('show', 'HEAD:tags.yaml')).toBe(before)
  expect(subjects().slice(0, 2)).toEqual(['Undo: Reset tags', 'Reset tags'])
})

it('on a phone the text begins on the first screen', async () => {
  const { enter } = await startAdmin()
  const page = await enter('/admin/blog')
  await page.setViewportSize({ width: 360, height: 640 })
  const content = await openNew(page)
  const lines = await content.evaluate((area) => {
    const bar = document.querySelector('.editor-actions')?.getBoundingClientRect()
    return (bar?.top ?? 0) - area.getBoundingClientRect().top
  })
  // Three lines of text above the buttons.
  expect(lines).toBeGreaterThan(3 * 26)
  await page.getByRole('button', { name: 'Cancel' }).click()
  await page.waitForFunction(() => document.activeElement?.textContent === 'Create New Post')
})
