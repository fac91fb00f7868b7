/** The blog admin in a browser: after each action the commit is read from git. */
import { expect, it } from 'vitest'
import {
  adminOfFile,
  holdBack,
  postFile,
  press,
  toast,
  visit,
} from '../../../server/test/browser.ts'
import { png } from '../../../server/test/images.ts'

const NOTE = '---\ntitle: Note # mine\ntype: note\ndate: 2026-01-02\nodd: [1]\n---\nOne\n\nTwo\n'
const site = adminOfFile({
  'posts/loaf.md': postFile('Loaf', 'Flour.'),
  'posts/bun.md': postFile('Bun', 'Flour.'),
  'posts/sour.md': postFile('Sour', 'Flour.', 'tags: [Bread]\n'),
  'posts/plums.md': postFile('Plums', 'First **words**.', 'draft: true\n'),
  'posts/pears.md': postFile('Pears', 'First **words**.', 'draft: true\n'),
  'posts/note.md': NOTE,
})

it('a row opens its editor at the top of the screen, and the list follows what changes elsewhere', async () => {
  const { enter, server } = site
  const page = await enter('/admin/blog')
  await page.evaluate(() => Object.assign(window, { isSameDocument: true }))
  await page.getByRole('link', { name: 'Loaf' }).click()
  expect(new URL(page.url()).search).toBe('?edit=loaf')
  for (const width of [360, 1280]) {
    await page.setViewportSize({ width, height: 740 })
    for (const label of ['Title', 'Content']) {
      const box = await page.getByLabel(label).boundingBox()
      expect(box?.y, `${label} at ${width}`).toBeLessThanOrEqual(120)
    }
  }
  expect(await page.title()).toMatch(/^Edit Post \| /)
  await page.goBack()
  await page.getByRole('button', { name: 'Create New Post' }).waitFor()
  // Only then the list is where it was left.
  expect(await page.evaluate(() => 'isSameDocument' in window)).toBe(true)

  server.put('posts/rye.md', postFile('Rye', 'Rye flour.'))
  server.git('add', '.')
  server.git('commit', '-qm', 'By hand')
  await expect.poll(async () => (await server.page('/post/rye')).includes('Rye flour')).toBe(true)
  await page.evaluate(() => document.dispatchEvent(new Event('visibilitychange')))
  await page.getByRole('link', { name: 'Rye' }).waitFor()

  // A form at fault sends nothing and leads to the first field.
  await visit(page, '/admin/blog?new&type=link')
  await page.getByLabel('Title').fill('   ')
  await press(page, 'Publish Post')
  await page.waitForFunction(() => document.activeElement?.getAttribute('name') === 'title')
  await page.getByText('A link post needs its address.').waitFor()
  // What only the server checks is said beside its field too.
  await page.getByLabel('Title').fill('Elsewhere')
  await page.getByLabel('URL').fill('ftp://a.example')
  await page.getByLabel('Content').fill('Words.')
  await press(page, 'Publish Post')
  await page.locator('.admin-fault', { hasText: 'must be a full address' }).waitFor()
  await page.waitForFunction(() => document.activeElement?.getAttribute('name') === 'url')
  expect(server.subjects()).toEqual(['By hand', 'Author starts'])
})

it('the newest save alone has Undo, a deleted post comes back from its list, an old version too', async () => {
  const { enter, server } = site
  await server.call('PUT', '/posts/bun', { content: 'Flour and salt.' })
  const page = await enter('/admin/blog')
  await press(page, 'Feature: Loaf')
  await toast(page, 'Post featured', 'Post added to featured section')
  // The focus stays beside what a change has taken away.
  const focusedRow = () => page.evaluate(() => document.activeElement?.closest('li')?.innerText)
  await expect.poll(focusedRow).toContain('Loaf')
  await press(page, 'Delete: Loaf')
  await toast(page, 'Post deleted', 'Your post has been removed.')
  await expect.poll(focusedRow).toContain('Delete')
  expect(await page.getByRole('button', { name: 'Undo' }).count()).toBe(1)
  await press(page, 'Undo')
  await toast(page, 'Undone', 'Delete essay: Loaf')
  await press(page, 'Delete: Loaf')
  await page.getByText('Deleted posts').click()
  await press(page, 'Restore: Loaf')
  await toast(page, 'Post restored')
  expect(await page.evaluate(() => document.activeElement?.tagName)).not.toBe('BODY')
  expect(server.git('show', 'HEAD:posts/loaf.md')).toContain('Flour.')
  expect(server.subjects()).toContain('Feature essay: Loaf')
  await press(page, 'Unfeature: Loaf')
  await toast(page, 'Post unfeatured', 'Post removed from featured section')

  const openHistory = async () => {
    await press(page, 'More: Bun')
    await press(page, 'History: Bun')
    await page.getByText('Author starts').waitFor()
  }
  await openHistory()
  await press(page, 'Compare: Author starts')
  await page.locator('.diff ins', { hasText: 'salt' }).waitFor()
  await press(page, 'Restore this version')
  await toast(page, 'Post updated!')
  expect(server.git('show', 'HEAD:posts/bun.md')).not.toContain('salt')

  // The editor of a deleted post says so.
  await visit(page, '/admin/blog')
  await openHistory()
  await server.call('DELETE', '/posts/bun')
  await press(page, 'Compare: Author starts')
  await page.getByText('Post not found').waitFor()
  await press(page, 'Edit: Bun')
  await page.getByText('Post not found').waitFor()
  await page.getByRole('link', { name: 'Back to the list' }).waitFor()
})

it('a save keeps what was not changed; without a date a post is of today, a later one is scheduled', async () => {
  const { enter, server } = site
  const page = await enter('/admin/blog?edit=note')
  await page.getByLabel('Content').fill('One\n\nThree')
  expect(await page.getByLabel('Type').inputValue()).toBe('short')
  await press(page, 'Update Post')
  await toast(page, 'Post updated!', 'Your post has been successfully updated.')
  const saved = server.git('show', 'HEAD:posts/note.md')
  expect(saved.replace(/updated: .*\n/, '')).toBe(NOTE.replace('Two', 'Three'))

  await press(page, 'Edit: Loaf')
  const open = () => page.getByText('More', { exact: true }).click()
  await open()
  await page.getByLabel('Date').fill('')
  await page.getByText('Empty: now,').waitFor()
  await press(page, 'Update Post')
  await toast(page, 'Post updated!')
  expect(server.git('show', 'HEAD:posts/loaf.md')).not.toContain('date: 2026-01-02')

  await press(page, 'Edit: Plums')
  await open()
  await page.getByText('Published, it is dated now').waitFor()
  await press(page, 'Publish Post')
  await toast(page, 'Post published!')
  expect(server.git('show', 'HEAD:posts/plums.md')).not.toContain('date: 2026-01-02')

  await press(page, 'Create New Post')
  // An address goes with the type that has one, and comes into view with it.
  await page.setViewportSize({ width: 360, height: 740 })
  await page.getByLabel('Type').focus()
  await page.getByLabel('Type').selectOption('link')
  expect((await page.getByLabel('URL').boundingBox())?.y).toBeGreaterThan(0)
  await page.setViewportSize({ width: 1280, height: 900 })
  await page.getByLabel('URL').fill('https://a.example')
  await page.getByLabel('Type').selectOption('short')
  await page.getByLabel('Title').fill(' Later ')
  await page.getByLabel('Content').fill('\n\nNot yet. ')
  await open()
  await page.getByLabel('Date').fill('2199-01-02T09:00')
  const sent = page.waitForRequest('**/api/posts')
  await press(page, 'Save Draft')
  expect((await sent).postDataJSON()).toMatchObject({ title: 'Later', content: 'Not yet.' })
  await toast(page, 'Post created!', 'Your short has been saved as a draft.')
  await press(page, 'Schedule Post')
  await toast(page, 'Post scheduled!', 'Your short has been scheduled.')
  await page.getByText('Scheduled', { exact: true }).waitFor()
  const path = server.git('ls-files', 'posts/*later.md').trim()
  expect(server.git('show', `HEAD:${path}`).replace(/updated: .*\n/, '')).toBe(
    '---\ntitle: Later\ntype: short\ndate: 2199-01-02T09:00\ndraft: false\n---\n\nNot yet.\n',
  )

  // A date that lacks a part is not sent as an empty one, which would publish.
  await press(page, 'Edit: Later')
  await open()
  const date = page.getByLabel('Date')
  const scheduled = server.head()
  await date.press('Backspace')
  await date.press('Control+Enter')
  // A save would have come by the time the preview has.
  await press(page, 'Preview')
  await page.locator('.preview p').waitFor()
  expect(server.head()).toBe(scheduled)
  await date.fill('2199-01-03T09:00')
  await press(page, 'Schedule Post')
  await toast(page, 'Post scheduled!', 'Your short has been scheduled.')
  // Nobody can read it yet.
  expect(await page.locator('.toast').getByRole('link', { name: 'View' }).count()).toBe(0)
  await press(page, 'Edit: Later')
  await open()
  await date.fill('')
  await press(page, 'Update Post')
  await toast(page, 'Post published!', 'Your short has been published.')
  expect(server.subjects()[0]).toBe('Publish short: Later')
})

it('a tag is renamed in all files, and a draft is shown to a friend until its link is revoked', async () => {
  const page = await site.enter('/admin/blog')
  await page.locator('summary', { hasText: /^Tags$/ }).click()
  page.once('dialog', (question) => void question.accept('Baking'))
  await press(page, 'Rename: Bread')
  await toast(page, 'Tag changed', 'Baking: changed in')
  expect(site.server.git('show', 'HEAD:posts/sour.md')).toContain('Baking')
  await press(page, 'Reset Tags')
  await toast(page, 'Tags reset!', 'Successfully added 9 default tags.')

  await page.context().grantPermissions(['clipboard-read', 'clipboard-write'])
  await press(page, 'More: Pears')
  await press(page, 'Copy preview link: Pears')
  await toast(page, 'Preview link copied', 'Anyone who has it sees the saved text until')
  const { pathname } = new URL(await page.evaluate(() => navigator.clipboard.readText()))
  const friend = await site.visit(pathname)
  await friend.locator('.prose strong', { hasText: 'words' }).waitFor()
  // A new document has none of the toasts, which would lie over the button for seconds.
  await visit(page, '/admin/blog?edit=pears')
  await page.getByText('More', { exact: true }).click()
  await press(page, 'Revoke preview link')
  await toast(page, 'Preview link revoked', 'All links to this post no longer work.')
  expect((await fetch(site.server.address + pathname)).status).toBe(404)
})

it('by keys a row is reached, feature and its Undo, and from a post’s page the form and back', async () => {
  const page = await site.enter('/admin/blog')
  const focused = () => page.evaluate(() => document.activeElement?.textContent)
  await page.locator('.admin-row').first().waitFor()
  const titles = await page.locator('.row-link').allTextContents()
  for (const key of ['j', 'j', 'k', 'j', 'j']) await page.keyboard.press(key)
  expect(await focused()).toBe(titles[2])
  await page.keyboard.press('Tab')
  await page.keyboard.press('Enter')
  // Or unfeatured: another test may have featured it.
  await toast(page, 'featured')
  await page.keyboard.press('z')
  await toast(page, 'Undone')
  await page.keyboard.press('e')
  await page.waitForFunction(() => document.activeElement?.getAttribute('name') === 'title')
  await page.keyboard.type('jkez')
  expect(await page.getByLabel('Title').inputValue()).toContain('jkez')
  await press(page, 'Cancel')
  await toast(page, 'Unsaved text discarded')
  await page.keyboard.press('n')
  await page.keyboard.type('A quick one.')
  await page.keyboard.press('Control+Enter')
  await toast(page, 'Post created!')
  const opened = page.context().waitForEvent('page')
  await page.keyboard.press('v')
  await (await opened).waitForURL('**/post/a-quick-one')

  // The switch names what it turns off.
  await visit(page, '/search')
  await page.getByLabel('j, k, e, n, v and z work in the panel').waitFor()

  await visit(page, '/post/loaf')
  await page.getByRole('link', { name: 'Edit', exact: true }).click()
  await page.getByLabel('Content').fill('Flour and time.')
  await page.keyboard.press('Control+s')
  await page.getByText(/^Saved · /).waitFor()
  expect(await page.locator('.toast').count()).toBe(0)
  await press(page, 'Update Post')
  await page.waitForURL('**/post/loaf')
  await page.getByText('Flour and time.').waitFor()
  expect(site.server.subjects()[0]).toBe('Update essay: Loaf')
  // Back from the editor shows what was saved there.
  await page.getByRole('link', { name: 'Edit', exact: true }).waitFor()
  await site.server.call('PUT', '/posts/loaf', { content: 'Flour and patience.' })
  const shown = { persisted: true }
  await page.evaluate((how) => dispatchEvent(new PageTransitionEvent('pageshow', how)), shown)
  await page.getByText('Flour and patience.').waitFor()
})

it('a cover is uploaded from its field, and committed with the post that has it', async () => {
  const page = await site.enter('/admin/blog?new&type=essay')
  await page.getByLabel('Title').fill('With a cover')
  await page.getByLabel('Content').fill('## Flour\n\n## Water\n\n## Salt')
  await page.getByText('More', { exact: true }).click()
  const buffer = await png({ width: 60, height: 40 })
  const release = await holdBack(page, '**/api/media?*')
  const file = { name: 'Loaf.png', mimeType: 'image/png', buffer }
  await page.getByLabel('Cover image').setInputFiles(file)
  // A save waits for it.
  await press(page, 'Save Draft')
  release()
  await toast(page, 'Post created!')
  await page.getByLabel('Image description').fill('A loaf')
  await press(page, 'Publish Post')
  await toast(page, 'published')
  const html = await site.server.page('/post/with-a-cover')
  expect(html).toMatch(
    /<img class="cover[^>]* src="\/media\/\d{4}\/loaf-60x40-[0-9a-f]{12}\.webp" width="60" height="40" alt="A loaf"/,
  )
  expect(site.server.git('ls-files', 'media')).toMatch(/loaf-60x40/)
  // Above the text, also beside the contents of a wide screen.
  await page.setViewportSize({ width: 1280, height: 740 })
  await visit(page, '/post/with-a-cover')
  const topOf = async (part: string) => (await page.locator(part).boundingBox())?.y ?? 0
  expect(await topOf('.cover')).toBe(await topOf('.contents'))
  expect(await topOf('.cover')).toBeLessThan(await topOf('.prose'))
})
