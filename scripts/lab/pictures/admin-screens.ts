/** The admin's screens for pictures: each is brought about by what an admin would do there. */
import type { Page } from 'playwright-core'
import type { Post } from '../../../server/domain/post.ts'
import { png } from '../../../server/test/images.ts'
import { PANEL_SCREENS } from '../../../server/test/panel-screens.ts'
import type { BuiltServer } from '../built-server.ts'

/** Beside the filled site: a draft, a schedule, a broken file. */
export const ADMIN_FILES = {
  'posts/on-finishing.md':
    '---\ntitle: On finishing\ntype: essay\ndraft: true\ndate: 2026-11-01\ntags: [Writing]\n---\n\nNot yet.\n',
  'posts/next-year.md':
    '---\ntitle: What next year is for\ntype: essay\ndate: 2030-01-01T08:00:00+01:00\ntags: [Writing, Cooking]\n---\n\nPlans.\n',
  'posts/broken.md': '---\ntitle: "open\n---\nText\n',
}

export interface AdminShot {
  screen: string
  path: string
  /** What is done before the picture. */
  act?: (tab: Page, server: BuiltServer) => Promise<void>
  fullPage?: boolean
}

const EVERY_ELEMENT = 'Every element there is'

const BLOG: readonly Omit<AdminShot, 'path'>[] = [
  {
    screen: 'admin-blog',
    act: (tab) => tab.locator('.admin-row').first().waitFor(),
  },
  {
    screen: 'admin-blog-nothing',
    act: async (tab) => {
      await tab.getByLabel('Search posts').fill('xyzzy')
      await tab.getByText('No posts match.').waitFor()
    },
  },
  {
    screen: 'admin-blog-failed',
    act: unanswered('**/api/posts/admin*'),
    fullPage: false,
  },
  {
    screen: 'admin-create',
    act: async (tab) => {
      await tab.getByRole('button', { name: 'Create New Post' }).click()
    },
  },
  {
    screen: 'admin-create-faults',
    act: async (tab) => {
      await tab.getByRole('button', { name: 'Create New Post' }).click()
      await tab.locator('[name="type"]').selectOption('link')
      await tab.getByRole('button', { name: 'Publish Post' }).click()
      await tab.getByText('Enter a text.').waitFor()
    },
    fullPage: false,
  },
  {
    screen: 'admin-edit',
    act: (tab) => edit(tab, EVERY_ELEMENT),
    fullPage: false,
  },
  {
    screen: 'admin-edit-preview',
    act: async (tab) => {
      await edit(tab, EVERY_ELEMENT)
      await tab.getByRole('button', { name: 'Preview' }).click()
      await tab.locator('.preview h2').first().waitFor()
    },
  },
  {
    screen: 'admin-conflict',
    act: async (tab, server) => {
      await edit(tab, 'Keep a changelog')
      await refuseSaves(tab, server, 'changelog')
      await tab.getByLabel('Content').fill('A page that tells how to write a changelog for people.')
      await tab.keyboard.press('Control+s')
      await tab.locator('.conflict').waitFor()
    },
  },
  {
    screen: 'admin-unsaved',
    act: async (tab) => {
      await edit(tab, 'Keep a changelog')
      await tab.getByLabel('Content').fill('Another text.')
      await tab.getByRole('button', { name: 'Cancel' }).click()
      await tab.getByRole('button', { name: /^Continue/ }).waitFor()
    },
    fullPage: false,
  },
  {
    screen: 'admin-saved',
    act: async (tab) => {
      await edit(tab, 'Keep a changelog')
      await tab.keyboard.press('Control+s')
      await tab.locator('.toast').waitFor()
    },
    fullPage: false,
  },
  {
    screen: 'admin-history',
    act: async (tab) => {
      await tab.getByLabel('Search posts').fill('changelog')
      await tab.getByRole('button', { name: 'History: Keep a changelog' }).click()
      await tab.getByRole('button', { name: /Start/ }).click()
      await tab.locator('.diff').waitFor()
    },
    fullPage: false,
  },
  {
    screen: 'admin-deleted',
    act: async (tab) => {
      await tab.getByLabel('Search posts').fill('changelog')
      await tab.getByRole('button', { name: 'Edit: Keep a changelog' }).waitFor()
      await tab.getByText('Deleted posts').click()
      await tab
        .getByRole('button', { name: /^Restore/ })
        .first()
        .waitFor()
    },
  },
  {
    screen: 'admin-quick-post',
    act: async (tab) => {
      await tab.getByRole('button', { name: 'Quick Post' }).click()
      await tab.getByLabel('Text', { exact: true }).fill('A loaf\nFlour, water, salt.')
    },
    fullPage: false,
  },
  {
    screen: 'admin-edit-image',
    act: async (tab) => {
      await edit(tab, 'On finishing')
      const image = { name: 'loaf.png', mimeType: 'image/png' }
      const buffer = await png({ width: 300, height: 200 })
      await tab.locator('input[type=file]').setInputFiles([{ ...image, buffer }])
      await tab.getByLabel('What does loaf.png show?').waitFor()
    },
  },
]

const OTHERS: readonly AdminShot[] = [
  { screen: 'admin-chooser', path: '/admin' },
  {
    screen: 'admin-repair',
    path: '/admin/activity',
    act: async (tab) => {
      await tab.getByRole('button', { name: 'Repair: posts/broken.md' }).click()
      await tab.locator('.file-area').waitFor()
    },
  },
  {
    screen: 'admin-activity',
    path: '/admin/activity',
    act: async (tab) => {
      await tab.getByText('posts/broken.md').waitFor()
      await tab
        .getByRole('button', { name: /^Revert/ })
        .first()
        .waitFor()
    },
  },
  {
    screen: 'admin-projects',
    path: '/admin/projects',
    act: (tab) =>
      tab
        .getByRole('button', { name: /^Edit:/ })
        .first()
        .waitFor(),
  },
  {
    screen: 'admin-projects-add',
    path: '/admin/projects',
    act: async (tab) => {
      await tab.getByRole('button', { name: 'Add New Project' }).click()
      await tab.locator('[name="title"]').fill('Ship v1')
      await tab.locator('[name="due_date"]').fill('2030-12-31')
    },
    fullPage: false,
  },
  {
    screen: 'admin-projects-edit',
    path: '/admin/projects',
    act: async (tab) => {
      await tab.getByRole('button', { name: 'Edit: Run ten kilometres' }).click()
      await tab.locator('[name="due_date"]').fill('2030-12-31')
      await tab.getByRole('button', { name: 'Save Changes' }).click()
      await tab.getByText('Say in a line').waitFor()
    },
  },
  {
    screen: 'admin-projects-failed',
    path: '/admin/projects',
    act: unanswered('**/api/deadline-projects'),
    fullPage: false,
  },
]

const FILLED: readonly AdminShot[] = [
  ...BLOG.map((shot) => ({ ...shot, path: '/admin/blog' })),
  ...OTHERS,
]

const EMPTY: readonly AdminShot[] = [
  {
    screen: 'admin-blog',
    path: '/admin/blog',
    act: (tab) => tab.getByText('Start your accountability journey').waitFor(),
  },
  {
    screen: 'admin-projects',
    path: '/admin/projects',
    act: (tab) => tab.getByText('No active projects.').waitFor(),
  },
]

const LONG: readonly AdminShot[] = PANEL_SCREENS.map(({ name, path, act }) => ({
  screen: `admin-${name}`,
  path,
  act: async (tab, { call }) => void (await act(tab, call)),
}))

/** By the state of the site. */
export const ADMIN_SHOTS = { filled: FILLED, empty: EMPTY, long: LONG }

/** What the screen shows when these calls get no answer. */
function unanswered(calls: string): NonNullable<AdminShot['act']> {
  return async (tab) => {
    await tab.route(calls, (route) => route.abort())
    await tab.reload()
    await tab.getByRole('button', { name: 'Try Again' }).waitFor()
  }
}

async function edit(tab: Page, title: string): Promise<void> {
  await tab.getByLabel('Search posts').fill(title)
  await tab.getByRole('button', { name: new RegExp(`^Edit: ${title}`) }).click()
  await tab.locator('[name="content"]').waitFor()
}

/** Answers saves as the server does when the file has moved on. */
async function refuseSaves(tab: Page, server: BuiltServer, id: string): Promise<void> {
  const [base] = (await server.call('GET', `/posts/admin?id=${id}`)) as Post[]
  if (!base) throw new Error(`there is no post ${id}`)
  const current = {
    ...base,
    content: 'A page about changelogs, for their readers.',
    featured: true,
  }
  const error = 'The post was changed since you opened it, and the changes do not fit together.'
  await tab.route(`**/api/posts/by-id/${id}`, (route) =>
    route.request().method() === 'PUT'
      ? route.fulfill({ status: 409, json: { error, code: 'conflict', current, base } })
      : route.continue(),
  )
}
