/** The tags of the panel, in a browser at a real server. */
import { expect, it } from 'vitest'
import { postFile, startAdmin, toast, withBrowser } from '../../../server/test/admin-browser.ts'

withBrowser()

it('a tag says how many files it will change, is merged and colored, with Undo', async () => {
  const { enter, server, subjects } = await startAdmin({
    'posts/loaf.md': postFile('Loaf', 'Flour.', 'tags: [Cooking, Writing]\n'),
    'posts/plan.md': postFile('Plan', 'Flour.', 'draft: true\ntags: [cooking]\n'),
  })
  const page = await enter('/admin/blog')
  await page.getByRole('button', { name: 'Edit: Loaf' }).waitFor()
  const asked: string[] = []
  page.on('request', (request) => asked.push(new URL(request.url()).pathname))
  await page.locator('summary', { hasText: /^Tags$/ }).click()
  await page.getByText('In 2 files').waitFor()
  expect(asked.filter((path) => path === '/api/tags')).toHaveLength(1)
  await page.getByRole('button', { name: 'Change tag: Cooking' }).click()
  await page.getByLabel('Name').fill('Kitchen')
  await page.getByText('Changes 3 files in one commit.').waitFor()
  await page.getByLabel('Name').fill('writing')
  await page.getByText('Merges into “Writing”; changes 3 files in one commit.').waitFor()
  await page.getByLabel('Color').selectOption('Teal')
  await page.getByRole('button', { name: 'Save tag' }).click()
  await toast(page, 'Tag changed', 'Writing: 3 files changed.')
  expect(subjects()[0]).toBe('Merge tag: Cooking into Writing')
  expect(server.git('show', 'HEAD:posts/loaf.md')).toContain('tags: [Writing]\n')
  expect(server.git('show', 'HEAD:tags.yaml')).toBe('- name: Writing\n  color: tag-teal\n')
  await page.getByRole('button', { name: 'Change tag: Cooking' }).waitFor({ state: 'detached' })

  await page.getByRole('button', { name: 'Undo' }).click()
  await toast(page, 'Undone')
  await page.getByRole('button', { name: 'Change tag: Cooking' }).waitFor()
  expect(server.git('show', 'HEAD:posts/loaf.md')).toContain('tags: [Cooking, Writing]\n')
})
