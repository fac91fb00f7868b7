/** A post in two actions, and one that begins with a page that was shared. */
import type { Page } from 'playwright-core'
import { describe, expect, it } from 'vitest'
import { logIn, startAdmin, toast, withBrowser } from '../../../server/test/admin-browser.ts'
import { intercept } from '../../../server/test/browser.ts'

withBrowser()

const PHONE = { width: 360, height: 740 }
const composer = (page: Page) => page.getByRole('dialog', { name: 'Quick Post' })
const focused = (page: Page) =>
  page.evaluate(() => document.activeElement?.getAttribute('name') ?? null)

/** The composer by its key, with the focus in it. */
async function openByKey(page: Page): Promise<void> {
  await page.keyboard.press('n')
  await page.waitForFunction(() => document.activeElement?.closest('dialog[open]') !== null)
  expect(await focused(page)).toBe('content')
}

describe('a quick post', () => {
  it('is written and published by keyboard alone on a narrow screen', async () => {
    const { enter, subjects, server } = await startAdmin()
    const page = await enter('/admin/projects')
    await page.setViewportSize(PHONE)
    await openByKey(page)
    await page.keyboard.type('Rye, no notes\n')
    await page.keyboard.type('Flour and water.')
    const box = await composer(page).boundingBox()
    expect(box && box.x >= 0 && box.x + box.width <= PHONE.width).toBe(true)
    await page.keyboard.press('Escape')
    await composer(page).waitFor({ state: 'hidden' })
    await openByKey(page)
    await page.keyboard.press('Control+s')
    await page.keyboard.press('Control+Enter')
    await composer(page).waitFor({ state: 'detached' })
    await toast(page, 'Post created!', 'Your short has been published.')
    expect(subjects()).toEqual(['Publish short: Rye, no notes', 'Author starts'])
    const file = server.git('show', `HEAD:${server.git('ls-files', 'posts').trim()}`)
    expect(file).toMatch(/title: Rye, no notes\n[\s\S]*---\n+Flour and water\.\n$/)
    const see = page.locator('.toast').getByRole('link', { name: 'See' })
    const href = await see.getAttribute('href')
    expect((await fetch(server.address + href)).status).toBe(200)

    await page.locator('.toast').getByRole('button', { name: 'Undo' }).click()
    await toast(page, 'Undone', 'Undo: Publish short: Rye, no notes')
    // The next one begins empty.
    await openByKey(page)
    expect(await page.getByLabel('Text').inputValue()).toBe('')
    await page.keyboard.press('Control+Enter')
    await page.getByText('Enter a text.').waitFor()
    expect(subjects()).toHaveLength(3)
  })

  it('opens from no field, and with no other key held', async () => {
    const { enter } = await startAdmin()
    const page = await enter('/admin/blog')
    for (const key of ['Control+n', 'Alt+n', 'Shift+N']) {
      // The browser's own windows are none of the page's.
      await page.evaluate((name) => {
        const [modifier = '', letter = ''] = name.split('+')
        document.body.dispatchEvent(
          new KeyboardEvent('keydown', {
            key: letter,
            bubbles: true,
            ctrlKey: modifier === 'Control',
            altKey: modifier === 'Alt',
            shiftKey: modifier === 'Shift',
          }),
        )
      }, key)
    }
    await page.getByRole('button', { name: 'Create New Post' }).click()
    await page.getByLabel('Title').fill('')
    await page.keyboard.type('never')
    expect(await page.getByLabel('Title').inputValue()).toBe('never')
    expect(await composer(page).count()).toBe(0)
  })

  it('keeps its text when it cannot be sent, over a reload, and is made once', async () => {
    const { enter, subjects } = await startAdmin()
    const page = await enter('/admin')
    page.on('dialog', (question) => void question.accept())
    await openByKey(page)
    await page.keyboard.type('Rye.')
    let isLost = false
    await intercept(page, '**/api/posts', async (route) => {
      if (isLost || route.request().method() !== 'POST') return route.continue()
      isLost = true
      await route.fetch()
      await route.abort()
    })
    await page.keyboard.press('Control+Enter')
    await page.getByRole('alert').getByText('Network error occurred').waitFor()
    expect(await page.getByLabel('Text').inputValue()).toBe('Rye.')
    await page.reload()
    await page.getByRole('button', { name: 'Quick Post' }).waitFor()
    await openByKey(page)
    expect(await page.getByLabel('Text').inputValue()).toBe('Rye.')
    await page.keyboard.press('Control+Enter')
    await toast(page, 'Post created!')
    expect(subjects()).toEqual(['Publish short: Rye.', 'Author starts'])
  })

  it('is there after a session that ended under it', async () => {
    const { enter, subjects, server } = await startAdmin()
    const page = await enter('/admin')
    await openByKey(page)
    await page.keyboard.type('Rye.')
    const token = await page.evaluate(() => localStorage.getItem('authToken'))
    const headers = { authorization: `Bearer ${token}` }
    await fetch(`${server.address}/api/auth/logout`, { method: 'POST', headers })
    await page.keyboard.press('Control+Enter')
    await page.getByText('Your session has ended. What you were writing is kept.').waitFor()
    await logIn(page)
    await composer(page).waitFor()
    await page.keyboard.press('Control+Enter')
    await toast(page, 'Post created!')
    expect(subjects()).toEqual(['Publish short: Rye.', 'Author starts'])
  })
})

describe('a page that is shared with the site', () => {
  const shared = (fields: Record<string, string>) => `/admin/blog?${new URLSearchParams(fields)}`
  const form = async (page: Page) => {
    await page.getByRole('region', { name: 'New post' }).waitFor()
    return {
      title: await page.getByLabel('Title').inputValue(),
      url: await page.getByLabel('URL').inputValue(),
      content: await page.getByLabel('Content').inputValue(),
    }
  }

  it('is a new link post behind the login, published by a press alone', async () => {
    const { visit, subjects } = await startAdmin()
    const page = await visit(shared({ title: 'Bread & salt', text: 'https://a.example/?b=1#c' }))
    await page.setViewportSize(PHONE)
    await logIn(page)
    const filled = { title: 'Bread & salt', url: 'https://a.example/?b=1#c', content: '' }
    expect(await form(page)).toEqual(filled)
    await page.waitForFunction(() => document.activeElement?.getAttribute('name') === 'content')
    await page.waitForURL(/\/admin\/blog$/)
    expect(subjects()).toEqual(['Author starts'])
    // Kept like all that is not saved.
    page.on('dialog', (question) => void question.accept())
    await page.reload()
    await page.getByRole('button', { name: 'Continue Bread & salt' }).click()
    expect(await form(page)).toEqual(filled)
    await page.getByLabel('Content').fill('Worth it.')
    await page.keyboard.press('Control+Enter')
    await toast(page, 'Post created!', 'Your link has been published.')
    expect(subjects()).toEqual(['Publish link: Bread & salt', 'Author starts'])
  })

  it('opens at once with a session, and is checked as what is typed', async () => {
    const { enter, visit, subjects } = await startAdmin()
    await enter('/admin/blog')
    const title = '<img src=x onerror=alert(1)>'
    const page = await visit(shared({ title, text: 'Look: https://a.example/b' }))
    expect(await form(page)).toEqual({ title, url: 'https://a.example/b', content: 'Look:' })
    await page.getByLabel('URL').fill('javascript:alert(1)')
    await page.getByRole('button', { name: 'Publish Post' }).click()
    await page.getByText('The address must be a full one').waitFor()
    expect(subjects()).toEqual(['Author starts'])
    const other = await visit(shared({ title: 'x'.repeat(301), url: 'javascript:alert(1)' }))
    await other.getByRole('button', { name: 'Publish Post' }).click()
    await other.getByText('The title has more than 300 characters.').waitFor()
    expect(await other.getByLabel('URL').count()).toBe(0)
    expect(subjects()).toEqual(['Author starts'])
  })
})
