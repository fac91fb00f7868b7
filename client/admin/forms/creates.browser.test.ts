/** How something new is saved: as a draft, in public, and once, though the answer is lost. */
import type { Page } from 'playwright-core'
import { describe, expect, it } from 'vitest'
import { kill, startAdmin, toast, withBrowser } from '../../../server/test/admin-browser.ts'
import { intercept } from '../../../server/test/browser.ts'

withBrowser()

/** The next create reaches the server, and its answer nobody. */
async function loseAnswer(page: Page, path: string): Promise<void> {
  let isLost = false
  await intercept(page, `**/api/${path}`, async (route) => {
    if (isLost || route.request().method() !== 'POST') return route.continue()
    isLost = true
    await route.fetch()
    await route.abort()
  })
}

async function write(page: Page, content: string): Promise<void> {
  await page.getByRole('button', { name: 'Create New Post' }).click()
  await page.getByLabel('Title').fill('Loaf')
  await page.getByLabel('Content').fill(content)
}

const publish = (page: Page) => page.getByRole('button', { name: 'Publish Post' }).click()

describe('a post whose answer was lost', () => {
  it('is not made again by another press, and the old error goes', async () => {
    const { enter, subjects } = await startAdmin()
    const page = await enter('/admin/blog')
    await write(page, 'Flour.')
    await loseAnswer(page, 'posts')
    await publish(page)
    await toast(page, 'Failed to create post', 'Network error occurred')
    await publish(page)
    await toast(page, 'Post created!', 'Your short has been published.')
    expect(await page.locator('.toast-error').count()).toBe(0)
    expect(subjects()).toEqual(['Publish short: Loaf', 'Author starts'])
  })

  it('is not made again after its tab was killed either, and gets what was typed since', async () => {
    const { enter, visit, subjects, server } = await startAdmin()
    const page = await enter('/admin/blog')
    await write(page, 'Flour.')
    await page.getByText('Unsaved changes, kept in this browser').waitFor()
    await loseAnswer(page, 'posts')
    await publish(page)
    await toast(page, 'Failed to create post')
    await kill(page)
    const again = await visit('/admin/blog')
    await again.getByRole('button', { name: 'Continue Loaf' }).click()
    await again.getByLabel('Content').fill('Flour and salt.')
    await publish(again)
    await toast(again, 'Post updated!')
    expect(subjects()).toEqual(['Update short: Loaf', 'Publish short: Loaf', 'Author starts'])
    const path = server.git('ls-files', 'posts').trim()
    expect(server.git('show', `HEAD:${path}`)).toContain('Flour and salt.')
  })
})

it('a project whose answer was lost is not made again', async () => {
  const { enter, subjects } = await startAdmin()
  const page = await enter('/admin/projects')
  await page.getByRole('button', { name: 'Add New Project' }).click()
  await page.locator('[name="title"]').fill('Ship')
  await page.locator('[name="due_date"]').fill('2030-12-31')
  await loseAnswer(page, 'deadline-projects')
  await page.getByRole('button', { name: 'Add Project' }).click()
  await toast(page, 'Failed to add project', 'Network error occurred')
  await page.locator('[name="status"]').selectOption('In Progress')
  await page.getByRole('button', { name: 'Add Project' }).click()
  await toast(page, 'Success', 'Project updated successfully')
  expect(subjects()).toEqual(['Update project: Ship', 'Add project: Ship', 'Author starts'])
})

describe('a text that was never published', () => {
  it('is saved as a draft by Ctrl+S and by its button, and published by Ctrl+Enter', async () => {
    const { enter, subjects } = await startAdmin()
    const page = await enter('/admin/blog')
    await write(page, 'Flour.')
    await page.keyboard.press('Control+s')
    await toast(page, 'Post created!', 'Your short has been saved as a draft.')
    await page.getByLabel('Content').fill('Flour and salt.')
    await page.getByRole('button', { name: 'Save Draft' }).click()
    await toast(page, 'Draft saved', 'Your short has been saved as a draft.')
    await page.getByLabel('Content').fill('Flour, salt, water.')
    await page.keyboard.press('Control+Enter')
    await toast(page, 'Post published!', 'Your short has been published.')
    expect(subjects().slice(0, 3)).toEqual([
      'Publish short: Loaf',
      'Save draft: Loaf',
      'Save draft: Loaf',
    ])
    await page.getByRole('button', { name: 'Edit: Loaf' }).click()
    await page.getByLabel('Content').fill('Rye.')
    await page.keyboard.press('Control+s')
    await toast(page, 'Post updated!', 'Your post has been successfully updated.')
    expect(subjects()[0]).toBe('Update short: Loaf')
    expect(await page.getByRole('button', { name: 'Save Draft' }).count()).toBe(0)
  })

  it('stays a draft when Ctrl+S follows a save of it, and says which post a toast is of', async () => {
    const { enter, subjects } = await startAdmin()
    const page = await enter('/admin/blog')
    await write(page, 'Flour.')
    await page.getByRole('button', { name: 'Save Draft' }).click()
    await toast(page, 'Post created!')
    await page.getByLabel('Title').fill('Another loaf')
    await page.keyboard.press('Control+s')
    await toast(page, 'Draft saved')
    expect(await page.locator('.toast-about').allTextContents()).toEqual(['Loaf', 'Another loaf'])
    expect(subjects()[0]).toBe('Save draft: Another loaf')
  })
})

it('a scheduled post whose date is moved into the past is published by its button alone', async () => {
  const post = '---\ntitle: Loaf\ntype: short\ndate: 2999-01-02\n---\nFlour.\n'
  const { enter, subjects } = await startAdmin({ 'posts/loaf.md': post })
  const page = await enter('/admin/blog')
  await page.getByRole('button', { name: 'Edit: Loaf' }).click()
  await page.getByLabel('Content').fill('Rye.')
  await page.keyboard.press('Control+s')
  await toast(page, 'Post updated!')
  await page.locator('[name="date"]').fill('2026-01-02T09:00')
  await page.keyboard.press('Control+s')
  await toast(page, 'Not saved yet', 'Publish Post does that.')
  await page.getByText('Unsaved changes, kept in this browser').waitFor()
  expect(subjects()).toHaveLength(2)
  await page.keyboard.press('Control+Enter')
  await toast(page, 'Post published!', 'Your short has been published.')
  expect(subjects()).toHaveLength(3)
})
