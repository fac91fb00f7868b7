/** The gates before the admin pages, in a browser at a real server. */
import { expect, it } from 'vitest'
import {
  adminOfFile,
  holdBack,
  hydrated,
  intercept,
  logIn,
  toast,
} from '../../../server/test/browser.ts'
import { PASSWORD } from '../../../server/test/live-server.ts'

const site = adminOfFile()

it('a password filled in early is kept; its login leads to the heading and outlives a reload', async () => {
  const page = await site.tab()
  const arrive = await holdBack(page, '**/assets/panel-*.js')
  await page.goto('/admin')
  const button = page.getByRole('button', { name: 'Access Admin Panel' })
  await page.getByLabel('Admin Password').fill(PASSWORD)
  await button.click()
  arrive()
  await hydrated(page)
  expect(await page.getByLabel('Admin Password').inputValue()).toBe(PASSWORD)
  const release = await holdBack(page, '**/api/auth/login')
  await button.click()
  await page.getByText('Checking...').waitFor()
  release()
  await page.waitForFunction(() => document.activeElement?.classList.contains('admin-title'))
  expect(await page.evaluate(() => localStorage.getItem('authToken'))).toMatch(/^ey/)
  await page.reload()
  await page.getByRole('button', { name: 'Logout' }).waitFor()
})

it('leads on in new tabs, and a logout here is one everywhere', async () => {
  const page = await site.enter('/admin')
  const context = page.context()
  const cards = page.locator('.gate-card')
  expect(await cards.count()).toBe(2)
  const opened: string[] = []
  for (const name of ['Blog Admin', 'Projects Admin', 'View Site']) {
    const [tab] = await Promise.all([
      context.waitForEvent('page'),
      page.getByRole('link', { name }).click(),
    ])
    await tab.waitForLoadState()
    opened.push(new URL(tab.url()).pathname)
  }
  expect(opened).toEqual(['/admin/blog', '/admin/projects', '/'])
  const blog = context.pages().find((tab) => tab.url().endsWith('/admin/blog'))
  await blog?.getByRole('button', { name: 'Create New Post' }).waitFor()
  await page.bringToFront()
  await page.keyboard.press('n')
  await page.keyboard.type('The last of the day.')
  await page.keyboard.press('Control+Enter')
  await page.getByRole('button', { name: 'Undo' }).waitFor()
  const [logout] = await Promise.all([
    page.waitForResponse('**/api/auth/logout'),
    page.getByRole('button', { name: 'Logout' }).click(),
  ])
  expect(logout.status()).toBe(200)
  await toast(page, 'Logged out', 'You have been logged out of the admin panel.')
  // It would fail now.
  expect(await page.getByRole('button', { name: 'Undo' }).count()).toBe(0)
  await blog?.getByText('Blog Admin Access').waitFor()
  expect(await page.evaluate(() => localStorage.getItem('authToken'))).toBeNull()
})

it('a panel whose script does not load says so', async () => {
  const page = await site.visit('/admin/blog', { fresh: true, expected: /Failed to/ })
  await logIn(page)
  await intercept(page, '**/assets/panel-*.js', (route) => route.abort())
  await page.reload()
  await page.getByText('The panel needs JavaScript, which has not loaded.').waitFor()
})
