/** The Activity tab in a browser: what is listed, and the way back from a commit. */
import type { Page } from 'playwright-core'
import { expect, it } from 'vitest'
import { postFile, startAdmin, toast, withBrowser } from '../../../server/test/admin-browser.ts'
import { intercept } from '../../../server/test/browser.ts'

withBrowser()

it('the activity page has every commit, the problems, and a way back', async () => {
  const { enter, server, subjects } = await startAdmin({
    'posts/loaf.md': postFile('Loaf', 'Flour.'),
    'posts/broken.md': '---\ntitle: "open\n---\nText\n',
  })
  const page = await enter('/admin/blog')
  await page.getByText('Saves go into git.').waitFor()
  await page.getByRole('button', { name: 'Feature: Loaf' }).click()
  await toast(page, 'Post featured')
  await page.getByRole('link', { name: '1 thing needs a look' }).click()
  await page.getByText('posts/broken.md').waitFor()
  await page.getByText('Author starts').waitFor()
  await page.getByRole('button', { name: 'Revert: Feature essay: Loaf' }).click()
  await toast(page, 'Undone', 'Undo: Feature essay: Loaf')
  expect(subjects()[0]).toBe('Undo: Feature essay: Loaf')
  expect(server.git('show', 'HEAD:posts/loaf.md')).toBe(postFile('Loaf', 'Flour.'))
  // The commit that the site began with has every file, so it is asked for first.
  const asked = page.waitForEvent('dialog')
  const clicked = page.getByRole('button', { name: 'Revert: Author starts' }).click()
  const dialog = await asked
  expect(dialog.message()).toMatch(/^Revert all \d+ files of “Author starts”\?$/)
  await dialog.dismiss()
  await clicked
  expect(subjects()[0]).toBe('Undo: Feature essay: Loaf')
})

it('asks for the commits once, and again after the next one', async () => {
  const { enter, visit, server } = await startAdmin({ 'posts/loaf.md': postFile('Loaf', 'Flour.') })
  const asked = (page: Page) => {
    const paths: string[] = []
    page.on('request', (request) => paths.push(new URL(request.url()).pathname))
    return () => paths.filter((path) => path === '/api/history').length
  }
  await enter('/admin/blog')
  const page = await visit('/admin/files')
  const times = asked(page)
  await page.getByRole('link', { name: 'Activity' }).click()
  await page.getByText('Author starts').waitFor()
  expect(times()).toBe(1)
  const fresh = await visit('/admin')
  const freshTimes = asked(fresh)
  await fresh.goto(`${server.address}/admin/activity`)
  await fresh.getByText('Author starts').waitFor()
  await fresh.getByText('Saves go into git.').waitFor()
  await fresh.waitForLoadState('networkidle')
  expect(freshTimes()).toBe(1)
  await server.call('PATCH', '/posts/loaf/featured', { featured: true })
  await fresh.evaluate(() => document.dispatchEvent(new Event('visibilitychange')))
  await fresh.getByText('Feature essay: Loaf').waitFor()
  expect(freshTimes()).toBe(2)
})

it('is a click away while the server cannot be reached, and fills when it can', async () => {
  const { enter } = await startAdmin()
  const page = await enter('/admin/blog')
  const look = () => page.evaluate(() => document.dispatchEvent(new Event('visibilitychange')))
  await page.getByText('Saves go into git.').waitFor()
  await intercept(page, '**/api/**', (route) => route.abort())
  await look()
  await page.getByText('The server cannot be reached.').waitFor()
  await page.getByRole('link', { name: 'Activity' }).click()
  await page.getByRole('button', { name: 'Try Again' }).waitFor()
  await page.unroute('**/api/**')
  await look()
  await page.getByText('Author starts').waitFor()
  await page.getByText('Saves go into git.').waitFor()
})
