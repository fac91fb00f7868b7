/** Files as text, conflicts, displaced commits and commits in a browser, each read back from git. */
import { join } from 'node:path'
import { expect, it } from 'vitest'
import {
  adminOfFile,
  intercept,
  postFile,
  press,
  startAdmin,
  toast,
  visit,
} from '../../../server/test/browser.ts'
import { fixtureIn, makeFolder, until } from '../../../server/test/git-fixture.ts'
import { pushTo } from '../../../server/test/remote-fixture.ts'

/** A busy machine takes its time. */
const SLOW = { timeout: 15_000 }
const BROKEN = '---\ntitle: Loaf\ntags: [Bread\ndate: 2026-01-02\n---\nFlour.\n'

const site = adminOfFile({ 'posts/loaf.md': BROKEN, 'about.md': 'Old words.\n' })

it('two texts of one file are told at once, and end with the copy’s text in one commit, with Undo', async () => {
  const remote = fixtureIn(makeFolder())
  remote.git('init', '-q', '--bare', '-b', 'main')
  const env = { GIT_REMOTE: remote.folder, GIT_PULL_SECONDS: '0' }
  const files = { 'posts/shared.md': postFile('Shared', 'One\n\nTwo') }
  const { enter, server } = await startAdmin(files, env)
  const tip = () => remote.git('for-each-ref', '--format=%(objectname)', 'refs/heads/main').trim()
  await until(() => tip() === server.head())
  pushTo(remote, { 'posts/shared.md': postFile('Shared', 'One\n\nTheirs') })
  const page = await enter('/admin/blog?edit=shared')
  await page.getByLabel('Content').fill('One\n\nOurs')
  await press(page, 'Update Post')
  await until(async () => (await server.call<unknown[]>('GET', '/conflicts')).data.length === 1)
  await page.evaluate(() => document.dispatchEvent(new Event('visibilitychange')))
  await toast(page, 'Your text is in a draft', 'The remote had another text')
  await page.getByRole('link', { name: 'Activity' }).click()
  await press(page, 'Choose a text: posts/shared.md')
  await page.locator('.diff ins', { hasText: 'Ours' }).waitFor()
  await page.locator('.diff del', { hasText: 'Theirs' }).waitFor()
  await press(page, 'Take the other text')
  await toast(page, 'The other text was taken', 'The copy is gone.')
  expect(server.subjects()[0]).toBe('Put two texts together: Shared')
  expect(server.git('show', 'HEAD:posts/shared.md')).toContain('Ours')
  expect(server.git('ls-files', 'posts')).toBe('posts/shared.md\n')
})

it('a broken file opens at its faulty line, is refused while it is broken, and is repaired', async () => {
  const page = await site.enter('/admin/blog')
  // The file is listed without the answer about conflicts.
  await intercept(page, '**/api/conflicts', (route) => route.fulfill({ status: 400, body: '' }))
  await page.getByRole('link', { name: '1 problem' }).click()
  await page.getByRole('button', { name: 'Try Again' }).waitFor()
  await page.getByRole('button', { name: 'Repair: posts/loaf.md' }).waitFor()
  await page.unrouteAll({ behavior: 'ignoreErrors' })
  await press(page, 'Try Again')
  await press(page, 'Repair: posts/loaf.md')
  const area = page.getByRole('textbox', { name: 'posts/loaf.md' })
  const chosen = () =>
    area.evaluate((element: HTMLTextAreaElement) =>
      element.value.slice(element.selectionStart, element.selectionEnd),
    )
  await expect.poll(chosen, SLOW).not.toBe('')
  await area.fill(BROKEN.replace('Flour', 'Salt'))
  await press(page, 'Save file')
  await page.getByText('could still not be read').first().waitFor()
  expect(site.server.subjects()).toEqual(['Author starts'])
  await area.fill(BROKEN.replace('[Bread', '[Bread]'))
  await page.keyboard.press('Control+s')
  await toast(page, 'Repaired', 'posts/loaf.md can be read again.')
  expect(site.server.subjects()[0]).toBe('Repair posts/loaf.md')
  await page.getByText('Every content file can be read.').waitFor()
  // Nothing is said while all is well.
  expect(await page.locator('.status-line').innerText()).toBe('')
})

it('the about page is changed as text, and each commit has a way back', async () => {
  const { enter, server } = site
  const page = await enter('/admin/files')
  await press(page, 'Edit: About page')
  const about = page.getByRole('textbox', { name: 'about.md' })
  await about.fill('')
  // `n` is a key of the panel, outside text fields.
  await about.pressSequentially('New and brief.\n')
  await visit(page, '/admin/files')
  await page.locator('.unsaved-texts').getByRole('link', { name: 'about.md' }).click()
  expect(await about.inputValue()).toBe('New and brief.\n')
  await press(page, 'Save file')
  await toast(page, 'Saved', 'about.md has been saved.')
  expect(server.subjects()[0]).toBe('Update about.md')
  expect(server.git('show', 'HEAD:about.md')).toBe('New and brief.\n')

  await page.getByRole('link', { name: 'Activity' }).click()
  await press(page, 'Revert: Update about.md')
  await toast(page, 'Undone', 'Update about.md')
  expect(server.subjects()[0]).toBe('Undo: Update about.md')
  // The commit that the site began with has every file, so it is asked for first.
  const asked = page.waitForEvent('dialog')
  const clicked = press(page, 'Revert: Author starts')
  await (await asked).dismiss()
  await clicked
  expect(server.subjects()[0]).toBe('Undo: Update about.md')
})

it('a displaced commit shows its words, comes back, and is discarded with Undo', async () => {
  const { enter, server } = await startAdmin({ 'posts/a.md': postFile('A', 'One.') })
  const start = server.head()
  for (const content of ['Two.', 'Three.']) await server.call('PUT', '/posts/a', { content })
  server.git('reset', '-q', '--hard', start)
  await until(async () => (await server.page('/post/a')).includes('One.'))
  const page = await enter('/admin/activity')
  const discard = page.getByRole('button', { name: 'Discard: Update essay: A' })
  await discard.first().click()
  await toast(page, 'Discarded', 'Git keeps')
  await expect.poll(() => discard.count(), SLOW).toBe(1)
  await page.locator('.toast').getByRole('button', { name: 'Undo' }).click()
  await expect.poll(() => discard.count(), SLOW).toBe(2)
  await page.getByRole('button', { name: 'Compare: Update essay: A' }).last().click()
  await page.locator('.diff ins', { hasText: 'Two' }).waitFor()
  server.put('posts/a.md', postFile('A', 'By hand.'))
  await until(async () => (await server.page('/post/a')).includes('By hand.'))
  await press(page, 'Restore: Update essay: A')
  await toast(page, 'Failed to restore', 'changed at the same place')
  await press(page, 'Compare: Update essay: A')
  // Until then the button is that of the row below, which is open.
  await page.locator('.diff ins', { hasText: 'Three' }).waitFor()
  await press(page, 'Take what was displaced')
  await toast(page, 'Restored')
  expect(server.git('show', 'HEAD:posts/a.md')).toContain('Three.')
  expect(server.git('show', 'HEAD~1:posts/a.md')).toContain('By hand.')
})

it('the head says on every page what is not shared and why', async () => {
  const env = { GIT_REMOTE: join(makeFolder(), 'gone'), GIT_PULL_SECONDS: '0' }
  const { enter } = await startAdmin({ 'posts/a.md': postFile('A', 'One.') }, env)
  const page = await enter('/admin')
  for (const path of ['/admin/activity', '/admin/blog']) {
    await visit(page, path)
    const line = page.locator('.status-line')
    await line.getByText('The remote cannot be reached.').waitFor()
    await line.getByText('1 commit is not yet shared.').waitFor()
    expect(await page.getByText('Shared with the remote.').count()).toBe(0)
  }
})
