/** The screens of the panel with long words, each brought about by what an admin does there. */
import type { Page } from 'playwright-core'
import { expect } from 'vitest'
import { intercept, press } from './browser.ts'
import { COMPOUND } from './long-words.ts'

type Call = (method: string, path: string, body?: object) => Promise<unknown>

/** What is done before a screen is looked at; gives the fixed texts that are on it. */
type Act = (page: Page, call: Call) => Promise<string | undefined>

/** A commit with a long subject, a deleted post, and a post with several versions. */
export async function preparePanel(call: Call): Promise<void> {
  await call('PATCH', '/posts/address/featured', { featured: false })
  await call('DELETE', '/posts/outward')
}

async function openPost(page: Page, title: string, hasMore = false): Promise<void> {
  await page.getByLabel('Search posts').fill(title)
  // By a key: a pointer may miss the row, which moves when the search is answered.
  const edit = page.getByRole('button', { name: new RegExp(`^Edit: ${title}`) })
  await edit.first().press('Enter')
  await page.locator('[name="content"]').waitFor()
  if (hasMore) await page.getByText('More', { exact: true }).click()
}

export const PANEL_SCREENS: Readonly<Record<`/admin${string} ${string}`, Act>> = {
  '/admin/blog list': async () =>
    'Reset Tags | View Site | Projects Admin | Logout | Create New Post | Feature | Unfeature | Edit | Delete',
  async '/admin/blog edit-draft'(page) {
    await openPost(page, `${COMPOUND} למה`, true)
    await press(page, 'Copy preview link')
    await page.locator('.toast').waitFor()
  },
  async '/admin/blog create-faults'(page) {
    await press(page, 'Create New Post')
    const type = page.locator('[name="type"]')
    expect(await type.locator('option').allInnerTexts()).toEqual(['Short', 'Essay', 'Link'])
    expect(await type.inputValue()).toBe('short')
    await type.selectOption('link')
    await press(page, 'Publish Post')
    for (const fault of ['Enter a title.', 'Enter a text.', 'A link post needs its address.']) {
      await page.getByText(fault).first().waitFor()
    }
    await page.getByLabel('Title').fill(COMPOUND.repeat(7))
    await page.getByLabel('URL').fill(`x${COMPOUND.repeat(5)}`)
    await press(page, 'Publish Post')
    await page.locator('.admin-fault').first().waitFor()
    return 'URL | Publish Post | Save Draft | Cancel'
  },
  async '/admin/blog conflict'(page, call) {
    await openPost(page, 'Note 1')
    await page.getByLabel('Content').fill(`${COMPOUND.repeat(4)} ${Math.random()}`)
    await call('PUT', '/posts/note-1', { content: `${Math.random()} ${COMPOUND}` })
    await press(page, 'Update Post')
    await page.locator('.conflict .diff').waitFor()
  },
  async '/admin/blog unsaved'(page) {
    await openPost(page, 'https://documents.example.org')
    // It has so many tags that the others are behind 'More tags'.
    const others = page.locator('.tag-picker > .chips .chip:not([aria-pressed="true"])')
    expect(await others.count()).toBe(0)
    await page.getByLabel('Content').fill(`## ${COMPOUND.repeat(2)}`)
    await page.reload()
    await page.locator('.restored').waitFor()
    await press(page, 'Preview')
    await page.locator('.preview h2').waitFor()
    return 'Title | Content | Preview | Tags | Add | Featured | Update Post | Cancel'
  },
  async '/admin/blog quick-post'(page) {
    await press(page, 'Quick Post')
    await page.getByLabel('Text', { exact: true }).fill(COMPOUND.repeat(5))
    await intercept(page, '**/api/posts', (route) => route.abort())
    await page.getByRole('dialog').getByText('Publish Post').click()
    await page.getByRole('alert').waitFor()
  },
  async '/admin/blog tags, deleted posts and a history'(page) {
    await page.locator('summary', { hasText: /^Tags$/ }).click()
    await page.getByRole('button', { name: /^Rename: Lebensmittel/ }).waitFor()
    await page.getByText('Deleted posts').click()
    await page.getByRole('button', { name: /^Restore/ }).waitFor()
    await page.getByLabel('Search posts').fill('https://documents.example.org')
    await press(page, /^More: https/)
    await press(page, /^History: https/)
    await press(page, /^Compare: /)
    await page.getByText('The post is as it was then.').waitFor()
    expect(await page.getByRole('button', { name: /^(Rename|Restore): / }).count()).not.toBe(0)
  },
  async '/admin/blog preview-link'(page) {
    await openPost(page, `${COMPOUND} למה`, true)
    const made = page.waitForResponse(/\/preview-link$/)
    await press(page, 'Copy preview link')
    const { data } = (await (await made).json()) as { data: { url: string } }
    await page.goto(new URL(new URL(data.url).pathname, page.url()).href)
    await page.locator('.article').waitFor()
  },
  async '/admin/files site-file'(page) {
    await press(page, 'Edit: Site settings')
    await page.getByRole('textbox', { name: 'site.yaml' }).waitFor()
  },
  '/admin chooser': async () => 'Blog Admin | Projects Admin | View Site | Logout',
  '/admin/projects projects': async () =>
    'Projects Admin | View Site | Blog Admin | Logout | Add New Project | Active Projects | Completed Projects | 3 days overdue | 3 days remaining | No project link provided',
  async '/admin projects-wait'(page) {
    await intercept(page, '**/api/deadline-projects', () => undefined)
    await page.goto('/admin/projects')
    return 'Loading projects admin panel...'
  },
  async '/admin/projects project-gone'(page) {
    await press(page, /^Edit: Rechtsschutz/)
    await page.locator('[name="title"]').waitFor()
    const none = { json: { data: [] } }
    await intercept(page, '**/api/deadline-projects', (route) => route.fulfill(none))
    // The list is read again when the tab is looked at.
    await page.evaluate(() => document.dispatchEvent(new Event('visibilitychange')))
    return 'Error: Project data not found'
  },
  async '/admin/projects projects-add'(page) {
    await press(page, 'Add New Project')
    await page.locator('[name="title"]').fill(COMPOUND.repeat(3))
    await page.locator('[name="due_date"]').fill('2030-12-31')
    await page.locator('[name="link"]').fill(COMPOUND.repeat(3))
    const statuses = await page.locator('[name="status"] option').allInnerTexts()
    expect(statuses).toEqual(['Not Started', 'In Progress', 'Completed', 'On Hold'])
    await press(page, 'Add Project')
    await page.locator('.admin-fault').first().waitFor()
    return 'Cancel | Add Project | Tuesday, December 31, 2030'
  },
  async '/admin/activity activity'(page) {
    await press(page, /^Repair: posts\/one-name-that-never-ends/)
    await page.locator('.file-area').waitFor()
  },
}
