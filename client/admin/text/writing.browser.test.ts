/** The editor under one's hands: toolbar, lists, links, counts, times, the first screen of a phone. */
import type { Locator, Page } from 'playwright-core'
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
  expect(await content.inputValue()).toBe('1. one\n2. two\n\n')
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
  // The last thing on the page, far from the daily buttons.
  expect(await page.locator('.admin > :last-child').innerText()).toContain('Reset Tags')
  expect(await page.getByText('Reset Tags', { exact: true }).count()).toBe(1)
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

it('on a phone the text of every form begins on the first screen', async () => {
  const link = 'A page whose title takes two lines on a phone'
  const { enter, visit } = await startAdmin({
    'posts/loaf.md': postFile('Loaf', 'Flour.'),
    'posts/link.md': `---\ntitle: ${link}\ntype: link\nurl: https://a.example/\n---\nText.\n`,
    'projects/ship.yaml': 'title: Ship\ndue_date: 2030-01-01\n',
  })
  const page = await enter('/admin/blog')
  await page.setViewportSize({ width: 360, height: 640 })
  const button = (name: string) => page.getByRole('button', { name }).click()
  /** How much of a field stands above the buttons of its form, or above the edge of the screen. */
  const room = (field: Locator) =>
    field.evaluate((element) => {
      const { top, height } = element.getBoundingClientRect()
      const bar = document.querySelector('.editor > form .editor-actions')
      const end = bar?.getBoundingClientRect().top ?? innerHeight
      return Math.min(height, end - top)
    })
  const content = page.getByLabel('Content')
  for (const [name, isNew] of [
    ['Create New Post', true],
    ['Edit: Loaf', false],
    [`Edit: ${link}`, false],
  ] as const) {
    await button(name)
    await content.waitFor()
    // Three lines of text.
    expect(await room(content), name).toBeGreaterThan(3 * 26)
    await button('Cancel')
    if (isNew)
      await page.waitForFunction(() => document.activeElement?.textContent === 'Create New Post')
  }
  const shared = await visit('/admin/blog?title=A+page&text=https://a.example/b')
  await shared.setViewportSize({ width: 360, height: 640 })
  await shared.getByText('Unsaved changes, kept').waitFor()
  // Its buttons have a line above them, and where there is a keyboard a row below.
  expect(await room(shared.getByLabel('Content')), 'shared').toBeGreaterThan(2 * 26)
  await page.goto(new URL('/admin/projects', page.url()).href)
  for (const name of ['Add New Project', 'Edit: Ship']) {
    await button(name)
    // All of it.
    expect(await room(page.getByLabel('Due Date').last()), name).toBeGreaterThanOrEqual(40)
    await button('Cancel')
  }
})
