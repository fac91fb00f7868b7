/** The life of a post by keyboard alone: every step is reached by Tab, without a mouse. */
import type { Page } from 'playwright-core'
import { expect, it } from 'vitest'
import { startAdmin, toast, withBrowser } from '../../../server/test/admin-browser.ts'
import { PASSWORD } from '../../../server/test/live-server.ts'

withBrowser()

/** More than any of the screens has. */
const STOPS_MAX = 120

/** Presses Tab until what has the focus is called so. */
async function tabTo(page: Page, name: string | RegExp): Promise<void> {
  for (let stop = 0; stop < STOPS_MAX; stop += 1) {
    await page.keyboard.press('Tab')
    const found = await page.evaluate(() => {
      const element = document.activeElement
      const labels = (element as HTMLInputElement | null)?.labels
      const name = element?.getAttribute('aria-label') ?? labels?.[0]?.textContent
      return (name ?? element?.textContent ?? '').trim()
    })
    if (typeof name === 'string' ? found === name : name.test(found)) return
  }
  throw new Error(`Tab never came to ${name}`)
}

it('a post is created, featured, edited, deleted, brought back and restored', async () => {
  const { visit, subjects, server } = await startAdmin()
  const page = await visit('/admin/blog')
  const press = async (name: string | RegExp) => {
    await tabTo(page, name)
    await page.keyboard.press('Enter')
  }
  // The gate has the focus already.
  await page.waitForFunction(() => document.activeElement?.id === 'password')
  await page.keyboard.type(PASSWORD)
  await page.keyboard.press('Enter')
  await toast(page, 'Access granted', 'Welcome to the blog admin panel!')
  await page.getByText('Start your accountability journey by creating your first post!').waitFor()

  await press('Create New Post')
  await page.waitForFunction(() => document.activeElement?.getAttribute('name') === 'title')
  await page.keyboard.type('  A plain loaf ')
  await tabTo(page, 'Content')
  await page.keyboard.type('Flour, water.')
  await tabTo(page, 'Type')
  await page.keyboard.type('Ess')
  await tabTo(page, 'Cooking')
  await page.keyboard.press('Space')
  await tabTo(page, 'Custom tag')
  expect(await page.getByRole('button', { name: 'Add', exact: true }).isDisabled()).toBe(true)
  await page.keyboard.type('Bread')
  await page.keyboard.press('Enter')
  await press('Publish Post')
  await toast(page, 'Post created!', 'Your essay has been published.')
  expect(subjects()[0]).toBe('Publish essay: A plain loaf')
  const path = server.git('show', '--name-only', '--format=', 'HEAD').trim()
  const file = server.git('show', `HEAD:${path}`)
  expect(file).toContain('title: A plain loaf\n')
  expect(file).toMatch(/Cooking[\s\S]*Bread/)
  expect(file).toContain('Flour, water.')

  // The focus is on the row of what was written.
  await page.waitForFunction(() => document.activeElement?.id === 'edit-a-plain-loaf')
  await page.keyboard.press('Shift+Tab')
  await page.keyboard.press('Enter')
  await toast(page, 'Post featured', 'Post added to featured section')
  expect(subjects()[0]).toBe('Feature essay: A plain loaf')
  await page.getByRole('button', { name: 'Unfeature: A plain loaf' }).waitFor()
  await page.keyboard.press('Enter')
  await toast(page, 'Post unfeatured', 'Post removed from featured section')
  expect(subjects()[0]).toBe('Unfeature essay: A plain loaf')

  await press('Edit: A plain loaf')
  await page.waitForFunction(() => document.activeElement?.getAttribute('name') === 'title')
  await tabTo(page, 'Content')
  await page.keyboard.press('Control+End')
  await page.keyboard.type(' Salt.')
  await page.keyboard.press('Control+s')
  await toast(page, 'Post updated!', 'Your post has been successfully updated.')
  expect(server.git('show', `HEAD:${path}`)).toContain('Flour, water. Salt.')
  // Ctrl+S stays in the form.
  expect(await page.evaluate(() => document.activeElement?.getAttribute('name'))).toBe('content')
  await press('Cancel')

  await page.waitForFunction(() => document.activeElement?.id === 'edit-a-plain-loaf')
  await press('Delete: A plain loaf')
  await toast(page, 'Post deleted', 'Your post has been removed.')
  expect(server.git('ls-files', 'posts')).toBe('')
  await tabToUndo(page, 'Post deleted')
  await page.keyboard.press('Enter')
  await toast(page, 'Undone', 'Undo: Delete essay: A plain loaf')
  expect(server.git('show', `HEAD:${path}`)).toContain('Salt.')

  await press('History: A plain loaf')
  await press(/^Publish essay: A plain loaf/)
  await page.locator('.diff ins', { hasText: 'Salt' }).waitFor()
  await press('Restore this version')
  await toast(page, 'Post updated!')
  expect(server.git('show', `HEAD:${path}`)).not.toContain('Salt')
  expect(server.git('show', `HEAD~1:${path}`)).toContain('Salt')
})

/** The way back of one toast among others; focus keeps toasts from going. */
async function tabToUndo(page: Page, title: string): Promise<void> {
  const exists = () =>
    page.evaluate(
      (text) => document.activeElement?.closest('.toast')?.textContent?.includes(text) ?? false,
      title,
    )
  do await tabTo(page, 'Undo')
  while (!(await exists()))
}
