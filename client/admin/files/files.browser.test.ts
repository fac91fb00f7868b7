/** Files as text in a browser: after each action the commit is read from git. */
import type { Page } from 'playwright-core'
import { describe, expect, it } from 'vitest'
import { kill, startAdmin, toast, withBrowser } from '../../../server/test/admin-browser.ts'

withBrowser()

/** A busy machine takes its time. */
const SLOW = { timeout: 15_000 }
const BROKEN = '---\ntitle: Loaf\ntags: [Bread\ndate: 2026-01-02\n---\nFlour.\n'

describe('a broken file', () => {
  it('opens at its faulty line, is refused while it is broken, and is repaired', async () => {
    const { enter, server, subjects } = await startAdmin({ 'posts/loaf.md': BROKEN })
    const page = await enter('/admin/activity')
    await page.getByRole('button', { name: 'Repair: posts/loaf.md' }).click()
    const area = page.getByRole('textbox', { name: 'posts/loaf.md' })
    expect(await area.inputValue()).toBe(BROKEN)
    const chosen = () =>
      area.evaluate((element: HTMLTextAreaElement) =>
        element.value.slice(element.selectionStart, element.selectionEnd),
      )
    const line = Number((await page.locator('.line-numbers mark').textContent())?.trim())
    await expect.poll(chosen, SLOW).toBe(BROKEN.split('\n')[line - 1])

    await area.fill(BROKEN.replace('Flour', 'Salt'))
    await page.getByRole('button', { name: 'Save file' }).click()
    await toast(page, 'Failed to save the file')
    await page.getByText('could still not be read, so nothing was saved').first().waitFor()
    expect(subjects()).toEqual(['Author starts'])

    await area.fill(BROKEN.replace('[Bread', '[Bread]'))
    await page.keyboard.press('Control+s')
    await toast(page, 'Repaired', 'posts/loaf.md has no problem any more.')
    expect(subjects()[0]).toBe('Repair posts/loaf.md')
    expect(server.git('show', 'HEAD:posts/loaf.md')).toContain('tags: [Bread]\n')
    await page.getByRole('button', { name: 'Close' }).first().click()
    await page.getByText('Every content file can be read.').waitFor()
    await expect.poll(async () => (await server.ask('GET', '/posts/loaf')).status, SLOW).toBe(200)
  })

  it('may be saved half repaired when that is wanted', async () => {
    const { enter, server } = await startAdmin({ 'posts/loaf.md': BROKEN })
    const page = await enter('/admin/activity')
    await page.getByRole('button', { name: 'Repair: posts/loaf.md' }).click()
    await page.getByRole('textbox', { name: 'posts/loaf.md' }).fill(BROKEN.replace('Flour', 'Salt'))
    await page.getByRole('button', { name: 'Save file' }).click()
    await page.getByRole('button', { name: 'Save it all the same' }).click()
    await toast(page, 'Saved, with a problem left')
    expect(server.git('show', 'HEAD:posts/loaf.md')).toContain('Salt')
  })

  it('changed by hand meanwhile shows both texts and loses neither', async () => {
    const { enter, server, subjects } = await startAdmin({ 'posts/loaf.md': BROKEN })
    const page = await enter('/admin/activity')
    await page.getByRole('button', { name: 'Repair: posts/loaf.md' }).click()
    const area = page.getByRole('textbox', { name: 'posts/loaf.md' })
    await area.fill(BROKEN.replace('[Bread', '[Mine]'))
    server.put('posts/loaf.md', BROKEN.replace('[Bread', '[Theirs]'))
    server.git('commit', '-qam', 'By hand')
    await page.getByRole('button', { name: 'Save file' }).click()
    await toast(page, 'Failed to save the file')
    expect(subjects()[0]).toBe('By hand')
    expect(await page.getByLabel('Theirs', { exact: true }).inputValue()).toContain('[Theirs]')
    expect(await page.getByLabel('Mine', { exact: true }).inputValue()).toContain('[Mine]')
    await page.getByRole('button', { name: 'Keep mine' }).click()
    await page.getByRole('button', { name: 'Save file' }).click()
    await expect.poll(() => server.git('show', 'HEAD:posts/loaf.md'), SLOW).toContain('[Mine]')
    expect(server.git('show', 'HEAD~1:posts/loaf.md')).toContain('[Theirs]')
  })
})

it('changes the about page, and its Undo takes that back', async () => {
  const { enter, server, subjects } = await startAdmin({ 'about.md': 'Old words.\n' })
  const page = await enter('/admin/blog')
  await page.getByText('About page, settings and other files').click()
  await page.getByRole('button', { name: 'Edit: About page' }).click()
  await page.getByRole('textbox', { name: 'about.md' }).fill('New words.\n')
  await page.getByRole('button', { name: 'Save file' }).click()
  await toast(page, 'Saved', 'about.md is as you wrote it.')
  expect(subjects()[0]).toBe('Update about.md')
  expect(server.git('show', 'HEAD:about.md')).toBe('New words.\n')
  await expect.poll(() => server.page('/about'), SLOW).toContain('New words.')
  await page.locator('.toast').getByRole('button', { name: 'Undo' }).click()
  await toast(page, 'Undone')
  expect(server.git('show', 'HEAD:about.md')).toBe('Old words.\n')
})

it('offers an unsaved text of a file back, with the version it started from', async () => {
  const { enter, visit, server } = await startAdmin({ 'about.md': 'One.\n\nTwo.\n\nThree.\n' })
  const open = async (page: Page) => {
    await page.getByText('About page, settings and other files').click()
    await page.getByRole('button', { name: 'Edit: About page' }).click()
  }
  const page = await enter('/admin/blog')
  await open(page)
  await page.getByRole('textbox', { name: 'about.md' }).fill('Mine.\n\nTwo.\n\nThree.\n')
  await page.getByText('Unsaved, kept in this browser').waitFor()
  await kill(page)
  server.put('about.md', 'One.\n\nTwo.\n\nTheirs.\n')
  server.git('commit', '-qam', 'By hand')
  const again = await visit('/admin/blog')
  // The browser lets go of what a tab held a moment after the tab is gone.
  await again.waitForFunction(async () => (await navigator.locks.query()).held?.length === 0)
  await open(again)
  await again.getByRole('button', { name: 'Continue it' }).click()
  await again.getByRole('button', { name: 'Save file' }).click()
  await toast(again, 'Merged', 'Both changes are in it now.')
  expect(server.git('show', 'HEAD:about.md')).toBe('Mine.\n\nTwo.\n\nTheirs.\n')
})
