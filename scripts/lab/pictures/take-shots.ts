/**
 * Pictures of every screen, for looking at them: filled, empty, failing and with long words, at
 * four widths, in both themes, into shots/. `npm run shots` runs it through take-shots.mjs; arguments
 * are parts of the names wanted (`npm run shots -- home 360`).
 */
import { execFileSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { type BrowserContext, chromium, type Page } from 'playwright-core'
import { longWordFiles } from '../../../server/test/long-words.ts'
import {
  editedPost,
  emptySiteFiles,
  filledSiteFiles,
  movedProject,
} from '../../../server/test/site-files.ts'
import { findChromium } from '../../chromium.mjs'
import { type BuiltServer, startBuiltServer } from '../built-server.ts'
import { ADMIN_FILES } from './admin-screens.ts'
import { createPictures, FOLDER, looks, open } from './pictures.ts'
import { takeAdminScreens } from './shots-admin.ts'

/** What stands in the picture's name → address. */
const SCREENS: Record<string, string> = {
  home: '/',
  'home-filtered': '/?tag=Cooking',
  essays: '/essays',
  'short-posts': '/short-posts',
  about: '/about',
  stats: '/stats',
  'stats-year': '/stats?range=year',
  projects: '/projects',
  'projects-then': '/projects?at=2026-11-13',
  'projects-missed': '/projects?ledger=missed',
  record: '/record',
  'reading-list': '/resources/reading-list',
  'learning-data': '/resources/learning-data',
  search: '/search?q=git',
  'search-nothing': '/search?q=xyzzy',
  'not-found': '/nowhere',
  'post-not-found': '/post/nowhere',
  'admin-gate': '/admin',
  'admin-gate-projects': '/admin/projects',
}
/** With long words, many tags and texts from right to left. */
const LONG: Record<string, string> = {
  ...SCREENS,
  search: '/search?q=Rechtsschutz',
  'post-address': '/post/address',
  'post-compound': '/post/compound',
  'post-hebrew': '/post/hebrew',
  'post-arabic': '/post/arabic',
  'post-outward': '/post/outward',
}
const POSTS: Record<string, string> = {
  'post-essay': '/post/every-element',
  'post-short': '/post/soup-is-a-deadline',
  'post-link': '/post/changelog',
}
/** Menu and link that lead to a screen whose load fails. */
const FAILING: Record<string, [menu: string, link: string]> = {
  essays: ['Writing', 'Essays'],
  'short-posts': ['Writing', 'Short Posts'],
  stats: ['About', 'Stats'],
}

const wanted = process.argv.slice(2)
const pictures = createPictures(wanted)

const browser = await chromium.launch({
  executablePath: findChromium() ?? 'chromium',
  args: ['--no-sandbox', '--disable-gpu', '--disable-background-networking', '--hide-scrollbars'],
})
const today = new Date().toLocaleDateString('sv-SE', { timeZone: 'Europe/Berlin' })
try {
  if (wanted.length === 0) rmSync(FOLDER, { recursive: true, force: true })
  mkdirSync(FOLDER, { recursive: true })
  const later = { ...movedProject(today), ...editedPost(today) }
  await withServer(filledSiteFiles(today), later, async (server) => {
    await takeScreens(server, 'filled', { ...SCREENS, ...POSTS })
    await takeStates(server)
  })
  await withServer(emptySiteFiles(), {}, async (server) => {
    await takeScreens(server, 'empty', SCREENS)
    await takeAdminScreens({ browser, server, pictures, state: 'empty' })
  })
  await withServer(longWordFiles(today), {}, async (server) => {
    await takeScreens(server, 'long', LONG)
    await takeAdminScreens({ browser, server, pictures, state: 'long' })
  })
  const adminFiles = { ...filledSiteFiles(today), ...ADMIN_FILES }
  await withServer(adminFiles, movedProject(today), (server) =>
    takeAdminScreens({ browser, server, pictures, state: 'filled' }),
  )
} finally {
  await browser.close()
}
console.log(`${pictures.count()} pictures in shots/`)

async function withServer(
  files: Record<string, string>,
  later: Record<string, string>,
  use: (server: BuiltServer) => Promise<void>,
): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), 'gap-shots-'))
  const contentDir = join(folder, 'content')
  try {
    put(contentDir, files)
    git(contentDir, 'init', '-q', '-b', 'main')
    commit(contentDir, 'Start')
    put(contentDir, later)
    if (Object.keys(later).length > 0)
      commit(contentDir, 'Move a deadline', 'A cold took the week.')
    const server = await startBuiltServer({ contentDir, stateDir: join(folder, 'state') })
    try {
      await use(server)
    } finally {
      await server.stop()
    }
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

function put(folder: string, files: Record<string, string>): void {
  for (const [path, text] of Object.entries(files)) {
    mkdirSync(dirname(join(folder, path)), { recursive: true })
    writeFileSync(join(folder, path), text)
  }
}

function git(cwd: string, ...args: string[]): void {
  execFileSync('git', args, { cwd })
}

function commit(folder: string, ...message: string[]): void {
  git(folder, 'add', '-A')
  const author = ['-c', 'user.name=Author', '-c', 'user.email=author@example.org']
  git(folder, ...author, 'commit', '-q', ...message.flatMap((text) => ['-m', text]))
}

/** Every screen as it comes. */
async function takeScreens(
  server: BuiltServer,
  state: string,
  screens: Record<string, string>,
): Promise<void> {
  for (const look of looks(browser)) {
    const asked = Object.entries(screens).flatMap(([screen, path]) => {
      const name = pictures.wanted(screen, state, look)
      return name === null ? [] : [{ name, path }]
    })
    if (asked.length === 0) continue
    const tab = await (await look.context()).newPage()
    for (const { name, path } of asked) {
      await open(tab, server, path)
      await pictures.take(tab, name)
    }
    await tab.context().close()
  }
}

/** What shows only after a hand or a fault: menus, toasts, failed and loading lists. */
async function takeStates(server: BuiltServer): Promise<void> {
  for (const look of looks(browser)) {
    const { width, context } = look
    const menu = pictures.wanted('menu', 'open', look)
    if (menu !== null) {
      const tab = await openTab(await context(), server)
      await openMenu(tab, width)
      await pictures.take(tab, menu, { fullPage: false })
      await tab.context().close()
    }
    for (const [screen, link] of Object.entries(FAILING)) {
      for (const state of ['loading', 'failed']) {
        const name = pictures.wanted(screen, state, look)
        if (name === null) continue
        const tab = await openTab(await context(), server)
        await tab.route('**/api/**', (route) =>
          state === 'failed' ? route.fulfill({ status: 400, json: {} }) : undefined,
        )
        await follow(tab, width, link)
        await tab
          .locator(state === 'failed' ? '.toast' : '.waiting')
          .first()
          .waitFor()
        await pictures.take(tab, name, { fullPage: false })
        await tab.context().close()
      }
    }
  }
}

async function openTab(context: BrowserContext, server: BuiltServer): Promise<Page> {
  const tab = await context.newPage()
  await open(tab, server, '/about')
  return tab
}

async function openMenu(tab: Page, width: number, menu = 'Resources'): Promise<void> {
  if (width >= 768) {
    await tab.locator('.menu-bar summary', { hasText: menu }).click()
    return
  }
  await tab.getByRole('button', { name: 'Open menu' }).click()
  await tab.locator('.side-menu-in').waitFor()
}

async function follow(tab: Page, width: number, [menu, link]: [string, string]): Promise<void> {
  await openMenu(tab, width, menu)
  const menus = width >= 768 ? '.menu-bar details[open]' : '.side-menu'
  await tab.locator(menus).getByRole('link', { name: link, exact: true }).click()
  await tab.locator('.side-menu').waitFor({ state: 'detached' })
}
