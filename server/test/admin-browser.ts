/** For browser tests of the admin: a real server, a real repository and a browser at its pages. */
import type { Browser, BrowserContext, Page } from 'playwright-core'
import { afterEach, beforeAll, expect, vi } from 'vitest'
import { hydrated, startBrowser } from './browser.ts'
import { type LiveServer, PASSWORD, startServer } from './live-server.ts'

const WAIT_MS = 30_000
/** A browser beside other suites on few cores is slow, not broken. */
const TEST_MS = 180_000

/** A post's file. */
export const postFile = (title: string, body: string, more = '') =>
  `---\ntitle: ${title}\ntype: essay\ndate: 2026-01-02\n${more}---\n${body}\n`

export interface Admin {
  server: LiveServer
  context: BrowserContext
  /** A tab at an address. */
  visit(path: string): Promise<Page>
  /** A tab at an admin page, behind its gate. */
  enter(path: string): Promise<Page>
  /** Subjects of all commits, newest first. */
  subjects(): string[]
}

let browser: Browser
const contexts: BrowserContext[] = []
/** What an admin must never see in a console: uncaught errors, refused scripts and styles. */
const faults: string[] = []

/** Starts a browser for the tests of a file and closes what they opened. */
export function withBrowser(): void {
  vi.setConfig({ testTimeout: TEST_MS, hookTimeout: TEST_MS })
  beforeAll(async () => {
    browser = await startBrowser()
  })
  afterEach(async () => {
    for (const context of contexts.splice(0)) await context.close()
    expect(faults.splice(0)).toEqual([])
  })
}

/** Ends a tab as a crash does, asking nobody. */
export async function kill(page: Page): Promise<void> {
  await page.close({ runBeforeUnload: false })
}

/** A server over these files, with these settings, and a browser profile of its own. */
export async function startAdmin(
  files: Record<string, string> = {},
  env: Record<string, string> = {},
): Promise<Admin> {
  const content = {
    'site.yaml': 'time_zone: Europe/Berlin\n',
    'tags.yaml': '- name: Writing\n  color: tag-rose\n- name: Cooking\n  color: tag-pink\n',
    ...files,
  }
  const server = await startServer(content, env)
  const context = await browser.newContext({ viewport: { width: 1280, height: 900 } })
  context.setDefaultTimeout(WAIT_MS)
  contexts.push(context)
  context.on('weberror', (thrown) => {
    // Scripts that a test adds run in the empty page of a new tab too, and may fail there.
    if (thrown.page()?.url().startsWith(server.address)) faults.push(thrown.error().message)
  })
  context.on('console', (message) => {
    // A refused call is what a test brings about, and the browser says so too.
    const isFault = message.type() === 'error' && !/Failed to load resource/.test(message.text())
    if (isFault) faults.push(message.text())
  })
  await context.addInitScript(noteToasts)
  const visit = async (path: string) => {
    const page = await context.newPage()
    await page.goto(server.address + path, { waitUntil: 'load' })
    await hydrated(page)
    return page
  }
  return {
    server,
    context,
    visit,
    async enter(path) {
      const page = await visit(path)
      await logIn(page)
      return page
    },
    subjects: () => server.git('log', '--format=%s').trim().split('\n'),
  }
}

/** Types the password and waits until the gate has gone. */
export async function logIn(page: Page): Promise<void> {
  await page.getByLabel('Admin Password').fill(PASSWORD)
  await page.locator('.gate-form button').click()
  await page.locator('.gate-form').waitFor({ state: 'detached' })
}

/** Toasts that a page has shown and no test has asked for. */
interface Noting {
  shownToasts: { title: string; text: string }[]
}

/** Runs in the page, for `toast`: a busy machine may look for a toast after its few seconds are over. */
export function noteToasts(): void {
  const noted: Noting['shownToasts'] = []
  Object.assign(window, { shownToasts: noted })
  new MutationObserver((changes) => {
    for (const node of changes.flatMap(({ addedNodes }) => [...addedNodes])) {
      if (!(node instanceof HTMLElement) || !node.matches('.toast')) continue
      const words = (selector: string) => node.querySelector(selector)?.textContent ?? ''
      noted.push({ title: words('.toast-title'), text: words('.toast-text') })
    }
  }).observe(document, { childList: true, subtree: true })
}

/** Waits until a toast with these words has been shown; each counts once. */
export async function toast(page: Page, title: string, description = ''): Promise<void> {
  await page.waitForFunction(
    ([wantedTitle = '', wantedText = '']) => {
      const noted = (window as unknown as Noting).shownToasts // put there by noteToasts
      const at = noted.findIndex(
        (shown) => shown.title.includes(wantedTitle) && shown.text.includes(wantedText),
      )
      return at >= 0 && noted.splice(at, 1).length === 1
    },
    [title, description],
  )
}
