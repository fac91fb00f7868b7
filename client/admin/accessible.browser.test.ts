/** axe on the admin's screens, at three widths in both themes: no violation of WCAG 2.2 AA. */
import type { Page } from 'playwright-core'
import { expect, it } from 'vitest'
import { logIn, postFile, startAdmin, withBrowser } from '../../server/test/admin-browser.ts'
import { violationsOn } from '../../server/test/axe.ts'
import { intercept } from '../../server/test/browser.ts'

withBrowser()

const WIDTHS = [360, 768, 1280]

/** What axe finds, as width, rule and place. */
async function violations(page: Page): Promise<string[]> {
  const found: string[] = []
  for (const width of WIDTHS) {
    await page.setViewportSize({ width, height: 900 })
    found.push(...(await violationsOn(page)).map((violation) => `${width} ${violation}`))
  }
  return found
}

const FILES = {
  'posts/loaf.md': postFile('Loaf', 'Flour.\n\n```js\nlet salt = 1\n```', 'featured: true\n'),
  'posts/broken.md': '---\ntitle: "open\n---\nText\n',
  'media/2026/crumb.png': 'x',
  'media/2026/crust.png': 'x',
  'posts/shown.md': postFile('Shown', '![Crumb](/media/2026/crumb.png)', 'draft: true\n'),
  'projects/late.yaml': 'title: Late\ndue_date: 2020-01-01\n',
}

it.each(['dark', 'light'])(
  'the gate and the blog admin are accessible in the %s theme',
  async (theme) => {
    const { visit, context, server } = await startAdmin(FILES)
    await context.addInitScript((name) => localStorage.setItem('theme', name), theme)
    const gate = await visit('/admin')
    expect(await violations(gate), 'gate').toEqual([])
    await logIn(gate)
    expect(await violations(gate), 'chooser').toEqual([])

    const blog = await visit('/admin/blog')
    await server.call('PUT', '/posts/loaf', { content: 'Salt.\n\n```js\nlet salt = 1\n```' })
    await blog.getByRole('button', { name: 'More: Loaf' }).click()
    await blog.getByRole('button', { name: 'History: Loaf' }).click()
    await blog.getByRole('button', { name: 'Compare: Author starts' }).click()
    await blog.locator('.diff').waitFor()
    await blog.getByText('Deleted posts').click()
    expect(await violations(blog), 'list').toEqual([])
    await blog.getByRole('button', { name: 'Edit: Loaf' }).click()
    await blog.getByRole('button', { name: 'Preview' }).click()
    await blog.locator('.preview code').waitFor()
    await blog.getByLabel('Title').fill('')
    await blog.getByRole('button', { name: 'Update Post' }).click()
    await blog.getByText('Enter a title.').waitFor()
    expect(await violations(blog), 'editor').toEqual([])
    await server.call('PUT', '/posts/loaf', { content: 'Rye.' })
    await blog.getByRole('button', { name: 'Preview' }).click()
    await blog.getByLabel('Title').fill('Loaf')
    await blog.getByLabel('Content').fill('Spelt.')
    await blog.getByRole('button', { name: 'Update Post' }).click()
    await blog.getByText('The post was changed while you were writing').waitFor()
    expect(await violations(blog), 'conflict').toEqual([])
    await blog.goBack()
    await blog.locator('.unsaved-texts').waitFor()
    expect(await violations(blog), 'unsaved texts').toEqual([])
    await blog.getByRole('button', { name: 'Quick Post' }).focus()
    await blog.keyboard.press('n')
    await blog.getByRole('dialog', { name: 'Quick Post' }).waitFor()
    await blog.getByRole('button', { name: 'Publish Post' }).click()
    await blog.getByText('Enter a text.').waitFor()
    expect(await violations(blog), 'quick post').toEqual([])
    await intercept(context, '**/api/posts', (route) => route.abort())
    await blog.getByRole('textbox', { name: 'Text' }).fill('Rye.')
    await blog.keyboard.press('Control+Enter')
    await blog.getByRole('alert').waitFor()
    expect(await violations(blog), 'quick post that failed').toEqual([])
    await context.unroute('**/api/posts')
    await blog.keyboard.press('Control+Enter')
    await blog.locator('.toast').getByRole('link', { name: 'See' }).waitFor()
    expect(await violationsOn(blog), 'quick post that is there').toEqual([])
  },
)

it.each(['dark', 'light'])(
  'projects and activity are accessible in the %s theme',
  async (theme) => {
    const { enter, visit, context } = await startAdmin(FILES)
    await context.addInitScript((name) => localStorage.setItem('theme', name), theme)
    const projects = await enter('/admin/projects')
    await projects.getByRole('button', { name: 'Add New Project' }).click()
    await projects.locator('.overdue-again').waitFor()
    expect(await violations(projects), 'projects').toEqual([])
    await projects.getByRole('button', { name: 'Edit: Late' }).click()
    await projects.locator('.project-row [name="due_date"]').fill('2030-01-01')
    await projects.getByRole('button', { name: 'Save Changes' }).click()
    await projects.getByText('Say in a line').waitFor()
    expect(await violations(projects), 'project form').toEqual([])

    const activity = await visit('/admin/activity')
    await activity.getByText('posts/broken.md').first().waitFor()
    expect(await violations(activity), 'activity').toEqual([])
  },
)

it.each(['dark', 'light'])(
  'what is empty or fails is accessible in the %s theme',
  async (theme) => {
    const { enter, visit, context } = await startAdmin()
    await context.addInitScript((name) => localStorage.setItem('theme', name), theme)
    const blog = await enter('/admin/blog')
    await blog.getByText('Start your accountability journey').waitFor()
    expect(await violations(blog), 'no posts').toEqual([])
    const projects = await visit('/admin/projects')
    await projects.getByText('No active projects.').waitFor()
    expect(await violations(projects), 'no projects').toEqual([])
    await intercept(context, '**/api/**', (route) => route.abort())
    for (const path of ['/admin/blog', '/admin/projects', '/admin/activity']) {
      const failing = await visit(path)
      await failing.getByRole('button', { name: 'Try Again' }).first().waitFor()
      expect(await violations(failing), path).toEqual([])
    }
  },
)
