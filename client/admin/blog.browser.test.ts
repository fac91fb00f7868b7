/** The blog admin in a browser: after each action the commit is read from git. */
import { describe, expect, it } from 'vitest'
import { logIn, postFile, startAdmin, toast, withBrowser } from '../../server/test/admin-browser.ts'

withBrowser()

describe('a post', () => {
  it('is created, featured, edited, deleted, brought back and restored, by keyboard', async () => {
    const { enter, subjects, server } = await startAdmin()
    const page = await enter('/admin/blog')
    await page.getByText('Start your accountability journey by creating your first post!').waitFor()
    const press = async (name: string | RegExp, more = {}) => {
      await page
        .getByRole('button', { name, ...more })
        .first()
        .focus()
      await page.keyboard.press('Enter')
    }

    await press('Create New Post')
    expect(await page.getByLabel('Type').last().inputValue()).toBe('short')
    await page.waitForFunction(() => document.activeElement?.getAttribute('name') === 'title')
    await page.keyboard.type('  A plain loaf ')
    await page.getByLabel('Content').focus()
    await page.keyboard.type('Flour, water.')
    await page.getByRole('button', { name: 'Cooking' }).focus()
    await page.keyboard.press('Space')
    await page.getByLabel('Custom tag').focus()
    expect(await page.getByRole('button', { name: 'Add', exact: true }).isDisabled()).toBe(true)
    await page.keyboard.type('Bread')
    await page.keyboard.press('Enter')
    await press('Publish Post')
    await toast(page, 'Post created!', 'Your short has been published.')
    expect(subjects()[0]).toBe('Publish short: A plain loaf')
    const path = server.git('show', '--name-only', '--format=', 'HEAD').trim()
    const file = server.git('show', `HEAD:${path}`)
    expect(file).toContain('title: A plain loaf\n')
    expect(file).toMatch(/Cooking[\s\S]*Bread/)
    expect(file).toContain('Flour, water.')

    await press(/^Feature:/)
    await toast(page, 'Post featured', 'Post added to featured section')
    expect(subjects()[0]).toBe('Feature short: A plain loaf')
    await press(/^Unfeature:/)
    await toast(page, 'Post unfeatured', 'Post removed from featured section')

    await press(/^Edit:/)
    const content = page.getByLabel('Content')
    await content.focus()
    await page.keyboard.press('End')
    await page.keyboard.type(' Salt.')
    await page.keyboard.press('Control+s')
    await toast(page, 'Post updated!', 'Your post has been successfully updated.')
    expect(server.git('show', `HEAD:${path}`)).toContain('Flour, water. Salt.')
    // Ctrl+S stays in the form.
    expect(await content.inputValue()).toBe('Flour, water. Salt.')
    await press('Cancel')

    await press(/^Delete:/)
    await toast(page, 'Post deleted', 'Your post has been removed.')
    await expect.poll(() => server.git('ls-files', 'posts')).toBe('')
    await page
      .locator('.toast', { hasText: 'Post deleted' })
      .getByRole('button', { name: 'Undo' })
      .focus()
    await page.keyboard.press('Enter')
    await toast(page, 'Undone')
    expect(server.git('show', `HEAD:${path}`)).toContain('Salt.')

    await press(/^History:/)
    await press(/Publish short: A plain loaf/)
    await page.locator('.diff ins', { hasText: 'Salt' }).waitFor()
    await press('Restore this version')
    await toast(page, 'Post updated!')
    await expect.poll(() => server.git('show', `HEAD:${path}`)).not.toContain('Salt')
  })

  it('that was deleted stands in the list to be restored', async () => {
    const { enter, server } = await startAdmin({ 'posts/loaf.md': postFile('Loaf', 'Flour.') })
    const page = await enter('/admin/blog')
    await page.getByRole('button', { name: /^Delete:/ }).click()
    await toast(page, 'Post deleted')
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
  await page.route('**/api/posts/**', (route) =>
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
  await page.route('**/api/posts', (route) => route.abort())
  await page.getByRole('button', { name: 'Create New Post' }).click()
  await page.getByLabel('Title').fill('New')
  await page.getByLabel('Content').fill('Text')
  await page.getByRole('button', { name: 'Publish Post' }).click()
  await toast(page, 'Failed to create post', 'Network error occurred')
  await page.route('**/api/posts/admin*', (route) => route.fulfill({ status: 503, body }))
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

describe('unsaved text', () => {
  it('is offered back after its tab was killed, with the version it started from', async () => {
    const { enter, visit } = await startAdmin({ 'posts/loaf.md': postFile('Loaf', 'Flour.') })
    const page = await enter('/admin/blog')
    await page.getByRole('button', { name: /^Edit:/ }).click()
    await page.getByLabel('Content').fill('Flour and salt.')
    await page.getByText('Unsaved changes').waitFor()
    await page.close({ runBeforeUnload: false })
    const again = await visit('/admin/blog')
    await again.getByText('started from version').waitFor()
    await again.getByRole('button', { name: 'Continue Loaf' }).click()
    expect(await again.getByLabel('Content').inputValue()).toBe('Flour and salt.')
    await again.getByRole('button', { name: 'Update Post' }).click()
    await toast(again, 'Post updated!')
    await again.getByText('Unsaved texts').waitFor({ state: 'detached' })
  })

  it('asks before its page is left', async () => {
    const { enter } = await startAdmin()
    const page = await enter('/admin/blog')
    await page.getByRole('button', { name: 'Create New Post' }).click()
    await page.getByLabel('Title').click()
    await page.keyboard.type('Half')
    const [dialog] = await Promise.all([
      page.waitForEvent('dialog'),
      page.close({ runBeforeUnload: true }),
    ])
    expect(dialog.type()).toBe('beforeunload')
    await dialog.dismiss()
    expect(await page.getByLabel('Title').inputValue()).toBe('Half')
  })

  it('stands behind the gate when the token is refused, and is there after the login', async () => {
    const { enter, server } = await startAdmin({ 'posts/loaf.md': postFile('Loaf', 'Flour.') })
    const page = await enter('/admin/blog')
    await page.getByRole('button', { name: /^Edit:/ }).click()
    await page.getByLabel('Content').fill('Flour, kept.')
    const token = await page.evaluate(() => localStorage.getItem('authToken'))
    await fetch(`${server.address}/api/auth/logout`, {
      method: 'POST',
      headers: { authorization: `Bearer ${token}` },
    })
    await page.getByRole('button', { name: 'Update Post' }).click()
    await page.getByText('What you were writing is kept.').waitFor()
    expect(server.text('posts/loaf.md')).toContain('Flour.')
    await logIn(page)
    expect(await page.getByLabel('Content').inputValue()).toBe('Flour, kept.')
    await page.getByRole('button', { name: 'Update Post' }).click()
    await toast(page, 'Post updated!')
    expect(server.git('show', 'HEAD:posts/loaf.md')).toContain('Flour, kept.')
  })
})

describe('two windows on one post', () => {
  const BODY = 'First paragraph.\n\nSecond paragraph.\n\nThird paragraph.'

  it('merge when they changed different paragraphs, and say so', async () => {
    const { enter, visit, server } = await startAdmin({ 'posts/p.md': postFile('Post', BODY) })
    const one = await enter('/admin/blog')
    await one.getByRole('button', { name: /^Edit:/ }).click()
    const two = await visit('/admin/blog')
    await two.getByRole('button', { name: /^Edit:/ }).click()
    await one.getByLabel('Content').fill(BODY.replace('First', 'My first'))
    await one.getByRole('button', { name: 'Update Post' }).click()
    await toast(one, 'Post updated!')
    await two.getByLabel('Content').fill(BODY.replace('Third', 'Your third'))
    await two.getByRole('button', { name: 'Update Post' }).click()
    await toast(two, 'Merged', 'Both changes are in it now.')
    expect(server.git('show', 'HEAD:posts/p.md')).toContain(
      'My first paragraph.\n\nSecond paragraph.\n\nYour third paragraph.',
    )
  })

  it('show theirs, mine and both when they changed one paragraph, and lose neither', async () => {
    const { enter, server, subjects } = await startAdmin({ 'posts/p.md': postFile('Post', BODY) })
    const page = await enter('/admin/blog')
    await page.getByRole('button', { name: /^Edit:/ }).click()
    await page.getByLabel('Content').fill(BODY.replace('Second', 'My second'))
    // The other window is the author's editor.
    server.put('posts/p.md', postFile('Post', BODY.replace('Second', 'Their second')))
    server.git('commit', '-qam', 'By hand')
    await expect
      .poll(async () => (await server.page('/post/p')).includes('Their second'))
      .toBe(true)
    await page.getByRole('button', { name: 'Update Post' }).click()
    await toast(page, 'Failed to update post')
    expect(subjects()[0]).toBe('By hand')
    expect(await page.getByLabel('Theirs', { exact: true }).inputValue()).toContain('Their second')
    expect(await page.getByLabel('Mine', { exact: true }).inputValue()).toContain('My second')
    expect(await page.getByLabel('Merged', { exact: true }).inputValue()).toBe(
      'First paragraph.\n\n<<<<<<< mine\nMy second paragraph.\n=======\nTheir second paragraph.\n>>>>>>> theirs\n\nThird paragraph.',
    )
    await page.getByRole('button', { name: 'Edit the merged text' }).click()
    await page.getByRole('button', { name: 'Update Post' }).click()
    await page.getByText('still has the marks of a merge').waitFor()
    await page.getByLabel('Content').fill(BODY.replace('Second', 'Our second'))
    await page.getByRole('button', { name: 'Update Post' }).click()
    await toast(page, 'Post updated!')
    expect(server.git('show', 'HEAD:posts/p.md')).toContain('Our second')
    expect(server.git('show', 'HEAD~1:posts/p.md')).toContain('Their second')
  })
})
