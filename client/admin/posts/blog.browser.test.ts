/** The blog admin in a browser: after each action the commit is read from git. */
import { describe, expect, it } from 'vitest'
import { postFile, startAdmin, toast, withBrowser } from '../../../server/test/admin-browser.ts'
import { intercept } from '../../../server/test/browser.ts'

withBrowser()

describe('a post', () => {
  it('that was deleted stands in the list to be restored, and not on a screen seen before', async () => {
    const { enter, server } = await startAdmin({ 'posts/loaf.md': postFile('Loaf', 'Flour.') })
    const page = await enter('/admin/blog')
    const seeEssays = async () => {
      await page.locator('.menu-bar summary', { hasText: 'Writing' }).click()
      await page.locator('.menu-bar').getByRole('link', { name: 'Essays' }).click()
      await page.locator('h1', { hasText: 'Essays' }).waitFor()
    }
    const loaf = page.locator('main h2', { hasText: 'Loaf' })
    await seeEssays()
    await loaf.waitFor()
    await page.goBack()
    await page.getByRole('button', { name: /^Delete:/ }).click()
    await toast(page, 'Post deleted')
    const head = server.git('rev-parse', 'HEAD')
    await page.getByText(`The newest commit is ${head.slice(0, 7)}`).waitFor()
    await seeEssays()
    await loaf.waitFor({ state: 'detached' })
    await page.goBack()
    await page.getByText('Deleted posts').click()
    await page.getByRole('button', { name: 'Restore: Loaf' }).click()
    await toast(page, 'Post restored')
    expect(server.git('show', 'HEAD:posts/loaf.md')).toBe(postFile('Loaf', 'Flour.'))
  })

  it('keeps its type, and every line that was not changed', async () => {
    const file =
      '---\ntitle: Note # mine\ntype: note\ndate: 2026-01-02\nodd: [1]\n---\nOne\n\nTwo\n'
    const { enter, server } = await startAdmin({ 'posts/note.md': file })
    const page = await enter('/admin/blog')
    await page.getByRole('button', { name: /^Edit:/ }).click()
    await page.getByLabel('Content').fill('One\n\nThree')
    expect(await page.getByLabel('Type').inputValue()).toBe('short')
    await page.getByRole('button', { name: 'Update Post' }).click()
    await toast(page, 'Post updated!')
    const saved = server.git('show', 'HEAD:posts/note.md')
    expect(saved.replace(/updated: .*\n/, '')).toBe(file.replace('Two', 'Three'))
  })
})

it('refuses a form in words beside the fields and sends nothing', async () => {
  const { enter, subjects } = await startAdmin()
  const page = await enter('/admin/blog')
  await page.getByRole('button', { name: 'Create New Post' }).click()
  await page.getByLabel('Type').last().selectOption('link')
  await page.getByLabel('Title').fill('   ')
  await page.getByRole('button', { name: 'Publish Post' }).click()
  for (const text of ['Enter a title.', 'Enter a text.', 'A link post needs its address.']) {
    await page.getByText(text).waitFor()
  }
  await page.waitForFunction(() => document.activeElement?.getAttribute('name') === 'title')
  expect(subjects()).toEqual(['Author starts'])
})

it('says what could not be done and why', async () => {
  const { enter } = await startAdmin({ 'posts/loaf.md': postFile('Loaf', 'Flour.') })
  const page = await enter('/admin/blog')
  await page.getByRole('button', { name: /^Edit:/ }).waitFor()
  const error = 'The repository is locked by another program.'
  const body = JSON.stringify({ error, code: 'repository_locked' })
  await intercept(page, '**/api/posts/**', (route) =>
    route.request().method() === 'GET' ? route.continue() : route.fulfill({ status: 503, body }),
  )
  await page.getByRole('button', { name: /^Feature:/ }).click()
  await toast(page, 'Failed to update featured status', error)
  await page.getByRole('button', { name: /^Delete:/ }).click()
  await toast(page, 'Failed to delete post', error)
  await page.getByRole('button', { name: 'Reset Tags' }).click()
  await toast(page, 'Failed to reset tags', error)
  await page.getByRole('button', { name: /^Edit:/ }).click()
  await page.getByRole('button', { name: 'Update Post' }).click()
  await toast(page, 'Failed to update post', error)
  await page.unroute('**/api/posts/**')
  await intercept(page, '**/api/posts', (route) => route.abort())
  await page.getByRole('button', { name: 'Create New Post' }).click()
  await page.getByLabel('Title').fill('New')
  await page.getByLabel('Content').fill('Text')
  await page.getByRole('button', { name: 'Publish Post' }).click()
  await toast(page, 'Failed to create post', 'Network error occurred')
  await intercept(page, '**/api/posts/admin*', (route) => route.fulfill({ status: 503, body }))
  await page.getByRole('button', { name: 'Cancel' }).click()
  await page.getByLabel('Search posts').fill('x')
  await toast(page, 'Failed to load posts', error)
})

it('resets the tags', async () => {
  const { enter, subjects, server } = await startAdmin()
  const page = await enter('/admin/blog')
  await page.getByRole('button', { name: 'Reset Tags' }).click()
  await toast(page, 'Tags reset!', 'Successfully added 9 default tags.')
  expect(subjects()[0]).toBe('Reset tags')
  expect(server.git('show', 'HEAD:tags.yaml').match(/name:/g)).toHaveLength(9)
})

it('previews as the site renders, and writes marks by keys', async () => {
  const { enter } = await startAdmin()
  const page = await enter('/admin/blog')
  await page.getByRole('button', { name: 'Create New Post' }).click()
  await page.getByLabel('Type').last().selectOption('essay')
  const content = page.getByLabel('Content')
  await content.focus()
  await page.keyboard.press('Control+b')
  await page.keyboard.type('loud')
  await page.keyboard.press('End')
  await page.keyboard.press('Control+k')
  expect(await content.inputValue()).toBe('**loud**[link text](https://)')
  await page.keyboard.press('Control+z')
  await page.getByRole('button', { name: 'Preview' }).click()
  await page.locator('.preview strong', { hasText: 'loud' }).waitFor()
  await content.fill('~~gone~~')
  await page.locator('.preview del', { hasText: 'gone' }).waitFor()
})

it('drafts the review of a week once, and opens it', async () => {
  const { enter, server, subjects } = await startAdmin()
  const page = await enter('/admin/blog')
  const button = page.getByRole('button', { name: 'Write the week’s review' })
  await button.click()
  await toast(page, 'Review drafted')
  const title = await page.getByLabel('Title').inputValue()
  expect(title).toMatch(/^Week \d+ of \d{4}$/)
  expect(await page.getByLabel('Content').inputValue()).toContain('Streak:')
  expect(subjects()[0]).toBe(`Save draft: ${title}`)
  await page.getByRole('button', { name: 'Cancel' }).click()
  await button.click()
  await toast(page, 'That review is there already', title)
  expect(await page.getByLabel('Title').inputValue()).toBe(title)
  expect(server.git('ls-files', 'posts').trim().split('\n')).toHaveLength(1)
})
