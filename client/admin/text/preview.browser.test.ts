/** The preview in a browser: what of a text readers will not see, and the way to its line. */
import { expect, it } from 'vitest'
import { startAdmin, withBrowser } from '../../../server/test/admin-browser.ts'

withBrowser()

const TEXT = 'One.\n\n<script>a</script>\n\ngit checkout <branch>\n'

it('names what is not shown and leads to its line', async () => {
  const { enter } = await startAdmin()
  const page = await enter('/admin/blog')
  await page.getByRole('button', { name: 'Create New Post' }).click()
  const content = page.getByLabel('Content')
  await content.fill(TEXT)
  await page.getByRole('button', { name: 'Preview' }).click()
  const notShown = page.locator('.not-shown')
  await expect.poll(() => notShown.getByRole('listitem').count()).toBe(2)
  expect(await notShown.innerText()).toContain('A script is left out.')
  await notShown.getByRole('button', { name: 'Line 5' }).click()
  const selected = await content.evaluate((area: HTMLTextAreaElement) => [
    area.value.slice(area.selectionStart, area.selectionEnd),
    document.activeElement === area,
  ])
  expect(selected).toEqual(['git checkout <branch>', true])
  await content.fill('One *word*.')
  await expect.poll(() => notShown.count()).toBe(0)
})
