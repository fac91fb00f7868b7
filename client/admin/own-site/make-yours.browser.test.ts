/** The panel's offer on starter content, in a browser at a real server. */
import { readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { expect, it } from 'vitest'
import { startAdmin, toast, withBrowser } from '../../../server/test/admin-browser.ts'

withBrowser()

const starter = (path: string) =>
  readFileSync(resolve(import.meta.dirname, '../../../content', path), 'utf8')
const STARTER = Object.fromEntries(
  ['site.yaml', 'about.md', 'posts/2026/pro-git.md'].map((path) => [path, starter(path)]),
)

it('is shown after the login, names what is missing, and goes with the first own words', async () => {
  const admin = await startAdmin(STARTER)
  const page = await admin.enter('/admin')
  const card = page.getByRole('region', { name: 'Make it yours' })
  await card.getByLabel('Title of the site').fill('Notes on the engine')
  await card.getByRole('button', { name: 'Make it mine' }).click()
  await toast(page, 'Failed to set up the site')
  expect(await card.getByText('The name is missing.').isVisible()).toBe(true)
  await page.waitForFunction(() => document.activeElement?.getAttribute('name') === 'name')
  await page.keyboard.type('Ada')
  await card.getByRole('button', { name: 'Make it mine' }).click()
  await toast(page, 'This site is yours', 'Its new words are on every page.')
  await card.waitFor({ state: 'detached' })
  expect(admin.subjects()[0]).toBe('Set up the site')
  expect(admin.server.git('ls-files', 'posts')).toBe('')
  expect(admin.server.text('site.yaml')).toContain('title: Notes on the engine\n')
})

it('is put away until the next visit, with nothing kept in the browser', async () => {
  const admin = await startAdmin(STARTER)
  const page = await admin.enter('/admin/blog')
  const card = page.getByRole('region', { name: 'Make it yours' })
  await card.getByRole('button', { name: 'Not now' }).click()
  await card.waitFor({ state: 'detached' })
  const keys = await page.evaluate(() => Object.keys(localStorage))
  expect(keys.filter((key) => key !== 'theme')).toEqual(['authToken'])
  await page.reload()
  await card.waitFor()
})
