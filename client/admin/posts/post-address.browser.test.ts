/** A post's address in its form, in a browser at a real server. */
import { expect, it } from 'vitest'
import { postFile, startAdmin, toast, withBrowser } from '../../../server/test/admin-browser.ts'

withBrowser()

const TEXT = 'Flour, water, salt and a night of patience.\n'.repeat(4)
const FILES = { 'posts/loaf.md': postFile('Loaf', TEXT), 'posts/rye.md': postFile('Rye', TEXT) }

it('a post’s address is changed from its form, which goes on under the new one, with Undo', async () => {
  const { enter, server, subjects } = await startAdmin(FILES)
  const page = await enter('/admin/blog')
  await page.getByRole('button', { name: 'Edit: Loaf' }).click()
  const field = page.getByLabel('Address')
  const change = page.getByRole('button', { name: 'Change address' })
  expect(await change.count()).toBe(0)
  // What is typed elsewhere stays, unsaved.
  await page.getByLabel('Content').fill(`${TEXT}More.`)
  await field.fill('rye')
  await change.click()
  await page.getByText("Another post has the address 'rye', or had it before.").waitFor()
  await field.fill('Sourdough Loaf')
  await field.press('Enter')
  await toast(page, 'Address changed', 'Loaf is at /post/sourdough-loaf now.')
  await page.locator('.editor-address', { hasText: '/post/sourdough-loaf' }).waitFor()
  expect(await field.inputValue()).toBe('sourdough-loaf')
  expect(subjects()[0]).toBe('Rename essay: Loaf')

  await page.getByRole('button', { name: 'Undo' }).click()
  await toast(page, 'Undone')
  await page.locator('.editor-address', { hasText: '/post/loaf' }).waitFor()
  await page.getByRole('button', { name: 'Update Post' }).click()
  await toast(page, 'Post updated!')
  expect(server.git('show', 'HEAD:posts/loaf.md')).toContain('More.')
})
