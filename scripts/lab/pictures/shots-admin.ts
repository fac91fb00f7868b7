/** Pictures of the admin's screens: each is brought about by what an admin would do there. */
import type { Browser, Page } from 'playwright-core'
import type { Post } from '../../../server/domain/post.ts'
import { png } from '../../../server/test/images.ts'
import { PANEL_SCREENS, preparePanel } from '../../../server/test/panel-screens.ts'
import { type BuiltServer, PASSWORD } from '../built-server.ts'
import { type Look, looks, open, type Pictures } from './pictures.ts'

/** Beside the filled site: a draft, a schedule, a broken file. */
export const ADMIN_FILES = {
  'posts/on-finishing.md':
    '---\ntitle: On finishing\ntype: essay\ndraft: true\ndate: 2026-11-01\ntags: [Writing]\n---\n\nNot yet.\n',
  'posts/next-year.md':
    '---\ntitle: What next year is for\ntype: essay\ndate: 2030-01-01T08:00:00+01:00\ntags: [Writing, Cooking]\n---\n\nPlans.\n',
  'posts/broken.md': '---\ntitle: "open\n---\nText\n',
}

interface Shot {
  screen: string
  path: string
  /** What is done before the picture. */
  act?: (tab: Page, server: BuiltServer) => Promise<void>
  fullPage?: boolean
}

const EVERY_ELEMENT = 'Every element there is'

const FILLED: readonly Shot[] = [
  { screen: 'admin-chooser', path: '/admin' },
  {
    screen: 'admin-blog',
    path: '/admin/blog',
    act: (tab) => tab.locator('.admin-row').first().waitFor(),
  },
  {
    screen: 'admin-blog-nothing',
    path: '/admin/blog',
    act: async (tab) => {
      await tab.getByLabel('Search posts').fill('xyzzy')
      await tab.getByText('No posts match.').waitFor()
    },
  },
  {
    screen: 'admin-blog-failed',
    path: '/admin/blog',
    act: async (tab) => {
      await tab.route('**/api/posts/admin*', (route) => route.abort())
      await tab.reload()
      await tab.getByRole('button', { name: 'Try Again' }).waitFor()
    },
    fullPage: false,
  },
  {
    screen: 'admin-create',
    path: '/admin/blog',
    act: async (tab) => {
      await tab.getByRole('button', { name: 'Create New Post' }).click()
    },
  },
  {
    screen: 'admin-create-faults',
    path: '/admin/blog',
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
    path: '/admin/blog',
    act: (tab) => edit(tab, EVERY_ELEMENT),
    fullPage: false,
  },
  {
    screen: 'admin-edit-preview',
    path: '/admin/blog',
    act: async (tab) => {
      await edit(tab, EVERY_ELEMENT)
      await tab.getByRole('button', { name: 'Preview' }).click()
      await tab.locator('.preview h2').first().waitFor()
    },
  },
  {
    screen: 'admin-conflict',
    path: '/admin/blog',
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
    path: '/admin/blog',
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
    path: '/admin/blog',
    act: async (tab) => {
      await edit(tab, 'Keep a changelog')
      await tab.keyboard.press('Control+s')
      await tab.locator('.toast').waitFor()
    },
    fullPage: false,
  },
  {
    screen: 'admin-history',
    path: '/admin/blog',
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
    path: '/admin/blog',
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
    path: '/admin/blog',
    act: async (tab) => {
      await tab.getByRole('button', { name: 'Quick Post' }).click()
      await tab.getByLabel('Text', { exact: true }).fill('A loaf\nFlour, water, salt.')
    },
    fullPage: false,
  },
  {
    screen: 'admin-keys',
    path: '/admin/blog',
    act: async (tab) => {
      await edit(tab, 'Keep a changelog')
      await tab.keyboard.press('Control+/')
      await tab.getByRole('dialog', { name: 'Keys' }).waitFor()
    },
    fullPage: false,
  },
  {
    screen: 'admin-edit-image',
    path: '/admin/blog',
    act: async (tab) => {
      await edit(tab, 'On finishing')
      const image = { name: 'loaf.png', mimeType: 'image/png' }
      const buffer = await png({ width: 300, height: 200 })
      await tab.locator('input[type=file]').setInputFiles([{ ...image, buffer }])
      await tab.getByLabel('What does loaf.png show?').waitFor()
    },
  },
  {
    screen: 'admin-repair',
    path: '/admin/activity',
    act: async (tab) => {
      await tab.getByRole('button', { name: 'Repair: posts/broken.md' }).click()
      await tab.locator('.line-numbers').waitFor()
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
    screen: 'admin-media',
    path: '/admin/media',
    act: async (tab) => {
      await tab.locator('.media-row').first().waitFor()
    },
  },
  {
    screen: 'admin-media-failed',
    path: '/admin/media',
    act: async (tab) => {
      await tab.route('**/api/media*', (route) => route.abort())
      await tab.reload()
      await tab.getByRole('button', { name: 'Try Again' }).waitFor()
    },
    fullPage: false,
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
    act: async (tab) => {
      await tab.route('**/api/deadline-projects', (route) => route.abort())
      await tab.reload()
      await tab.getByRole('button', { name: 'Try Again' }).waitFor()
    },
    fullPage: false,
  },
]

const EMPTY: readonly Shot[] = [
  {
    screen: 'admin-blog',
    path: '/admin/blog',
    act: (tab) => tab.getByText('Start your accountability journey').waitFor(),
  },
  {
    screen: 'admin-media',
    path: '/admin/media',
    act: (tab) => tab.getByText('No images yet.').waitFor(),
  },
  {
    screen: 'admin-projects',
    path: '/admin/projects',
    act: (tab) => tab.getByText('No active projects.').waitFor(),
  },
]

const LONG: readonly Shot[] = PANEL_SCREENS.map(({ name, path, act }) => ({
  screen: `admin-${name}`,
  path,
  act: async (tab, { call }) => void (await act(tab, call)),
}))

const SHOTS = { filled: FILLED, empty: EMPTY, long: LONG }

interface AdminShots {
  browser: Browser
  server: BuiltServer
  pictures: Pictures
  state: keyof typeof SHOTS
}

/** Takes each screen at each width in each theme, in a fresh tab that is logged in. */
export async function takeAdminScreens({ browser, server, pictures, state }: AdminShots) {
  const token = await logIn(server)
  if (state === 'filled') {
    await server.call('PUT', '/posts/changelog', {
      content: 'A page about changelogs, for people.',
    })
    for (const id of ['older-1', 'older-2']) await server.call('DELETE', `/posts/${id}`)
    await addImages(server, token)
  }
  if (state === 'long') await preparePanel(server.call)
  for (const look of looks(browser)) {
    for (const shot of SHOTS[state]) {
      const name = pictures.wanted(shot.screen, state, look)
      if (name !== null) await takeShot(shot, { look, server, token, pictures, name })
    }
  }
}

async function takeShot(
  { screen, path, act, fullPage = true }: Shot,
  where: { look: Look; server: BuiltServer; token: string; pictures: Pictures; name: string },
): Promise<void> {
  const context = await where.look.context()
  context.setDefaultTimeout(30_000)
  await context.addInitScript((kept) => localStorage.setItem('authToken', kept), where.token)
  const tab = await context.newPage()
  try {
    await open(tab, where.server, path)
    await tab.locator('.repository-line .status').first().waitFor()
    await act?.(tab, where.server)
    await tab.waitForLoadState('networkidle')
    await where.pictures.take(tab, where.name, { fullPage })
  } catch (error) {
    throw new Error(`No picture of ${screen}`, { cause: error })
  } finally {
    await context.close()
  }
}

/** Two images of one post, one of which it shows no longer. */
async function addImages({ address, call }: BuiltServer, token: string): Promise<void> {
  const texts: string[] = []
  for (const [name, color] of [
    ['crumb', '#c9a06b'],
    ['crust', '#7a4a21'],
  ] as const) {
    const answer = await fetch(`${address}/api/media?name=${name}.png`, {
      method: 'POST',
      headers: { 'content-type': 'image/png', authorization: `Bearer ${token}` },
      body: new Uint8Array(await png({ width: 900, height: 600 }, color)),
    })
    // The call's answer.
    const { data } = (await answer.json()) as { data: { path: string } }
    texts.push(`![The ${name} of a loaf](${data.path})`)
  }
  const loaf = { type: 'short', title: 'A loaf, inside and outside' }
  const made = (await call('POST', '/posts', { ...loaf, content: texts.join('\n\n') })) as Post
  await call('PUT', `/posts/${made.id}`, { content: texts[0] })
}

/** A token of the admin. */
export async function logIn({ address }: BuiltServer): Promise<string> {
  const answer = await fetch(`${address}/api/auth/login`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ password: PASSWORD }),
  })
  // The login's answer.
  return ((await answer.json()) as { data: { token: string } }).data.token
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
