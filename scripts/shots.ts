/**
 * Pictures of every public screen, for looking at them: filled, empty and failing, at three widths,
 * in both themes, into shots/. `npm run shots` runs it through shots.mjs; arguments are parts of the
 * names wanted (`npm run shots -- home 360`).
 */
import { execFileSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join, resolve } from 'node:path'
import { type Browser, type BrowserContext, chromium, type Page } from 'playwright-core'
import { emptySiteFiles, filledSiteFiles, movedProject } from '../server/test/site-files.ts'
import { type BuiltServer, startBuiltServer } from './built-server.ts'
import { findChromium } from './chromium.mjs'

const WIDTHS = [360, 768, 1280]
const THEMES = ['dark', 'light'] as const
const FOLDER = resolve('shots')

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
  'reading-list': '/resources/reading-list',
  'learning-data': '/resources/learning-data',
  search: '/search?q=git',
  'search-nothing': '/search?q=xyzzy',
  'not-found': '/nowhere',
  'post-not-found': '/post/nowhere',
  admin: '/admin',
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
const isWanted = (name: string) => wanted.every((part) => name.includes(part))
let taken = 0

const browser = await chromium.launch({
  executablePath: findChromium() ?? 'chromium',
  args: ['--no-sandbox', '--disable-gpu', '--disable-background-networking', '--hide-scrollbars'],
})
const today = new Date().toLocaleDateString('sv-SE', { timeZone: 'Europe/Berlin' })
try {
  if (wanted.length === 0) rmSync(FOLDER, { recursive: true, force: true })
  mkdirSync(FOLDER, { recursive: true })
  await withServer(filledSiteFiles(today), movedProject(today), async (server) => {
    await takeScreens(server, 'filled', { ...SCREENS, ...POSTS })
    await takeStates(server)
  })
  await withServer(emptySiteFiles(), {}, (server) => takeScreens(server, 'empty', SCREENS))
} finally {
  await browser.close()
}
console.log(`${taken} pictures in shots/`)

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
  for (const { width, theme, context } of looks(browser)) {
    const names = Object.keys(screens).filter((name) =>
      isWanted(picture(name, state, width, theme)),
    )
    if (names.length === 0) continue
    const tab = await (await context()).newPage()
    for (const name of names) {
      await open(tab, server, screens[name] ?? '/')
      await take(tab, picture(name, state, width, theme))
    }
    await tab.context().close()
  }
}

/** What shows only after a hand or a fault: menus, toasts, failed and loading lists. */
async function takeStates(server: BuiltServer): Promise<void> {
  for (const { width, theme, context } of looks(browser)) {
    const name = (screen: string, state: string) => picture(screen, state, width, theme)
    if (isWanted(name('menu', 'open'))) {
      const tab = await openTab(await context(), server)
      await openMenu(tab, width)
      await take(tab, name('menu', 'open'), false)
      await tab.context().close()
    }
    for (const [screen, link] of Object.entries(FAILING)) {
      for (const state of ['loading', 'failed']) {
        if (!isWanted(name(screen, state))) continue
        const tab = await openTab(await context(), server)
        await tab.route('**/api/**', (route) =>
          state === 'failed' ? route.fulfill({ status: 400, json: {} }) : undefined,
        )
        await follow(tab, width, link)
        await tab
          .locator(state === 'failed' ? '.toast' : '.waiting')
          .first()
          .waitFor()
        await take(tab, name(screen, state), false)
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

/** Opens an address and waits for its font and for its scripts. */
async function open(tab: Page, server: BuiltServer, path: string): Promise<void> {
  await tab.goto(server.address + path)
  await tab.waitForFunction(async () => {
    await document.fonts.ready
    const first = document.querySelector('#root > *')
    return first !== null && Object.keys(first).some((key) => key.startsWith('__react'))
  })
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

function* looks(browser: Browser) {
  for (const width of WIDTHS) {
    for (const theme of THEMES) {
      const context = async () => {
        const viewport = { width, height: width < 768 ? 780 : 900 }
        const opened = await browser.newContext({ viewport, reducedMotion: 'reduce' })
        await opened.addInitScript((name) => localStorage.setItem('theme', name), theme)
        return opened
      }
      yield { width, theme, context }
    }
  }
}

function picture(screen: string, state: string, width: number, theme: string): string {
  return `${screen}-${state}-${width}-${theme}`
}

async function take(tab: Page, name: string, fullPage = true): Promise<void> {
  await tab.screenshot({ path: join(FOLDER, `${name}.png`), fullPage, animations: 'disabled' })
  taken += 1
}
