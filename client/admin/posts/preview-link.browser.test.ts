/** The panel's preview links in a browser: copied, opened by a friend, revoked. */
import type { Page } from 'playwright-core'
import { expect, it } from 'vitest'
import { postFile, startAdmin, toast, withBrowser } from '../../../server/test/admin-browser.ts'

withBrowser()

const FILES = {
  'posts/plums.md': postFile('Unripe plums', 'First **words**.', 'draft: true\n'),
  'posts/public.md': postFile('Public', 'Text.'),
}

/** Where the copied address leads on this machine. */
const copiedPath = async (page: Page) =>
  new URL(await page.evaluate(() => navigator.clipboard.readText())).pathname

it('a draft is shown to a friend until its preview link is revoked', async () => {
  const { enter, visit, context, server } = await startAdmin(FILES)
  await context.grantPermissions(['clipboard-read', 'clipboard-write'])
  const page = await enter('/admin/blog')
  await page.getByRole('button', { name: 'Edit: Unripe plums' }).waitFor()
  expect(await page.getByRole('button', { name: /^Copy preview link/ }).count()).toBe(1)
  await page.getByRole('button', { name: 'Copy preview link: Unripe plums' }).click()
  await toast(page, 'Preview link copied', 'Anyone who has it sees the saved text until')
  const first = await copiedPath(page)
  const friend = await visit(first)
  expect(await friend.getByRole('heading', { level: 1 }).innerText()).toBe('Unripe plums')
  await friend.getByText('Only people with this link can see it').waitFor()
  await friend.locator('.prose strong', { hasText: 'words' }).waitFor()

  await page.getByRole('button', { name: 'Edit: Unripe plums' }).click()
  await page.getByRole('button', { name: 'Copy preview link' }).click()
  await toast(page, 'Preview link copied')
  const second = await copiedPath(page)
  await page.getByRole('button', { name: 'Revoke preview link' }).click()
  await toast(page, 'Preview link revoked', 'All links to this post no longer work.')
  for (const path of [first, second]) {
    await friend.goto(server.address + path)
    await friend.getByRole('heading', { name: 'This preview link has ended' }).waitFor()
  }
  // The page that waits there stays.
  expect(new URL(friend.url()).pathname).toBe(second)
  await page.getByRole('button', { name: 'Cancel' }).click()
  await page.getByRole('button', { name: 'Edit: Public' }).click()
  await page.getByLabel('Content').waitFor()
  expect(await page.getByRole('button', { name: /preview link/ }).count()).toBe(0)
})

it('a preview link that cannot be copied is shown, and revoked where it stands', async () => {
  const { enter, server } = await startAdmin(FILES)
  const page = await enter('/admin/blog')
  await page.evaluate(() => {
    navigator.clipboard.write = () => Promise.reject(new Error('not allowed'))
  })
  await page.getByRole('button', { name: 'Copy preview link: Unripe plums' }).click()
  await toast(page, 'Copy this preview link by hand', 'https://gap.example/preview/')
  const shown = await page.locator('.toast-text').filter({ hasText: '/preview/' }).innerText()
  const { pathname } = new URL(shown)
  expect((await fetch(server.address + pathname)).status).toBe(200)
  await page.setViewportSize({ width: 360, height: 740 })
  const card = page.locator('.toast', { hasText: '/preview/' })
  const words = await card.locator('.toast-words').boundingBox()
  const action = await card.locator('.button').boundingBox()
  expect(action?.y).toBeGreaterThanOrEqual((words?.y ?? 0) + (words?.height ?? 0))
  await page.getByRole('button', { name: 'Revoke' }).click()
  await toast(page, 'Preview link revoked')
  expect((await fetch(server.address + pathname)).status).toBe(404)
})
