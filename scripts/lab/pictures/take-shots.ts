/**
 * Pictures of every screen, filled, empty and with long words, at four widths, in both themes, into
 * shots/. Arguments are parts of the names wanted (`npm run shots -- home 360`).
 */
import { execFileSync } from 'node:child_process'
import { mkdirSync, writeFileSync } from 'node:fs'
import { dirname, join, resolve } from 'node:path'
import { chromium, type Page } from 'playwright-core'
import { startBuiltServer } from '../../../server/test/built-server.ts'
import { PASSWORD } from '../../../server/test/http-client.ts'
import { longWordFiles } from '../../../server/test/long-words.ts'
import { emptySiteFiles, filledSiteFiles } from '../../../server/test/site-files.ts'
import { findChromium, installChromiumIfNeeded } from '../../chromium.mjs'
import { inTemporaryFolder } from '../temporary-folder.ts'

const WIDTHS = [320, 360, 768, 1280]
const THEMES = ['dark', 'light']
const FOLDER = resolve('shots')
/** Name in the picture's → address; the admin's with a token. */
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
  record: '/record',
  'reading-list': '/resources/reading-list',
  search: '/search?q=git',
  'search-nothing': '/search?q=xyzzy',
  'not-found': '/nowhere',
  'post-not-found': '/post/nowhere',
  'admin-gate': '/admin',
  'admin-start': '/admin',
  'admin-blog': '/admin/blog',
  'admin-new': '/admin/blog?new&type=essay',
  'admin-projects': '/admin/projects',
  'admin-activity': '/admin/activity',
  'admin-files': '/admin/files',
}
const POSTS: Record<string, Record<string, string>> = {
  filled: {
    'post-essay': '/post/every-element',
    'post-short': '/post/soup-is-a-deadline',
    'post-link': '/post/changelog',
    'admin-edit': '/admin/blog?edit=every-element',
  },
  long: {
    'post-address': '/post/address',
    'post-compound': '/post/compound',
    'post-hebrew': '/post/hebrew',
    'post-arabic': '/post/arabic',
  },
}

const today = new Date().toLocaleDateString('sv-SE', { timeZone: 'Europe/Berlin' })
const sites: Record<string, Record<string, string>> = {
  filled: filledSiteFiles(today),
  empty: emptySiteFiles(),
  long: longWordFiles(today),
}
const parts = process.argv.slice(2)
if (!(await installChromiumIfNeeded())) process.exit(1)
const browser = await chromium.launch({
  executablePath: findChromium() ?? 'chromium',
  args: ['--no-sandbox', '--disable-gpu', '--hide-scrollbars'],
})
mkdirSync(FOLDER, { recursive: true })
try {
  for (const [state, files] of Object.entries(sites)) await takeSite(state, files)
} finally {
  await browser.close()
}

async function takeSite(state: string, files: Record<string, string>): Promise<void> {
  await inTemporaryFolder('shots', async (folder) => {
    const contentDir = join(folder, 'content')
    for (const [path, text] of Object.entries(files)) {
      mkdirSync(dirname(join(contentDir, path)), { recursive: true })
      writeFileSync(join(contentDir, path), text)
    }
    const author = ['-c', 'user.name=Author', '-c', 'user.email=author@example.org']
    const git = (...args: string[]) =>
      execFileSync('git', [...author, ...args], { cwd: contentDir })
    git('init', '-q', '-b', 'main')
    git('add', '-A')
    git('commit', '-q', '-m', 'Start')
    const server = await startBuiltServer({ contentDir, stateDir: join(folder, 'state') })
    try {
      for (const width of WIDTHS) {
        for (const theme of THEMES) {
          await takeScreens(
            server.address,
            { ...SCREENS, ...POSTS[state] },
            { state, width, theme },
          )
        }
      }
    } finally {
      await server.stop()
    }
  })
}

interface Look {
  state: string
  width: number
  theme: string
}

async function takeScreens(
  address: string,
  screens: Record<string, string>,
  { state, width, theme }: Look,
): Promise<void> {
  const isPhone = width < 768
  const context = await browser.newContext({
    viewport: { width, height: isPhone ? 780 : 900 },
    reducedMotion: 'reduce',
    hasTouch: isPhone,
    isMobile: isPhone,
  })
  await context.addInitScript((name) => localStorage.setItem('theme', name), theme)
  const tab = await context.newPage()
  for (const [screen, path] of Object.entries(screens)) {
    const name = `${screen}-${state}-${width}-${theme}`
    if (!parts.every((part) => name.includes(part))) continue
    if (/^admin-(?!gate)/.test(screen)) await logIn(tab, address)
    await tab.goto(address + path, { waitUntil: 'networkidle' })
    // What is far below the first screen is loaded late, but shows on a picture of the whole page.
    await tab.evaluate(async () => {
      for (const image of document.images) image.loading = 'eager'
      await Promise.allSettled([...document.images].map((image) => image.decode()))
    })
    const picture = join(FOLDER, `${name}.png`)
    await tab.screenshot({ path: picture, fullPage: true, animations: 'disabled' })
  }
  await context.close()
}

/** Keeps a token where the panel looks for it. */
async function logIn(tab: Page, address: string): Promise<void> {
  await tab.goto(address)
  await tab.evaluate(async (password) => {
    if (localStorage.getItem('authToken') !== null) return
    const headers = { 'content-type': 'application/json' }
    const body = JSON.stringify({ password })
    const answer = await fetch('/api/auth/login', { method: 'POST', headers, body })
    const { data } = await answer.json()
    localStorage.setItem('authToken', data.token)
  }, PASSWORD)
}
