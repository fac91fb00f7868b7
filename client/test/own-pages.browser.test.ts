/** Pages, menu and 'Edit' as they are used: by links, and from the panel. */
import { expect, it } from 'vitest'
import {
  adminOfFile,
  documentsOf,
  endSession,
  hydrated,
  postFile,
  press,
  toast,
  visit,
} from '../../server/test/browser.ts'

const MENU = `menu:
  - {label: Now, path: /now}
  - label: More
    items:
      - {label: Tools, path: /resources/tools}
      - {label: Before, path: /before}
`
const site = adminOfFile({
  'site.yaml': `time_zone: Europe/Berlin\n${MENU}`,
  'posts/a.md': postFile('A', 'See [now](/now), [lost](/lost).', 'aliases: [/before]\n'),
  'pages/now.md': '---\ntitle: Now\n---\n\nBread.\n',
  'pages/größe.md': '---\ntitle: Size\n---\n\nText.\n',
  'resources/tools.yaml': 'title: Tools\nitems: []\n',
  'about.md': 'About.\n',
})

it('pages are in both menus and reached without a new document, other addresses by one', async () => {
  const page = await site.visit('/', { expected: /404/ })
  const documents = documentsOf(page)
  const heading = (name: string) =>
    page.getByRole('heading', { name, level: 1, exact: true }).waitFor()
  await page.locator('.menu-bar').getByRole('link', { name: 'Now' }).click()
  await heading('Now')
  expect(await page.title()).toBe('Now | G.A.P.')
  await page.locator('.menu-bar summary').click()
  await page.getByRole('link', { name: 'Tools' }).click()
  await heading('Tools')
  expect(documents).toEqual([])
  await page.locator('.menu-bar summary').click()
  await page.getByRole('link', { name: 'Before' }).click()
  await heading('A')
  expect(documents).toHaveLength(2)
  await hydrated(page)
  await page.getByRole('link', { name: 'now', exact: true }).click()
  await heading('Now')
  expect(documents).toHaveLength(2)
  await page.goBack()
  await page.getByRole('link', { name: 'lost' }).click()
  await heading('Oops! Page not found')
  await hydrated(page)
  expect(await page.getByText('404').count()).toBe(1)
  await visit(page, '/resources/nothing')
  await heading('Oops! Page not found')
  await visit(page, `/${encodeURIComponent('größe'.normalize('NFD'))}`)
  await heading('Size')
  await page.setViewportSize({ width: 360, height: 900 })
  await press(page, 'Open menu')
  const menu = page.getByRole('dialog', { name: 'Menu' })
  expect(await menu.getByRole('link').allInnerTexts()).toEqual(['G.A.P.', 'Now', 'Tools', 'Before'])
})

it('a new page is made in the panel, with a preview, and is changed there', async () => {
  const page = await site.enter('/admin/files')
  page.on('dialog', (question) => void question.accept('uses'))
  await press(page, 'New Page')
  const text = page.getByRole('textbox', { name: 'pages/uses.md' })
  expect(await text.inputValue()).toBe('---\ntitle: Uses\n---\n\n')
  const focused = () => page.evaluate(() => document.activeElement?.textContent)
  await expect.poll(focused).toBe('---\ntitle: Uses\n---\n\n')
  await page.keyboard.type('A **pen**.\n')
  const preview = page.getByRole('region', { name: 'Preview' })
  await preview.locator('strong', { hasText: 'pen' }).waitFor()
  // It follows the typing, so it may be seen before the full stop.
  await expect.poll(() => preview.innerText()).toBe('A pen.')
  await press(page, 'Save file')
  await toast(page, 'Saved', 'pages/uses.md has been saved.')
  expect(site.server.subjects()[0]).toBe('Add pages/uses.md')
  expect(await site.server.page('/uses')).toContain('A <strong>pen</strong>.')
  expect(await focused()).toBe('Save file')
  await press(page, 'Close')
  await expect.poll(focused).toBe('New Page')
  await press(page, 'Edit: Page /uses')
  await text.waitFor()
})

it('Edit leads whoever is logged in to the form of the text, and is nowhere else', async () => {
  const page = await site.enter('/admin', { expected: /401|404/ })
  const edit = page.getByRole('link', { name: 'Edit', exact: true })
  const FORMS = {
    '/now': 'pages/now.md',
    '/about': 'about.md',
    '/resources/tools': 'resources/tools.yaml',
    '/post/a': 'Content',
  }
  for (const [path, field] of Object.entries(FORMS)) {
    await visit(page, path)
    await edit.click()
    await page.getByRole('textbox', { name: field }).waitFor()
  }
  const checked = page.waitForResponse('**/api/status')
  await visit(page, '/now')
  await checked
  await edit.waitFor()
  await page.setViewportSize({ width: 320, height: 700 })
  expect((await page.locator('.top-bar').boundingBox())?.height, 'one row').toBeLessThan(70)
  for (const path of ['/', '/essays', '/post/nothing', '/nothing']) {
    await visit(page, path)
    expect(await edit.count(), path).toBe(0)
  }
  await endSession(page)
  const refused = page.waitForResponse('**/api/status')
  await visit(page, '/now')
  expect((await refused).status()).toBe(401)
  expect(await edit.count()).toBe(0)
})
