/** Several writers on one post: what fits together is merged, and of the rest no word is lost. */
import type { Page } from 'playwright-core'
import { describe, expect, it } from 'vitest'
import {
  type Admin,
  postFile,
  startAdmin,
  toast,
  withBrowser,
} from '../../../server/test/admin-browser.ts'

withBrowser()

const BODY = 'First paragraph.\n\nSecond paragraph.\n\nThird paragraph.'
const FILES = { 'posts/p.md': postFile('Post', BODY) }

async function openForm(page: Page): Promise<void> {
  await page.getByRole('button', { name: /^Edit:/ }).click()
  await page.getByLabel('Content').waitFor()
}

const write = (page: Page, text: string) => page.getByLabel('Content').fill(text)
const update = (page: Page) => page.getByRole('button', { name: 'Update Post' }).click()

/** The author's editor and a commit beside the server; resolves once the site shows it. */
async function writeByHand({ server }: Admin, text: string): Promise<void> {
  server.put('posts/p.md', postFile('Post', text))
  server.git('commit', '-qam', 'By hand')
  const newest = text.split('\n')[0] ?? ''
  await expect.poll(async () => (await server.page('/post/p')).includes(newest)).toBe(true)
}

describe('two windows on one post', () => {
  it('merge when they changed different paragraphs, and say so', async () => {
    const { enter, visit, server } = await startAdmin(FILES)
    const one = await enter('/admin/blog')
    await openForm(one)
    const two = await visit('/admin/blog')
    await openForm(two)
    await write(one, BODY.replace('First', 'My first'))
    await update(one)
    await toast(one, 'Post updated!')
    await write(two, BODY.replace('Third', 'Your third'))
    await update(two)
    await toast(two, 'Merged', 'Both changes are in it now.')
    expect(server.git('show', 'HEAD:posts/p.md')).toContain(
      'My first paragraph.\n\nSecond paragraph.\n\nYour third paragraph.',
    )
  })

  it('keep both texts when they changed one paragraph', async () => {
    const { enter, visit, server, subjects } = await startAdmin(FILES)
    const one = await enter('/admin/blog')
    await openForm(one)
    const two = await visit('/admin/blog')
    await openForm(two)
    await write(one, BODY.replace('Second', 'My second'))
    await update(one)
    await toast(one, 'Post updated!')
    await write(two, BODY.replace('Second', 'Your second'))
    await update(two)
    await toast(two, 'Failed to update post')
    expect(subjects()).toHaveLength(2)
    expect(server.git('show', 'HEAD:posts/p.md')).toContain('My second')
    expect(await two.getByLabel('Content').inputValue()).toContain('Your second')
    const apart = two.getByRole('region', { name: 'What sets the two apart' })
    expect(await apart.locator('del').allTextContents()).toContain('My')
    expect(await apart.locator('ins').allTextContents()).toContain('Your')
    await two.getByRole('button', { name: 'Decide later' }).click()
    expect(await two.getByLabel('Content').inputValue()).toContain('Your second')
    await update(two)
    await two.getByRole('button', { name: 'Keep mine' }).click()
    await update(two)
    await toast(two, 'Post updated!')
    expect(server.git('show', 'HEAD:posts/p.md')).toContain('Your second')
    expect(server.git('show', 'HEAD~1:posts/p.md')).toContain('My second')
  })
})

describe('a file that is edited by hand under an open form', () => {
  it('is merged with the form where both fit together', async () => {
    const admin = await startAdmin(FILES)
    const page = await admin.enter('/admin/blog')
    await openForm(page)
    await write(page, BODY.replace('Third', 'My third'))
    await writeByHand(admin, BODY.replace('First', 'Their first'))
    await page.keyboard.press('Control+s')
    await toast(page, 'Post updated!', 'Your post has been successfully updated.')
    await toast(page, 'Merged', 'The file had changed since you opened it.')
    const merged = 'Their first paragraph.\n\nSecond paragraph.\n\nMy third paragraph.'
    expect(admin.server.git('show', 'HEAD:posts/p.md')).toContain(merged)
    expect(await page.getByLabel('Content').inputValue()).toBe(merged)
    expect(admin.subjects().slice(0, 2)).toEqual(['Update essay: Post', 'By hand'])
  })

  it('stands beside mine and the merged text where they do not, and neither is lost', async () => {
    const admin = await startAdmin(FILES)
    const { server, subjects } = admin
    const page = await admin.enter('/admin/blog')
    await openForm(page)
    await write(page, BODY.replace('First', 'My first'))
    await writeByHand(admin, BODY.replace('First', 'Their first'))
    await update(page)
    await toast(page, 'Failed to update post')
    expect(subjects()[0]).toBe('By hand')
    const shown = (name: string) => page.getByLabel(name, { exact: true }).inputValue()
    expect(await shown('Theirs')).toContain('Their first')
    expect(await shown('Mine')).toContain('My first')
    expect(await shown('Merged')).toBe(
      '<<<<<<< mine\nMy first paragraph.\n=======\nTheir first paragraph.\n>>>>>>> theirs\n\nSecond paragraph.\n\nThird paragraph.',
    )
    await page.getByRole('button', { name: 'Edit the merged text' }).click()
    await update(page)
    await page.getByText('still has the marks of a merge').waitFor()
    await write(page, BODY.replace('First', 'Our first'))
    await update(page)
    await toast(page, 'Post updated!')
    expect(server.git('show', 'HEAD:posts/p.md')).toContain('Our first')
    expect(server.git('show', 'HEAD~1:posts/p.md')).toContain('Their first')
  })
})
