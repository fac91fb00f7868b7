/** Every toast of the panel, title and description, with the commit that was made. */
import type { Page } from 'playwright-core'
import { expect, it } from 'vitest'
import { intercept, siteInBrowser, TODAY, toast, visit } from '../../server/test/browser.ts'
import { PASSWORD } from '../../server/test/live-server.ts'
import { filledSiteFiles } from '../../server/test/site-files.ts'

const site = siteInBrowser(filledSiteFiles(TODAY))

type Act = (page: Page) => Promise<unknown>

const press = (name: string | RegExp) => (page: Page) =>
  page.getByRole('button', { name }).first().click()
const create = press('Create New Post')
const addProject = press('Add New Project')
const none: Act = async () => {}

const REFUSED = 'The repository is locked by another program.'

/**
 * A toast's title and description, the panel, what is done in it, and the commit's subject. Lists that
 * do not come fail by 400, since other failures are tried three times more.
 */
const TOASTS: readonly [toast: string, on: string, act: Act, commit?: RegExp][] = [
  ['Post created! / Your short has been published.', 'blog', publish('short'), /^Publish short: /],
  ['Post created! / Your essay has been published.', 'blog', publish('essay'), /^Publish essay: /],
  ['Post created! / Your link has been published.', 'blog', publish('link'), /^Publish link: /],
  [
    'Post updated! / Your post has been successfully updated.',
    'blog',
    rewrite('Writing with git'),
    /^Update essay: Writing with git/,
  ],
  [
    'Post deleted / Your post has been removed.',
    'blog',
    press('Delete: Failure days stay'),
    /^Delete short: Failure days/,
  ],
  [
    'Post featured / Post added to featured section',
    'blog',
    press('Feature: A post is a file'),
    /^Feature short: /,
  ],
  [
    'Post unfeatured / Post removed from featured section',
    'blog',
    press('Unfeature: What a streak counts'),
    /^Unfeature essay: /,
  ],
  ['Tags reset! / Successfully added 9 default tags.', 'blog', press('Reset Tags')],
  [
    'Project added / New project has been added.',
    'projects',
    fillProject('Next'),
    /^Add project: Next/,
  ],
  [
    'Success / Project updated successfully',
    'projects',
    renameProject('Ten posts in a month'),
    /^Update project: /,
  ],
  [`Failed to load posts / ${REFUSED}`, 'blog', during(400, { error: REFUSED }, search)],
  ['Failed to load posts / An error occurred', 'blog', during(400, 'Bad gateway', search)],
  [`Failed to create post / ${REFUSED}`, 'blog', refused(publish('short'))],
  ['Failed to create post / Network error occurred', 'blog', unreachable(publish('short'))],
  [
    `Failed to update post / ${REFUSED}`,
    'blog',
    refusedLater(rewrite('A plain loaf, from memory')),
  ],
  [`Failed to delete post / ${REFUSED}`, 'blog', refused(press(/^Delete:/))],
  [`Failed to update featured status / ${REFUSED}`, 'blog', refused(press(/^Feature:/))],
  [`Failed to reset tags / ${REFUSED}`, 'blog', refused(press('Reset Tags'))],
  [
    'Error / Failed to load deadline projects',
    'projects',
    during(400, '', (page) => page.reload()),
  ],
  [`Failed to add project / ${REFUSED}`, 'projects', refused(fillProject('Never'))],
  [
    `Failed to update project / ${REFUSED}`,
    'projects',
    refused(renameProject('Draw the same cup')),
  ],
  // The last, since its token is worth nothing afterwards.
  ['Logged out / You have been logged out of the admin panel.', 'blog', press('Logout')],
]

it('each action of the panel says what it did or why not', async () => {
  const page = await site.enter('/admin')
  page.on('dialog', (question) => void question.accept())
  let isSaved = false
  for (const [words, on, act, commit] of TOASTS) {
    const [title = '', description = ''] = words.split(' / ')
    const before = newestSubject()
    // A save leads back to the list.
    if (!isSaved || !page.url().endsWith(`/admin/${on}`)) await visit(page, `/admin/${on}`)
    isSaved = commit !== undefined
    await act(page)
    await toast(page, title, description)
    if (commit) expect(newestSubject()).toMatch(commit)
    else if (title !== 'Tags reset!') expect(newestSubject()).toBe(before)
    await page.unrouteAll({ behavior: 'ignoreErrors' })
  }
})

const LOGINS: readonly [title: string, description: string, answer: Act][] = [
  ['Access denied', 'Invalid password', answered(401, { error: 'Invalid password' })],
  ['Access denied', 'Login failed', answered(502, 'Bad gateway')],
  ['Access denied', 'Network error occurred', unreachable(none)],
  ['Error', 'An unexpected error occurred', answered(200, {})],
]

async function sendPassword(page: Page): Promise<void> {
  await page.getByLabel('Admin Password').fill(PASSWORD)
  await page.keyboard.press('Enter')
}

it('a login that is refused says why, and the field is empty; one that is not says where it leads', async () => {
  const page = await site.visit('/admin', { expected: /Failed to load resource/ })
  for (const [title, description, answer] of LOGINS) {
    await answer(page)
    await sendPassword(page)
    await toast(page, title, description)
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

const newestSubject = () => site.server.git('log', '-1', '--format=%s').trim()

function publish(type: string): Act {
  return async (page) => {
    await create(page)
    await page.locator('[name="type"]').selectOption(type)
    await page.getByLabel('Title').fill(`A new ${type}`)
    await page.getByLabel('Content').fill('Text.')
    if (type === 'link') await page.getByLabel('URL').fill('https://elsewhere.example/')
    await press('Publish Post')(page)
  }
}

function rewrite(title: string): Act {
  return async (page) => {
    await press(`Edit: ${title}`)(page)
    await page.getByLabel('Content').fill('Another text.')
    await press('Update Post')(page)
  }
}

function fillProject(title: string): Act {
  return async (page) => {
    await addProject(page)
    await page.locator('[name="title"]').fill(title)
    await page.locator('[name="due_date"]').fill('2030-12-31')
    await press('Add Project')(page)
  }
}

function renameProject(title: string): Act {
  return async (page) => {
    await press(`Edit: ${title}`)(page)
    await page.locator('[name="title"]').fill(`${title}, again`)
    await press('Save Changes')(page)
  }
}

function search(page: Page): Promise<void> {
  return page.getByLabel('Search posts').fill('x')
}

/** The API refuses what the act asks for; reading one post goes on. */
function refused(act: Act): Act {
  return during(503, { error: REFUSED, code: 'repository_locked' }, act)
}

function refusedLater(act: Act): Act {
  return async (page) => {
    await intercept(page, '**/api/posts/by-id/**', (route) =>
      route.fulfill({ status: 503, json: { error: REFUSED } }),
    )
    await act(page)
  }
}

function unreachable(act: Act): Act {
  return async (page) => {
    await intercept(page, '**/api/**', (route) => route.abort())
    await act(page)
  }
}

function answered(status: number, answer: object | string): Act {
  return during(status, answer, none)
}

function during(status: number, answer: object | string, act: Act): Act {
  const body = typeof answer === 'string' ? { body: answer } : { json: answer }
  return async (page) => {
    await page.locator('.admin-row, .project-row, .gate-form').first().waitFor()
    await intercept(page, '**/api/**', (route) => route.fulfill({ status, ...body }))
    await act(page)
  }
}
