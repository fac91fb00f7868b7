/** A post in two actions, and one that begins with a page that was shared. */
import type { Page } from 'playwright-core'
import { expect, it } from 'vitest'
import { adminOfFile, logIn, toast } from '../../../server/test/browser.ts'

const site = adminOfFile()
const PHONE = { width: 360, height: 740 }
const composer = (page: Page) => page.getByRole('dialog', { name: 'Quick Post' })
const field = (page: Page) => composer(page).getByLabel('Text')

async function openByKey(page: Page): Promise<void> {
  await page.keyboard.press('n')
  await page.waitForFunction(() => document.activeElement?.closest('dialog[open] form') !== null)
}

it('a quick post is written and published by keyboard alone on a narrow screen', async () => {
  const page = await site.enter('/admin/projects')
  await page.setViewportSize(PHONE)
  await openByKey(page)
  await page.keyboard.type('Rye, no notes\nFlour and water.')
  await page.keyboard.press('Escape')
  await composer(page).waitFor({ state: 'detached' })
  await openByKey(page)
  await page.keyboard.press('Control+s')
  await page.keyboard.press('Control+Enter')
  await composer(page).waitFor({ state: 'detached' })
  await toast(page, 'Post created!', 'Your short has been published.')
  expect(site.server.subjects()).toEqual(['Publish short: Rye, no notes', 'Author starts'])
  const file = site.server.git('show', `HEAD:${site.server.git('ls-files', 'posts').trim()}`)
  expect(file).toMatch(/title: "?Rye, no notes"?\n[\s\S]*---\n+Flour and water\.\n$/)
  await page.locator('.toast').getByRole('link', { name: 'View' }).waitFor()
  // The next one begins empty, and is refused while it is.
  await openByKey(page)
  expect(await field(page).inputValue()).toBe('')
  await page.keyboard.press('Control+Enter')
  await page.getByText('Enter a text.').waitFor()
})

it('a page that is shared is a new link post behind the login, published by a press alone', async () => {
  const before = site.server.subjects()
  const shared = { title: 'Bread & salt', text: 'https://a.example/?b=1#c' }
  const page = await site.visit(`/admin/blog?${new URLSearchParams(shared)}`)
  await logIn(page)
  expect(await page.getByLabel('Title').inputValue()).toBe('Bread & salt')
  expect(await page.getByLabel('URL').inputValue()).toBe('https://a.example/?b=1#c')
  await page.waitForFunction(() => document.activeElement?.getAttribute('name') === 'content')
  expect(site.server.subjects()).toEqual(before)
  await page.getByLabel('Content').fill('Worth it.')
  await page.keyboard.press('Control+Enter')
  await toast(page, 'Post created!', 'Your link has been published.')
  expect(site.server.subjects()).toEqual(['Publish link: Bread & salt', ...before])
})
