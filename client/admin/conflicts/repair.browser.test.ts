/** Repairs in a browser: after each action the commit is read from git. */
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { postFile, startAdmin, toast, withBrowser } from '../../../server/test/admin-browser.ts'
import { violationsOn } from '../../../server/test/axe.ts'
import { fixtureIn, makeFolder, until } from '../../../server/test/git-fixture.ts'

withBrowser()

/** A busy machine takes its time. */
const SLOW = { timeout: 15_000 }
const BROKEN = '---\ntitle: Loaf\ntags: [Bread\ndate: 2026-01-02\n---\nFlour.\n'

/** An admin whose remote has other texts of a post and of a project than were saved here. */
async function startWithConflicts() {
  const bare = makeFolder()
  const remote = fixtureIn(bare)
  remote.git('init', '-q', '--bare', '-b', 'main')
  const project = 'title: P\ndue_date: 2026-12-31\n'
  const admin = await startAdmin(
    { 'posts/shared.md': postFile('Shared', 'One\n\nTwo'), 'projects/p.yaml': project },
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
  author.put('projects/p.yaml', project.replace('title: P', 'title: Theirs'))
  author.git('commit', '-qam', 'Author')
  author.git('push', '-q')
  await server.call('PUT', '/posts/shared', { content: 'One\n\nOurs' })
  await server.call('PATCH', '/deadline-projects/p', { title: 'Ours' })
  const left = async () => (await server.call<unknown[]>('GET', '/conflicts')).data.length
  await until(async () => (await left()) === 2 && isShared())
  return { ...admin, left }
}

describe('two texts of one file', () => {
  it('end with one click for the copy’s text, in one commit', async () => {
    const { enter, server, subjects } = await startWithConflicts()
    const page = await enter('/admin/activity')
    await page.getByRole('button', { name: 'Choose a text: posts/shared.md' }).click()
    await page.locator('.diff ins', { hasText: 'Ours' }).waitFor()
    await page.locator('.diff del', { hasText: 'Theirs' }).waitFor()
    await page.getByRole('button', { name: 'Take the copy’s text' }).click()
    await toast(page, 'The other text was taken', 'The copy is gone.')
    expect(subjects()[0]).toBe('Put two texts together: Shared')
    expect(server.git('show', 'HEAD:posts/shared.md')).toContain('Ours')
    expect(server.git('ls-files', 'posts')).toBe('posts/shared.md\n')
    await page.getByRole('button', { name: 'Choose a text: posts/shared.md' }).waitFor({
      state: 'detached',
    })
    // Undo brings both back.
    await page.locator('.toast').getByRole('button', { name: 'Undo' }).click()
    await page.getByRole('button', { name: 'Choose a text: posts/shared.md' }).waitFor()
  })

  it('become one text without marks, or stay as the site has them', async () => {
    const { enter, server, subjects, left } = await startWithConflicts()
    const page = await enter('/admin/activity')
    await page.getByRole('button', { name: 'Choose a text: posts/shared.md' }).click()
    await page.getByRole('button', { name: 'Save both as one' }).click()
    await page.getByText('still has the marks of a merge').waitFor()
    const both = page.getByLabel(/^Both/)
    const text = await both.inputValue()
    expect(text).toMatch(/<{7} the other text\n[\s\S]*Ours[\s\S]*={7}\n[\s\S]*Theirs/)
    await both.fill(server.text('posts/shared.md').replace('Theirs', 'Ours and theirs'))
    await page.getByRole('button', { name: 'Save both as one' }).click()
    await toast(page, 'Both are one text now')
    expect(server.git('show', 'HEAD:posts/shared.md')).toContain('Ours and theirs')
    await page.getByRole('button', { name: 'Choose a text: projects/p.yaml' }).click()
    await page.getByRole('button', { name: 'Keep the site’s text' }).click()
    await toast(page, 'The site’s text stays')
    await expect.poll(left, SLOW).toBe(0)
    expect(subjects()[0]).toBe('Put two texts together: Shared')
    await page.getByText('Every content file can be read.').waitFor()
  })
})

/** An admin with two saves of one post that a reset took off the branch. */
async function startWithLost() {
  const admin = await startAdmin({ 'posts/a.md': postFile('A', 'One.') })
  const { server } = admin
  const start = server.git('rev-parse', 'HEAD').trim()
  for (const content of ['Two.', 'Three.']) await server.call('PUT', '/posts/a', { content })
  server.git('reset', '-q', '--hard', start)
  await until(async () => (await server.page('/post/a')).includes('One.'))
  return admin
}

describe('a change that is no longer on the branch', () => {
  it('shows its words, comes back, and leaves the list', async () => {
    const { enter, server, subjects } = await startWithLost()
    const page = await enter('/admin/activity')
    const rows = page.getByRole('button', { name: 'Restore: Update essay: A', exact: true })
    await rows.first().waitFor()
    expect(await rows.count()).toBe(2)
    await page.getByRole('button', { name: 'Look: Update essay: A' }).last().click()
    await page.locator('.diff ins', { hasText: 'Two' }).waitFor()
    await rows.last().click()
    await toast(page, 'Restored', 'Update essay: A')
    expect(subjects()[0]).toBe('Restore: Update essay: A')
    expect(server.git('show', 'HEAD:posts/a.md')).toContain('Two.')
    await expect.poll(() => rows.count(), SLOW).toBe(1)
    await rows.click()
    await expect.poll(() => server.git('show', 'HEAD:posts/a.md'), SLOW).toContain('Three.')
    await page.getByText('Every content file can be read.').waitFor()
  })

  it('is discarded, with Undo, and shows both texts where it does not fit', async () => {
    const { enter, server } = await startWithLost()
    const page = await enter('/admin/activity')
    const discard = page.getByRole('button', { name: 'Discard: Update essay: A' })
    await discard.last().click()
    await toast(page, 'Discarded', 'Git keeps')
    await expect.poll(() => discard.count(), SLOW).toBe(1)
    await page.locator('.toast').getByRole('button', { name: 'Undo' }).click()
    await expect.poll(() => discard.count(), SLOW).toBe(2)

    server.put('posts/a.md', postFile('A', 'By hand.'))
    await until(async () => (await server.page('/post/a')).includes('By hand.'))
    await page.getByRole('button', { name: 'Restore: Update essay: A' }).first().click()
    await toast(page, 'Failed to restore', 'changed at the same place')
    await page.getByRole('button', { name: 'Take the displaced text' }).click()
    await toast(page, 'Restored')
    expect(server.git('show', 'HEAD:posts/a.md')).toContain('Three.')
    expect(server.git('show', 'HEAD~1:posts/a.md')).toContain('By hand.')
  })
})

it('says on every admin page how much is not shared and why', async () => {
  const bare = makeFolder()
  fixtureIn(bare).git('init', '-q', '--bare', '-b', 'main')
  const env = { GIT_REMOTE: join(bare, 'gone'), GIT_PULL_SECONDS: '0' }
  const { enter, visit } = await startAdmin({ 'posts/a.md': postFile('A', 'One.') }, env)
  const pages = [await enter('/admin')]
  for (const path of ['blog', 'projects', 'activity']) pages.push(await visit(`/admin/${path}`))
  for (const page of pages) {
    await page.locator('.repository-line', { hasText: '1 commit is not yet shared.' }).waitFor()
    await page.locator('.repository-line', { hasText: 'The remote cannot be reached.' }).waitFor()
  }
})

it.each(['dark', 'light'])(
  'every screen of repairs is accessible in the %s theme',
  async (theme) => {
    const { enter, visit, context, server } = await startWithConflicts()
    server.put('posts/broken.md', BROKEN)
    await context.addInitScript((name) => localStorage.setItem('theme', name), theme)
    const page = await enter('/admin/activity')
    await page.getByRole('button', { name: 'Repair: posts/broken.md' }).click()
    await page.getByLabel('posts/broken.md', { exact: true }).fill(BROKEN.replace('Flour', 'Salt'))
    await page.getByRole('button', { name: 'Save file' }).click()
    await page.getByRole('button', { name: 'Save it all the same' }).waitFor()
    await page.getByRole('button', { name: 'Choose a text: posts/shared.md' }).click()
    await page.getByRole('button', { name: 'Save both as one' }).waitFor()
    expect(await violationsOn(page), 'activity').toEqual([])
    const blog = await visit('/admin/blog')
    await blog.getByText('About page, settings and other files').click()
    await blog.getByRole('button', { name: 'Edit: Site settings' }).click()
    await blog.getByRole('textbox', { name: 'site.yaml' }).waitFor()
    expect(await violationsOn(blog), 'site files').toEqual([])
  },
)
