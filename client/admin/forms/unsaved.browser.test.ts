/** What is typed and not saved: it outlives reloads, crashes, lost answers, sessions and conflicts. */
import type { Page, Route } from 'playwright-core'
import { describe, expect, it } from 'vitest'
import {
  holdBack,
  intercept,
  logIn,
  postFile,
  type Site,
  startAdmin,
  toast,
} from '../../../server/test/browser.ts'

const POST = { 'posts/loaf.md': postFile('Loaf', 'Flour.') }
const EDIT = '/admin/blog?edit=loaf'
const content = (page: Page) => page.getByLabel('Content')
const press = (page: Page, name: string) => page.getByRole('button', { name }).click()

/** The next create reaches the server, and its answer nobody. */
async function loseAnswer(page: Page, path: string): Promise<void> {
  let isLost = false
  await intercept(page, `**/api/${path}`, async (route) => {
    if (isLost || route.request().method() !== 'POST') return route.continue()
    isLost = true
    await route.fetch()
    await route.abort()
  })
}

/** Makes the token worthless, as the end of its seven days does. */
async function endSession(page: Page, { server }: Site): Promise<void> {
  const token = await page.evaluate(() => localStorage.getItem('authToken'))
  const headers = { authorization: `Bearer ${token}` }
  await fetch(`${server.address}/api/auth/logout`, { method: 'POST', headers })
}

it('a text is back after a reload and a crash, and merged with what was saved meanwhile', async () => {
  const { enter, visit, server } = await startAdmin(POST)
  const page = await enter(EDIT)
  page.on('dialog', (question) => void question.accept())
  await content(page).fill('Flour and salt.')
  await page.reload()
  await page.getByText('Your unsaved text of').waitFor()
  expect(await content(page).inputValue()).toBe('Flour and salt.')
  await page.close()
  await server.call('PUT', '/posts/loaf', { title: 'A loaf' })
  const again = await visit('/admin/blog')
  await again.locator('.unsaved-texts').getByRole('link', { name: 'loaf' }).click()
  expect(await content(again).inputValue()).toBe('Flour and salt.')
  expect(await again.getByLabel('Title').inputValue()).toBe('A loaf')
  await press(again, 'Update Post')
  await toast(again, 'Post updated!')
  expect(server.git('show', 'HEAD:posts/loaf.md')).toMatch(/title: A loaf[\s\S]*Flour and salt\./)
  await again.locator('.unsaved-texts').waitFor({ state: 'detached' })
})

it('Cancel discards a text, and its Undo opens the form with it again', async () => {
  const { enter } = await startAdmin()
  const page = await enter('/admin/blog')
  await press(page, 'Create New Post')
  await page.getByLabel('Title').fill('Half')
  await press(page, 'Cancel')
  await toast(page, 'Unsaved text discarded')
  await page.getByRole('button', { name: 'Create New Post' }).waitFor()
  await press(page, 'Undo')
  expect(await page.getByLabel('Title').inputValue()).toBe('Half')
  expect(new URL(page.url()).search).toBe('?new')
})

it('Back leads to the list, and a slow Edit never opens over what is typed', async () => {
  const { enter } = await startAdmin(POST)
  const page = await enter('/admin/blog')
  const release = await holdBack(page, '**/api/posts/admin?id=*')
  await press(page, 'Edit: Loaf')
  await page.goBack()
  await press(page, 'Create New Post')
  await page.getByLabel('Title').fill('New')
  release()
  await page.waitForLoadState('networkidle')
  expect(await page.getByLabel('Title').inputValue()).toBe('New')
})

it('a text stands behind the gate when the token is refused, and is there after the login', async () => {
  const admin = await startAdmin(POST)
  const page = await admin.enter(EDIT)
  await content(page).fill('Flour, kept.')
  // A status that is asked for meanwhile would end the session before the save does.
  const isRead = (route: Route) => route.request().method() === 'GET'
  await intercept(page, '**/api/**', (route) => (isRead(route) ? undefined : route.continue()))
  await endSession(page, admin)
  await press(page, 'Update Post')
  await page.getByText('Your session has ended. What you were writing is kept.').waitFor()
  await page.unroute('**/api/**')
  await logIn(page)
  expect(await content(page).inputValue()).toBe('Flour, kept.')
  await press(page, 'Update Post')
  await toast(page, 'Post updated!')
  expect(admin.server.git('show', 'HEAD:posts/loaf.md')).toContain('Flour, kept.')
})

it('a create whose answer was lost makes one post, also after a crash, which then gets what was typed since', async () => {
  const { enter, visit, server } = await startAdmin()
  const page = await enter('/admin/blog?new')
  await page.getByLabel('Title').fill('Loaf')
  await content(page).fill('Flour.')
  await loseAnswer(page, 'posts')
  await press(page, 'Publish Post')
  await toast(page, 'Failed to create post', 'Network error occurred')
  await page.close()
  const again = await visit('/admin/blog?new')
  await content(again).fill('Flour and salt.')
  await press(again, 'Publish Post')
  await toast(again, 'Post updated!')
  expect(server.subjects()).toEqual(['Update short: Loaf', 'Publish short: Loaf', 'Author starts'])
  const path = server.git('ls-files', 'posts').trim()
  expect(server.git('show', `HEAD:${path}`)).toContain('Flour and salt.')
})

describe('a save that came too late', () => {
  const start = async () => {
    const admin = await startAdmin(POST)
    const page = await admin.enter(EDIT)
    await content(page).fill('Mine.')
    await admin.server.call('PUT', '/posts/loaf', { content: 'Theirs.', featured: true })
    await press(page, 'Update Post')
    await page.getByText('The post was changed while you were writing').waitFor()
    await page.locator('.diff ins', { hasText: 'Mine' }).waitFor()
    return { ...admin, page }
  }

  it.each([
    ['Keep mine', 'Mine.'],
    ['Take theirs', 'Theirs.'],
  ])('is decided by %s', async (choice, text) => {
    const { page, server } = await start()
    await press(page, choice)
    expect(await content(page).inputValue()).toBe(text)
    await press(page, 'Update Post')
    await toast(page, 'Post updated!')
    expect(server.git('show', 'HEAD:posts/loaf.md')).toContain(text)
    // What only they changed stays.
    expect(server.git('show', 'HEAD:posts/loaf.md')).toContain('featured: true')
  })

  it('is merged without a word lost where both fit', async () => {
    const { enter, server } = await startAdmin({ 'posts/loaf.md': postFile('Loaf', 'One\n\nTwo') })
    const page = await enter(EDIT)
    await content(page).fill('One\n\nMine')
    await server.call('PUT', '/posts/loaf', { content: 'Theirs\n\nTwo' })
    await press(page, 'Update Post')
    await toast(page, 'Merged')
    expect(server.git('show', 'HEAD:posts/loaf.md')).toContain('Theirs\n\nMine')
  })
})

it('saves of one form run one after another, and nothing typed between them is lost', async () => {
  const { enter, server } = await startAdmin()
  const page = await enter('/admin/blog?new')
  await page.getByLabel('Title').fill('Ten')
  await content(page).fill('Presses: ')
  await content(page).press('Control+End')
  for (const digit of '0123456789') {
    await page.keyboard.type(digit)
    await page.keyboard.press('Control+s')
  }
  await page.getByText(/^Saved · \d\d:\d\d$/).waitFor()
  const path = server.git('ls-files', 'posts').trim()
  expect(server.git('show', `HEAD:${path}`)).toContain('Presses: 0123456789')
  expect(new Set(server.subjects())).toEqual(new Set(['Save draft: Ten', 'Author starts']))
  // A reload opens the same form.
  expect(new URL(page.url()).search).toBe('?edit=ten')
})
