/** What the panel says where an act or a login fails, and how long, and where, a toast stands. */
import type { Page } from 'playwright-core'
import { expect, it } from 'vitest'
import { intercept, press, siteInBrowser, TODAY, toast, visit } from '../../server/test/browser.ts'
import { PASSWORD } from '../../server/test/live-server.ts'
import { filledSiteFiles } from '../../server/test/site-files.ts'

const site = siteInBrowser(filledSiteFiles(TODAY))

type Act = (page: Page) => Promise<unknown>

const REFUSED = 'The repository is locked by another program.'
const FEATURE = 'Failed to update featured status'

/** Each act with the title of its toast when the server refuses. */
const ACTS: Record<string, readonly [act: Act, refused: string][]> = {
  blog: [
    [publish, 'Failed to create post'],
    [edit, 'Failed to update post'],
    [button('Delete:'), 'Failed to delete post'],
    [button('Feature:'), FEATURE],
    [button('Unfeature:'), FEATURE],
    [button('Reset Tags'), 'Failed to reset tags'],
  ],
  projects: [
    [addProject, 'Failed to add project'],
    [renameProject, 'Failed to update project'],
  ],
}

it('each action says why it was refused, and makes no commit', async () => {
  const page = await site.enter('/admin')
  const refusal = { status: 503, json: { error: REFUSED, code: 'repository_locked' } }
  const before = site.server.head()
  for (const [panel, acts] of Object.entries(ACTS)) {
    for (const [act, refused] of acts) {
      await visit(page, `/admin/${panel}`)
      await intercept(page, '**/api/**', (route) =>
        route.request().method() === 'GET' ? route.continue() : route.fulfill(refusal),
      )
      await act(page)
      await toast(page, refused, REFUSED)
      await page.unrouteAll({ behavior: 'ignoreErrors' })
    }
  }
  expect(site.server.head()).toBe(before)
  await visit(page, '/admin/projects')
  await addProject(page)
  await toast(page, 'Project added', 'New project has been added.')
  expect(site.server.subjects()[0]).toBe('Add project: Next')
})

it('a list that does not come says why', async () => {
  const page = await site.enter('/admin')
  // Failures other than refusals are tried three times more.
  for (const [panel, words, answer, act] of [
    ['blog', `Failed to load posts / ${REFUSED}`, { json: { error: REFUSED } }, search],
    ['blog', 'Failed to load posts / An error occurred', { body: 'Bad gateway' }, search],
    ['projects', 'Error / Failed to load deadline projects', { body: '' }, reload],
  ] as const) {
    await visit(page, `/admin/${panel}`)
    await page.locator('.admin-row, .project-row').first().waitFor()
    await intercept(page, '**/api/**', (route) => route.fulfill({ status: 400, ...answer }))
    await act(page)
    await toast(page, ...wordsOf(words))
    await page.unrouteAll({ behavior: 'ignoreErrors' })
  }
})

it('a toast gives the focus back to the control before it; it stays for 9 s with Undo, else for 4 s', async () => {
  const page = await site.enter('/admin/blog', { fresh: true })
  await page.clock.install()
  // From here on time passes by `fastForward` alone.
  await page.clock.pauseAt(Date.now() + 1000)
  const feature = page.getByRole('button', { name: /^(Feature|Unfeature): Writing with git/ })
  await feature.focus()
  for (const undo of ['keyboard', 'mouse']) {
    await page.keyboard.press('Enter')
    const button = page.getByRole('button', { name: 'Undo' })
    await button.waitFor()
    await page.clock.fastForward(9000)
    if (undo === 'mouse') await button.click()
    else await button.press('Enter')
    await page.locator('.toast', { hasText: 'Undone' }).waitFor()
    expect(await feature.evaluate((element) => element === document.activeElement)).toBe(true)
    await page.mouse.move(1, 1)
    await page.clock.fastForward(4000)
    await expect.poll(() => page.locator('.toast').count()).toBe(0)
  }
})

it('a toast has one line for a name, however long, beside Undo and Close', async () => {
  const page = await site.enter('/admin/blog')
  const sizes: unknown[] = []
  for (const title of ['Brief', 'Long name '.repeat(18).trim()]) {
    await site.server.call('POST', '/posts', { type: 'short', title, content: 'Text.' })
    await visit(page, '/admin/blog')
    await press(page, `Feature: ${title}`)
    const shown = page.locator('.toast', { hasText: title })
    await shown.getByRole('button', { name: 'Undo' }).click({ trial: true })
    sizes.push(
      await shown.evaluate(({ clientHeight, scrollWidth, clientWidth }) => [
        clientHeight,
        scrollWidth - clientWidth,
      ]),
    )
    await shown.getByRole('button', { name: 'Close' }).click()
  }
  expect(sizes[1]).toEqual(sizes[0])
})

/** Each with what the server answers; null cannot be reached. */
const LOGINS = [
  ['Access denied', 'Invalid password', { status: 401, json: { error: 'Invalid password' } }],
  ['Access denied', 'Login failed', { status: 502, body: 'Bad gateway' }],
  ['Access denied', 'Network error occurred', null],
  ['Error', 'An unexpected error occurred', { status: 200, json: {} }],
] as const

async function sendPassword(page: Page): Promise<void> {
  await page.getByLabel('Admin Password').fill(PASSWORD)
  await page.keyboard.press('Enter')
}

it('a login that is refused says why, and the field is empty; one that is not says where it leads', async () => {
  const page = await site.visit('/admin', { expected: /Failed to load resource/ })
  for (const [title, description, answer] of LOGINS) {
    await intercept(page, '**/api/**', (route) => (answer ? route.fulfill(answer) : route.abort()))
    await sendPassword(page)
    await toast(page, title, description)
    await page.locator('#password-fault', { hasText: description }).waitFor()
    expect(await page.getByLabel('Admin Password').inputValue()).toBe('')
    await page.unrouteAll({ behavior: 'ignoreErrors' })
  }
  for (const [path, words] of [
    ['/admin', 'Welcome to the admin panel!'],
    ['/admin/blog', 'Welcome to the blog admin panel!'],
    ['/admin/projects', 'Welcome to the projects admin panel!'],
  ] as const) {
    await page.evaluate(() => localStorage.removeItem('authToken'))
    await visit(page, path)
    await sendPassword(page)
    await toast(page, 'Access granted', words)
  }
})

function wordsOf(words: string): [title: string, description: string] {
  const [title = '', description = ''] = words.split(' / ')
  return [title, description]
}

function button(name: string): Act {
  return (page) => press(page, new RegExp(`^${name}`))
}

async function publish(page: Page): Promise<void> {
  await press(page, 'Create New Post')
  await page.getByLabel('Title').fill('A new post')
  await page.getByLabel('Content').fill('Text.')
  await press(page, 'Publish Post')
}

async function edit(page: Page): Promise<void> {
  await press(page, 'Edit: Writing with git')
  await page.getByLabel('Content').fill('Another text.')
  await press(page, 'Update Post')
}

async function addProject(page: Page): Promise<void> {
  await press(page, 'Add New Project')
  await page.locator('[name="title"]').fill('Next')
  await page.locator('[name="due_date"]').fill('2030-12-31')
  await press(page, 'Add Project')
}

async function renameProject(page: Page): Promise<void> {
  await press(page, 'Edit: Ten posts in a month')
  await page.locator('[name="title"]').fill('Ten posts in a month, again')
  await press(page, 'Save Changes')
}

const search = (page: Page) => page.getByLabel('Search posts').fill('x')
const reload = (page: Page) => page.reload()
