/** What is typed and not saved, in a browser at a real server: it outlives tabs and sessions. */
import type { Page } from 'playwright-core'
import { describe, expect, it } from 'vitest'
import {
  type Admin,
  kill,
  logIn,
  postFile,
  startAdmin,
  toast,
  withBrowser,
} from '../../../server/test/admin-browser.ts'

withBrowser()

const POST = { 'posts/loaf.md': postFile('Loaf', 'Flour.') }
const PROJECT = { 'projects/ship.yaml': 'title: Ship\ndue_date: 2030-01-01\nstatus: In Progress\n' }

/** Makes the token worthless, as the end of its seven days does. */
async function endSession(page: Page, { server }: Admin): Promise<void> {
  const token = await page.evaluate(() => localStorage.getItem('authToken'))
  await fetch(`${server.address}/api/auth/logout`, {
    method: 'POST',
    headers: { authorization: `Bearer ${token}` },
  })
}

describe('a post', () => {
  it('is offered back after its tab was killed, with the version it started from', async () => {
    const { enter, visit, server } = await startAdmin(POST)
    const page = await enter('/admin/blog')
    await page.getByRole('button', { name: /^Edit:/ }).click()
    await page.getByLabel('Content').fill('Flour and salt.')
    await page.getByText('Unsaved changes, kept in this browser').waitFor()
    await kill(page)
    const again = await visit('/admin/blog')
    await again.getByText('changes to “loaf”; what is saved has not changed since').waitFor()
    await again.getByRole('button', { name: 'Discard Loaf' }).click()
    await again
      .locator('.toast', { hasText: 'Unsaved text discarded' })
      .getByRole('button', { name: 'Undo' })
      .click()
    await server.call('PATCH', '/posts/loaf/featured', { featured: true })
    await again.reload()
    await again
      .getByText('changes to “loaf”; what is saved has changed since: a save puts both')
      .waitFor()
    await again.getByRole('button', { name: 'Continue Loaf' }).click()
    expect(await again.getByLabel('Content').inputValue()).toBe('Flour and salt.')
    await again.getByRole('button', { name: 'Update Post' }).click()
    await toast(again, 'Post updated!')
    await again.getByText('Unsaved texts').waitFor({ state: 'detached' })
  })

  it('stands behind the gate when the token is refused, and is there after the login', async () => {
    const admin = await startAdmin(POST)
    const page = await admin.enter('/admin/blog')
    await page.getByRole('button', { name: /^Edit:/ }).click()
    await page.getByLabel('Content').fill('Flour, kept.')
    // No call of its own finds out before the save does.
    await page.getByText('2 words').waitFor()
    await endSession(page, admin)
    await page.getByRole('button', { name: 'Update Post' }).click()
    await page.getByText('Your session has ended. What you were writing is kept.').waitFor()
    expect(admin.server.text('posts/loaf.md')).toContain('Flour.')
    await logIn(page)
    expect(await page.getByLabel('Content').inputValue()).toBe('Flour, kept.')
    await page.getByRole('button', { name: 'Update Post' }).click()
    await toast(page, 'Post updated!')
    expect(admin.server.git('show', 'HEAD:posts/loaf.md')).toContain('Flour, kept.')
  })

  it('asks before its tab closes and before another screen takes its place', async () => {
    const { enter } = await startAdmin()
    const page = await enter('/admin/blog')
    await page.getByRole('button', { name: 'Create New Post' }).click()
    await page.getByLabel('Title').click()
    await page.keyboard.type('Half')
    const [closing] = await Promise.all([
      page.waitForEvent('dialog'),
      page.close({ runBeforeUnload: true }),
    ])
    expect(closing.type()).toBe('beforeunload')
    await closing.dismiss()
    const questions: string[] = []
    page.on('dialog', (dialog) => {
      questions.push(dialog.message())
      void (questions.length === 1 ? dialog.dismiss() : dialog.accept())
    })
    await page.getByRole('link', { name: 'Activity' }).click()
    expect(await page.getByLabel('Title').inputValue()).toBe('Half')
    await page.getByRole('link', { name: 'Activity' }).click()
    await page.waitForURL('**/admin/activity')
    expect(questions).toEqual(Array(2).fill(expect.stringContaining('unsaved changes')))
    await page.goBack()
    await page.getByRole('button', { name: 'Continue Half' }).waitFor()
  })

  it('that two tabs go on with is a text of its own in each, and a tab that is gone leaves its own', async () => {
    const { enter, visit, server } = await startAdmin()
    const one = await enter('/admin/blog')
    await one.getByRole('button', { name: 'Create New Post' }).click()
    await one.getByLabel('Title').fill('Shared')
    await one.getByLabel('Content').fill('Both have this.')
    await one.getByRole('button', { name: 'Cancel' }).click()
    const two = await visit('/admin/blog')
    await two.getByRole('button', { name: 'Continue Shared' }).waitFor()
    await one.getByRole('button', { name: 'Continue Shared' }).click()
    await one.getByLabel('Content').fill('Written in one.')
    // Its list is older than the other tab's form.
    await two.getByRole('button', { name: 'Continue Shared' }).click()
    await toast(two, 'No longer unsaved', 'Another tab has saved it or thrown it away.')
    await two.getByText('Unsaved texts').waitFor({ state: 'detached' })
    await kill(one)
    // Its list looks again when the browser says that the other tab is gone.
    await two.getByRole('button', { name: 'Continue Shared' }).click()
    expect(await two.getByLabel('Content').inputValue()).toBe('Written in one.')
    await two.getByRole('button', { name: 'Publish Post' }).click()
    await toast(two, 'Post created!')
    expect(server.git('ls-files', 'posts').trim()).toMatch(/^posts\/\d+\/shared\.md$/)
  })
})

describe('a project', () => {
  it('that is new or edited is offered back after its tab was killed', async () => {
    const { enter, visit, server, subjects } = await startAdmin(PROJECT)
    const page = await enter('/admin/projects')
    await page.getByRole('button', { name: 'Add New Project' }).click()
    await page.locator('[name="title"]').fill('Rest more')
    await page.locator('[name="due_date"]').fill('2031-02-03')
    await page.getByRole('button', { name: 'Edit: Ship' }).click()
    const edit = page.locator('.project-row .project-form')
    await edit.getByLabel('Due Date').fill('2030-02-01')
    await edit.getByLabel('Why does the deadline move?').fill('Ill for a week.')
    await edit.getByText('Unsaved changes, kept in this browser').waitFor()
    await kill(page)

    const again = await visit('/admin/projects')
    await again.getByText('new project', { exact: true }).waitFor()
    await again.getByText('changes to “ship”; what is saved has not changed since').waitFor()
    await again.getByRole('button', { name: 'Continue Ship' }).click()
    expect(await again.getByLabel('Due Date').inputValue()).toBe('2030-02-01')
    await again.getByRole('button', { name: 'Save Changes' }).click()
    await toast(again, 'Success', 'Project updated successfully')
    expect(server.git('log', '-1', '--format=%b').trim()).toBe('Ill for a week.')
    // The focus is where the edit began.
    await again.waitForFunction(() => document.activeElement?.id === 'edit-ship')
    await again.getByRole('button', { name: 'Continue Rest more' }).click()
    expect(await again.getByLabel('Due Date').inputValue()).toBe('2031-02-03')
    await again.getByRole('button', { name: 'Add Project' }).click()
    await toast(again, 'Project added', 'New project has been added.')
    expect(subjects()[0]).toBe('Add project: Rest more')
    await again.getByText('Unsaved texts').waitFor({ state: 'detached' })
  })

  it('stands behind the gate when the token is refused, and says when it changed meanwhile', async () => {
    const admin = await startAdmin(PROJECT)
    const { server } = admin
    const page = await admin.enter('/admin/projects')
    await page.getByRole('button', { name: 'Edit: Ship' }).click()
    await page.getByLabel('Title').fill('Ship it')
    await endSession(page, admin)
    await page.keyboard.press('Control+s')
    await page.getByText('Your session has ended.').waitFor()
    await server.call('PATCH', '/deadline-projects/ship', { title: 'Ship nothing' })
    await logIn(page)
    expect(await page.getByLabel('Title').inputValue()).toBe('Ship it')
    await page.keyboard.press('Control+s')
    await page.getByRole('button', { name: 'Save Changes' }).click()
    await toast(page, 'Failed to update project')
    await page.getByText('In git it is now “Ship nothing”').waitFor()
    expect(await page.getByLabel('Title').inputValue()).toBe('Ship it')
    await page.getByRole('button', { name: 'Keep mine' }).click()
    await page.getByRole('button', { name: 'Save Changes' }).click()
    await toast(page, 'Success', 'Project updated successfully')
    expect(server.git('show', 'HEAD:projects/ship.yaml')).toContain('title: Ship it')
    expect(server.git('show', 'HEAD~1:projects/ship.yaml')).toContain('title: Ship nothing')
  })
})

it('saves of one form run one after another, and nothing typed between them is lost', async () => {
  const { enter, server, subjects } = await startAdmin()
  const page = await enter('/admin/blog')
  await page.getByRole('button', { name: 'Create New Post' }).click()
  await page.getByLabel('Title').fill('Ten')
  const sent: string[] = []
  page.on('request', (request) => {
    const isSave = /\/posts(?:\/by-id\/.*)?$/.test(request.url())
    if (isSave && ['POST', 'PUT'].includes(request.method())) sent.push(request.method())
  })
  await page.getByLabel('Content').fill('Presses: ')
  await page.getByLabel('Content').focus()
  await page.keyboard.press('End')
  for (const digit of '0123456789') {
    await page.keyboard.type(digit)
    await page.keyboard.press('Control+s')
  }
  const state = page.getByText(/^Saved · \d\d:\d\d$/)
  await state.waitFor()
  const commit = server.git('rev-parse', 'HEAD').trim()
  expect(await state.getAttribute('title')).toBe(`Commit ${commit}`)
  const path = server.git('ls-files', 'posts').trim()
  expect(path).toMatch(/^posts\/\d+\/ten\.md$/)
  expect(server.git('show', `HEAD:${path}`)).toContain('Presses: 0123456789')
  // Each call that was sent is one commit, in the order of the presses.
  expect(subjects().reverse().slice(1)).toEqual(sent.map(() => 'Save draft: Ten'))
  const before = subjects().length
  for (let press = 0; press < 10; press += 1) await page.keyboard.press('Control+s')
  await page.getByText('Saved already, nothing has changed').waitFor()
  expect(subjects()).toHaveLength(before)
})
