/** What is typed and not saved: it outlives reloads, crashes, lost answers, sessions and conflicts. */
import type { Page, Route } from 'playwright-core'
import { expect, it } from 'vitest'
import {
  adminOfFile,
  endSession,
  holdBack,
  intercept,
  logIn,
  postFile,
  press,
  toast,
  visit,
} from '../../../server/test/browser.ts'

const NAMES = ['loaf', 'new', 'kept', 'mine', 'theirs']
const site = adminOfFile({
  ...Object.fromEntries(NAMES.map((name) => [`posts/${name}.md`, postFile(name, 'Flour.')])),
  'posts/both.md': postFile('both', 'One\n\nTwo'),
})
const edit = (id: string) => `/admin/blog?edit=${id}`
const content = (page: Page) => page.getByLabel('Content')

/** The next write of a post reaches the server, and its answer nobody. */
async function loseAnswer(page: Page): Promise<void> {
  let isLost = false
  await intercept(page, /\/api\/posts(\/by-id|$)/, async (route) => {
    if (isLost || route.request().method() === 'GET') return route.continue()
    isLost = true
    await route.fetch()
    await route.abort()
  })
}

it('a text is back after a reload and a crash, and merged with what was saved meanwhile', async () => {
  const { enter, visit, server } = site
  const page = await enter(edit('loaf'))
  await content(page).fill('Flour and salt.')
  await page.reload()
  await page.getByText('Your unsaved text of').waitFor()
  expect(await content(page).inputValue()).toBe('Flour and salt.')
  await press(page, 'Discard it')
  expect(await content(page).inputValue()).toBe('Flour.')
  await press(page, 'Undo')
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

it('a slow Edit never opens over what is typed; Cancel discards that, and its Undo brings it back', async () => {
  const page = await site.enter('/admin/blog')
  const release = await holdBack(page, '**/api/posts/admin?id=*')
  await press(page, 'Edit: new')
  await page.goBack()
  await press(page, 'Create New Post')
  await page.getByLabel('Title').fill('Half')
  release()
  await page.waitForLoadState('networkidle')
  expect(await page.getByLabel('Title').inputValue()).toBe('Half')
  await press(page, 'Cancel')
  await toast(page, 'Unsaved text discarded')
  await page.getByRole('button', { name: 'Create New Post' }).waitFor()
  await press(page, 'Undo')
  expect(await page.getByLabel('Title').inputValue()).toBe('Half')
  expect(new URL(page.url()).search).toBe('?new')
  // The post of that id has no part of it.
  await visit(page, edit('new'))
  expect(await page.getByLabel('Title').inputValue()).toBe('new')
})

it('a text stands behind the gate when the token is refused, and is there after the login', async () => {
  // The site's own token serves the other tests.
  const page = await site.visit(edit('kept'))
  await logIn(page)
  await content(page).fill('Flour, kept.')
  // A status that is asked for meanwhile would end the session before the save does.
  const isRead = (route: Route) => route.request().method() === 'GET'
  await intercept(page, '**/api/**', (route) => (isRead(route) ? undefined : route.continue()))
  await endSession(page)
  await content(page).press('ArrowLeft')
  await page.keyboard.press('Control+s')
  await page.getByText('Your session has ended. What you were writing is kept.').waitFor()
  await page.waitForFunction(() => document.activeElement?.id === 'password')
  await page.locator('.top-bar').waitFor()
  await page.unroute('**/api/**')
  await logIn(page)
  // The caret is where it was.
  await page.keyboard.type(' here')
  expect(await content(page).inputValue()).toBe('Flour, kept here.')
  expect(await page.locator('.toast-error').count()).toBe(0)
  await press(page, 'Update Post')
  await toast(page, 'Post updated!')
  expect(site.server.git('show', 'HEAD:posts/kept.md')).toContain('Flour, kept here.')
})

it('a save whose answer was lost makes one post, also after a crash, which then gets what was typed since', async () => {
  const { enter, server } = site
  const page = await enter('/admin/blog?new')
  await page.getByLabel('Title').fill('Rye')
  await content(page).fill('Flour.')
  await loseAnswer(page)
  await press(page, 'Publish Post')
  await toast(page, 'Failed to create post', 'Network error occurred')
  await page.close()
  const again = await site.visit('/admin/blog?new')
  await content(again).fill('Flour and salt.')
  await press(again, 'Publish Post')
  await toast(again, 'Post updated!')
  expect(server.subjects().slice(0, 2)).toEqual(['Update short: Rye', 'Publish short: Rye'])
  expect(server.subjects().filter((subject) => subject.includes('Rye'))).toHaveLength(2)
  const path = server.git('ls-files', 'posts/*rye*').trim()
  expect(server.git('show', `HEAD:${path}`)).toContain('Flour and salt.')

  await visit(again, edit('rye'))
  await loseAnswer(again)
  await content(again).fill('Flour, salt')
  await again.keyboard.press('Control+s')
  await toast(again, 'Failed to update post', 'Network error occurred')
  await again.keyboard.type(' and water')
  await again.keyboard.press('Control+s')
  await again.getByText(/^Saved · /).waitFor()
  expect(await again.locator('.toast-error').count()).toBe(0)
  expect(server.git('show', `HEAD:${path}`)).toContain('Flour, salt and water')
  expect(server.subjects().filter((subject) => subject.includes('Rye'))).toHaveLength(4)
})

it('a save that came too late is resolved by a choice, or merged without a word lost where both fit', async () => {
  const { enter, server } = site
  const page = await enter('/admin/blog')
  for (const [choice, id, text] of [
    ['Keep mine', 'mine', 'Mine.'],
    ['Take theirs', 'theirs', 'Theirs.'],
  ] as const) {
    await visit(page, edit(id))
    await content(page).fill('Mine.')
    await server.call('PUT', `/posts/${id}`, { content: 'Theirs.', featured: true })
    await press(page, 'Update Post')
    await page.getByText('The post was changed while you were writing').waitFor()
    await page.locator('.diff ins', { hasText: 'Mine' }).waitFor()
    await press(page, choice)
    expect(await content(page).inputValue()).toBe(text)
    // The notice says it all, and the focus is back in the text.
    expect(await page.locator('.toast-error').count()).toBe(0)
    expect(await content(page).evaluate((area) => area === document.activeElement)).toBe(true)
    await page.keyboard.press('Control+Enter')
    await toast(page, 'Post updated!')
    expect(server.git('show', `HEAD:posts/${id}.md`)).toContain(text)
    // What only they changed stays.
    expect(server.git('show', `HEAD:posts/${id}.md`)).toContain('featured: true')
  }
  await visit(page, edit('both'))
  await content(page).fill('One\n\nMine')
  await server.call('PUT', '/posts/both', { content: 'Theirs\n\nTwo' })
  await press(page, 'Update Post')
  await toast(page, 'Merged')
  expect(server.git('show', 'HEAD:posts/both.md')).toContain('Theirs\n\nMine')
})

it('what one tab discards and publishes takes nothing from the text of another', async () => {
  const page = await site.enter('/admin/blog?new')
  const other = await site.visit('/admin/blog?new')
  const write = async (tab: Page, title: string) => {
    await tab.getByLabel('Title').fill(title)
    await content(tab).fill(`${title}.`)
  }
  await write(other, 'Third')
  await write(page, 'Second')
  await press(other, 'Cancel')
  await press(other, 'Create New Post')
  await write(other, 'Third')
  await press(other, 'Publish Post')
  await toast(other, 'Post created!')
  await page.reload()
  await press(page, 'Publish Post')
  await toast(page, 'Post created!')
  for (const title of ['Second', 'Third']) {
    const path = site.server.git('ls-files', `posts/*${title.toLowerCase()}*`).trim()
    expect(site.server.git('show', `HEAD:${path}`)).toMatch(
      new RegExp(`title: ${title}\n[^]*\n${title}.\n$`),
    )
  }
})

it('what is typed stays as it is typed through saves, an Undo and a change of the address', async () => {
  const page = await site.enter('/admin/blog?new')
  await page.getByLabel('Title').fill('Typing')
  await content(page).pressSequentially('Hello')
  await page.keyboard.press('Enter')
  await page.keyboard.press('Enter')
  await page.keyboard.press('Control+s')
  await toast(page, 'Post created!')
  await page.keyboard.type('World')
  expect(await content(page).inputValue()).toBe('Hello\n\nWorld')
  // The browser's own undo still knows it.
  await page.keyboard.press('Control+z')
  expect(await content(page).inputValue()).toMatch(/^Hello\n\nW?o?r?l?$/)
  await page.keyboard.press('Control+Shift+z')
  // The save is undone: the post is gone, and what is typed makes it again.
  await press(page, 'Undo')
  await toast(page, 'Undone')
  expect(await content(page).inputValue()).toBe('Hello\n\nWorld')
  await press(page, 'Save Draft')
  await toast(page, 'Post created!')
  const path = site.server.git('ls-files', 'posts/*typing*').trim()
  expect(site.server.git('show', `HEAD:${path}`)).toContain('Hello\n\nWorld\n')

  await content(page).press('Control+End')
  const release = await holdBack(page, '**/rename')
  await page.getByText('More', { exact: true }).click()
  page.once('dialog', (question) => void question.accept('typed'))
  await press(page, 'Change address')
  await content(page).focus()
  await page.keyboard.type(' again')
  release()
  await toast(page, 'Address changed', 'Typing is at /post/typed now.')
  await page.waitForURL('**/admin/blog?edit=typed')
  expect(site.server.subjects()[0]).toBe('Rename short: Typing')
  await page.keyboard.type(' and again')
  await press(page, 'Undo')
  await page.waitForURL('**/admin/blog?edit=typing')
  expect(await content(page).inputValue()).toBe('Hello\n\nWorld again and again')
})

it('a form has what an Undo gave back before the status is read', async () => {
  const page = await site.enter('/admin/blog?new')
  await page.getByLabel('Title').fill('Ahead')
  await content(page).fill('Hello')
  await press(page, 'Save Draft')
  await toast(page, 'Post created!')
  await page.waitForURL('**/admin/blog?edit=ahead')
  const release = await holdBack(page, '**/api/status')
  await press(page, 'Undo')
  await toast(page, 'Undone')
  await press(page, 'Save Draft')
  await toast(page, 'Post created!')
  await page.getByText('More', { exact: true }).click()
  page.once('dialog', (question) => void question.accept('moved'))
  await press(page, 'Change address')
  await toast(page, 'Address changed', 'Ahead is at /post/moved now.')
  await page.waitForURL('**/admin/blog?edit=moved')
  await press(page, 'Undo')
  await toast(page, 'Undone')
  await page.waitForURL('**/admin/blog?edit=ahead')
  release()
  await content(page).fill('Hello again')
  await press(page, 'Save Draft')
  await toast(page, 'Draft saved')
  expect(site.server.git('ls-files', 'posts/*ahead*', 'posts/*moved*').trim()).toMatch(/ahead\.md$/)
})

it('the unsaved text of a deleted post makes a new post', async () => {
  const page = await site.enter(edit('loaf'))
  await content(page).fill('Kept words.')
  await site.server.call('DELETE', '/posts/loaf')
  await press(page, 'Update Post')
  await page.getByText('The post was deleted while you were writing').waitFor()
  expect(await page.locator('.toast-error').count()).toBe(0)
  await page.goto('/admin/blog')
  await page.locator('.unsaved-texts').getByRole('link', { name: 'loaf' }).click()
  expect(await page.getByLabel('Title').inputValue()).toBe('A loaf')
  expect(await content(page).inputValue()).toBe('Kept words.')
  await press(page, 'Publish as a new post')
  await toast(page, 'Post created!')
  const path = site.server.git('show', '--name-only', '--format=', 'HEAD').trim()
  expect(site.server.git('show', `HEAD:${path}`)).toMatch(/title: A loaf[\s\S]*Kept words\./)
  await page.locator('.unsaved-texts').waitFor({ state: 'detached' })
})

it('only the button and Ctrl+Enter publish; Enter in a line goes on, and an input method keeps its keys', async () => {
  const page = await site.enter('/admin/blog?new&type=link')
  const focused = () => page.evaluate(() => document.activeElement?.getAttribute('name'))
  const before = site.server.subjects()
  await page.getByLabel('Title').fill('Entered')
  await page.keyboard.press('Enter')
  expect(await focused()).toBe('url')
  await page.keyboard.type('https://a.example')
  await page.keyboard.press('Enter')
  expect(await focused()).toBe('content')
  await page.keyboard.type('Words.')
  const session = await page.context().newCDPSession(page)
  const compose = { text: '\u304b', selectionStart: 1, selectionEnd: 1 }
  await session.send('Input.imeSetComposition', compose)
  await page.keyboard.press('Control+Enter')
  await page.keyboard.press('Control+s')
  await page.getByLabel('Custom tag').focus()
  await session.send('Input.imeSetComposition', compose)
  await page.getByLabel('Custom tag').dispatchEvent('keydown', { key: 'Enter', keyCode: 229 })
  expect(await page.locator('.tag-picker [aria-pressed="true"]').count()).toBe(0)
  expect(site.server.subjects()).toEqual(before)
})
