/** Files as text, conflicts, displaced commits and commits in a browser, each read back from git. */
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { violationsOn } from '../../../server/test/axe.ts'
import { intercept, postFile, startAdmin, toast } from '../../../server/test/browser.ts'
import { fixtureIn, makeFolder, until } from '../../../server/test/git-fixture.ts'

/** A busy machine takes its time. */
const SLOW = { timeout: 15_000 }
const BROKEN = '---\ntitle: Loaf\ntags: [Bread\ndate: 2026-01-02\n---\nFlour.\n'

/** An admin whose remote has another text of a post than was saved here. */
async function startWithConflict() {
  const bare = makeFolder()
  const remote = fixtureIn(bare)
  remote.git('init', '-q', '--bare', '-b', 'main')
  const admin = await startAdmin(
    { 'posts/shared.md': postFile('Shared', 'One\n\nTwo') },
    { GIT_REMOTE: bare, GIT_PULL_SECONDS: '0' },
  )
  const { server } = admin
  const tip = () => remote.git('for-each-ref', '--format=%(objectname)', 'refs/heads/main').trim()
  const isShared = () => tip() === server.git('rev-parse', 'HEAD').trim()
  await until(isShared)
  const folder = join(makeFolder(), 'author')
  remote.git('clone', '-q', bare, folder)
  const author = fixtureIn(folder)
  author.put('posts/shared.md', postFile('Shared', 'One\n\nTheirs'))
  author.git('commit', '-qam', 'Author')
  author.git('push', '-q')
  return { ...admin, isShared }
}

describe('two texts of one file', () => {
  it('are told at once, and end with the copy’s text in one commit, with Undo', async () => {
    const { enter, server } = await startWithConflict()
    const page = await enter('/admin/blog?edit=shared')
    await page.getByLabel('Content').fill('One\n\nOurs')
    await page.getByRole('button', { name: 'Update Post' }).click()
    await until(async () => (await server.call<unknown[]>('GET', '/conflicts')).data.length === 1)
    await page.evaluate(() => document.dispatchEvent(new Event('visibilitychange')))
    await toast(page, 'Your text is in a draft', 'The remote had another text')
    await page.getByRole('link', { name: 'Activity' }).click()
    await page.getByRole('button', { name: 'Choose a text: posts/shared.md' }).click()
    await page.locator('.diff ins', { hasText: 'Ours' }).waitFor()
    await page.locator('.diff del', { hasText: 'Theirs' }).waitFor()
    await page.getByRole('button', { name: 'Take the other text' }).click()
    await toast(page, 'The other text was taken', 'The copy is gone.')
    expect(server.subjects()[0]).toBe('Put two texts together: Shared')
    expect(server.git('show', 'HEAD:posts/shared.md')).toContain('Ours')
    expect(server.git('ls-files', 'posts')).toBe('posts/shared.md\n')
  })
})

it('a displaced commit shows its words, comes back, and is discarded with Undo', async () => {
  const { enter, server } = await startAdmin({ 'posts/a.md': postFile('A', 'One.') })
  const start = server.git('rev-parse', 'HEAD').trim()
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
  await page.getByRole('button', { name: 'Look: Update essay: A' }).last().click()
  await page.locator('.diff ins', { hasText: 'Two' }).waitFor()
  server.put('posts/a.md', postFile('A', 'By hand.'))
  await until(async () => (await server.page('/post/a')).includes('By hand.'))
  await page.getByRole('button', { name: 'Restore: Update essay: A' }).first().click()
  await toast(page, 'Failed to restore', 'changed at the same place')
  await page.getByRole('button', { name: 'Look: Update essay: A' }).first().click()
  await page.getByRole('button', { name: 'Take the displaced text' }).first().click()
  await toast(page, 'Restored')
  expect(server.git('show', 'HEAD:posts/a.md')).toContain('Three.')
  expect(server.git('show', 'HEAD~1:posts/a.md')).toContain('By hand.')
})

describe('a broken file', () => {
  it('opens at its faulty line, is refused while it is broken, and is repaired', async () => {
    const { enter, server } = await startAdmin({ 'posts/loaf.md': BROKEN })
    const page = await enter('/admin/blog')
    await page.getByRole('link', { name: '1 thing needs a look' }).click()
    await page.getByRole('button', { name: 'Repair: posts/loaf.md' }).click()
    const area = page.getByRole('textbox', { name: 'posts/loaf.md' })
    const chosen = () =>
      area.evaluate((element: HTMLTextAreaElement) =>
        element.value.slice(element.selectionStart, element.selectionEnd),
      )
    await expect.poll(chosen, SLOW).not.toBe('')
    await area.fill(BROKEN.replace('Flour', 'Salt'))
    await page.getByRole('button', { name: 'Save file' }).click()
    await page.getByText('could still not be read').first().waitFor()
    expect(server.subjects()).toEqual(['Author starts'])
    expect(await violationsOn(page)).toEqual([])
    await area.fill(BROKEN.replace('[Bread', '[Bread]'))
    await page.keyboard.press('Control+s')
    await toast(page, 'Repaired', 'posts/loaf.md has no problem any more.')
    expect(server.subjects()[0]).toBe('Repair posts/loaf.md')
    await page.getByText('Every content file can be read.').waitFor()
  })
})

it('the about page is changed as text, its unsaved text is back after a reload', async () => {
  const { enter, server } = await startAdmin({ 'about.md': 'Old words.\n' })
  const page = await enter('/admin/files')
  page.on('dialog', (question) => void question.accept())
  const area = page.getByRole('textbox', { name: 'about.md' })
  await page.getByRole('button', { name: 'Edit: About page' }).click()
  await area.fill('New words.\n')
  await page.reload()
  await page.getByRole('button', { name: 'Edit: About page' }).click()
  expect(await area.inputValue()).toBe('New words.\n')
  await page.getByRole('button', { name: 'Save file' }).click()
  await toast(page, 'Saved', 'about.md is as you wrote it.')
  expect(server.subjects()[0]).toBe('Update about.md')
  expect(server.git('show', 'HEAD:about.md')).toBe('New words.\n')
})

it('every commit has a way back, and conflicts that cannot be read are said so', async () => {
  const { enter, visit, server } = await startAdmin({
    'posts/loaf.md': postFile('Loaf', 'Flour.'),
  })
  const page = await enter('/admin/blog')
  await page.getByRole('button', { name: 'Feature: Loaf' }).click()
  await toast(page, 'Post featured')
  await page.getByRole('link', { name: 'Activity' }).click()
  await page.getByRole('button', { name: 'Revert: Feature essay: Loaf' }).click()
  await toast(page, 'Undone', 'Undo: Feature essay: Loaf')
  expect(server.subjects()[0]).toBe('Undo: Feature essay: Loaf')
  // The commit that the site began with has every file, so it is asked for first.
  const asked = page.waitForEvent('dialog')
  const clicked = page.getByRole('button', { name: 'Revert: Author starts' }).click()
  await (await asked).dismiss()
  await clicked
  expect(server.subjects()[0]).toBe('Undo: Feature essay: Loaf')

  const failing = await visit('/admin/blog')
  await intercept(failing, '**/api/conflicts', (route) => route.fulfill({ status: 500 }))
  await failing.getByRole('link', { name: 'Activity' }).click()
  await failing.getByRole('button', { name: 'Try Again' }).waitFor()
  expect(await failing.getByText('Every content file can be read.').count()).toBe(0)
})

it('the head says on every page what is not shared and why, and nothing while all is well', async () => {
  const bare = makeFolder()
  const env = { GIT_REMOTE: join(bare, 'gone'), GIT_PULL_SECONDS: '0' }
  const { enter, visit } = await startAdmin({ 'posts/a.md': postFile('A', 'One.') }, env)
  for (const page of [await enter('/admin'), await visit('/admin/activity')]) {
    const line = page.locator('.status-line')
    await line.getByText('The remote cannot be reached.').waitFor()
    await line.getByText('1 commit is not yet shared.').waitFor()
    expect(await page.getByText('Shared with the remote.').count()).toBe(0)
  }
  const well = await startAdmin()
  const page = await well.enter('/admin/activity')
  await page.getByText('Every content file can be read.').waitFor()
  expect(await page.locator('.status-line').innerText()).toBe('')
})
