/** The images of the content in the panel of a browser: listed, copied, removed, brought back. */
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { postFile, startAdmin, toast, withBrowser } from '../../../server/test/admin-browser.ts'
import { png } from '../../../server/test/images.ts'

withBrowser()

it('images are listed with what shows them, copied, removed and brought back', async () => {
  const many = Array.from({ length: 51 }, (_, index) => `media/2025/${100 + index}.png`)
  const { enter, server, context, subjects } = await startAdmin({
    ...Object.fromEntries(many.map((name) => [name, 'x'])),
    'posts/loaf.md': postFile('Loaf', '![A loaf](/media/2025/150.png)', 'draft: true\n'),
    'posts/bread.md': postFile('Bread', 'Text.'),
    'about.md': '![](/media/2025/149.png)\n',
  })
  writeFileSync(join(server.folder, 'media/2025/100.png'), await png({ width: 60, height: 40 }))
  await context.grantPermissions(['clipboard-read', 'clipboard-write'])
  const page = await enter('/admin/media')
  const rows = page.locator('.media-row')
  await page.getByText('50 of 51 images').waitFor()
  await page.getByRole('button', { name: 'Load more' }).click()
  await page.getByText('51 images', { exact: true }).waitFor()
  expect(await rows.count()).toBe(51)
  const real = rows.filter({ hasText: '100.png' })
  await expect
    .poll(() => real.locator('img').evaluate(({ naturalWidth }: HTMLImageElement) => naturalWidth))
    .toBe(60)

  const shown = rows.filter({ hasText: '150.png' })
  expect(await shown.locator('.media-shown').textContent()).toBe('In Loaf (draft)')
  expect(await shown.getByRole('button', { name: /^Remove/ }).count()).toBe(0)
  await shown.getByRole('button', { name: 'Copy markdown: 150.png' }).click()
  await toast(page, 'Markdown copied', '![A loaf](/media/2025/150.png)')
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(
    '![A loaf](/media/2025/150.png)',
  )

  const about = rows.filter({ hasText: '149.png' })
  expect(await about.locator('.media-shown').textContent()).toBe('In the about page')
  expect(await about.getByRole('button', { name: /^Remove/ }).count()).toBe(0)

  await page.getByRole('button', { name: 'Remove: 101.png' }).press('Enter')
  await toast(page, 'Image removed', '101.png')
  await page.getByText('50 images', { exact: true }).waitFor()
  expect(await page.locator(':focus').getAttribute('aria-label')).toBe('Copy markdown: 102.png')
  expect(subjects()[0]).toBe('Remove image: 101.png')
  await page.getByRole('button', { name: 'Undo' }).click()
  await toast(page, 'Undone')
  await page.getByText('51 images', { exact: true }).waitFor()
  expect(server.text('media/2025/101.png')).toBe('x')

  const content = '![](/media/2025/102.png)'
  expect((await server.call('PUT', '/posts/bread', { content })).status).toBe(200)
  await page.getByRole('button', { name: 'Remove: 102.png' }).click()
  await toast(
    page,
    'Failed to remove image',
    'The post “Bread” shows this image, so it was not removed.',
  )
  await rows.filter({ hasText: '102.png' }).getByRole('link', { name: 'Bread' }).waitFor()
})
