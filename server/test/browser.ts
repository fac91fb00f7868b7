/** A server and a browser. What a tab says on its console, or asks of other sites, is a fault. */
import {
  type Browser,
  type BrowserContext,
  type BrowserContextOptions,
  chromium,
  type Locator,
  type Page,
  type Route,
} from 'playwright-core'
import { expect } from 'vitest'
import { findChromium } from '../../scripts/chromium.mjs'
import { addDays } from '../domain/days/day.ts'
import { atEnd } from './at-end.ts'
import { makeFolder, makeRepository } from './git-fixture.ts'
import {
  historyRead,
  type LiveServer,
  ofFile,
  PASSWORD,
  serve,
  startServer,
} from './live-server.ts'

/** "Today" of a file's site, a Friday, in Europe/Berlin. */
export const TODAY = '2026-11-20'
const NOW = Date.parse('2026-11-20T14:00:00Z')

const RECENT_DAYS = 40

/** A bound for a busy machine, not what anything takes. */
const WAIT_MS_MAX = 30_000

interface TabOptions extends BrowserContextOptions {
  width?: number
  /** In a profile that ends with the test: for a clock or a script that the test adds. */
  fresh?: boolean
  /** Console errors that the test itself brings about. */
  expected?: RegExp
}

export type Site = ReturnType<typeof siteOf>

/** Starts a server over these files before the tests of a file; `later` is a second commit. */
export function siteInBrowser(
  files: Record<string, string>,
  later: Record<string, string> = {},
): Site {
  return siteOfFile(async () => {
    const fixture = makeRepository(files, `${addDays(TODAY, -RECENT_DAYS)}T08:00:00Z`)
    const message = 'Move a deadline\n\nA cold took the week.'
    if (Object.keys(later).length > 0) fixture.commitFiles(later, message, `${TODAY}T12:00:00Z`)
    const server = await serve(fixture, { stateDir: makeFolder(), now: () => NOW })
    atEnd(() => server.app.close())
    await historyRead(server)
    return siteOf(server)
  })
}

/** The site that `startAdmin` gives, for all tests of a file. */
export function adminOfFile(...args: Parameters<typeof startAdmin>): Site {
  return siteOfFile(() => startAdmin(...args))
}

function siteOfFile(start: () => Promise<Site>): Site {
  // The server is there before the first test runs.
  const site = {} as Site
  ofFile(async () => Object.assign(site, await start()))
  return site
}

/** Starts a server for one test over these files, with these settings, on the day that it is. */
export async function startAdmin(
  files: Record<string, string> = {},
  env: Record<string, string> = {},
): Promise<Site> {
  const content = {
    'site.yaml': 'time_zone: Europe/Berlin\n',
    'tags.yaml': '- name: Writing\n  color: tag-rose\n- name: Cooking\n  color: tag-pink\n',
    ...files,
  }
  // What a test has refused is in the console too.
  return siteOf(await startServer(content, env), { expected: REFUSED })
}

export const postFile = (title: string, body: string, more = '') =>
  `---\ntitle: ${title}\ntype: essay\ndate: 2026-01-02\n${more}---\n${body}\n`

const REFUSED = /Failed to load resource/

function siteOf(server: LiveServer, usual: TabOptions = {}) {
  const tab = (options?: TabOptions) => openTab(server.address, { ...usual, ...options })
  return {
    server,
    /** A tab without a document, checked for faults after the test. Addresses may be paths. */
    tab,
    async visit(path: string, options?: TabOptions) {
      const page = await tab(options)
      await visit(page, path)
      return page
    },
    /** A tab of an admin who is logged in, in a browser that knows nothing else. */
    async enter(path: string, options?: TabOptions) {
      const page = await tab({ expected: REFUSED, ...options })
      await page.goto('/robots.txt')
      await page.evaluate(
        (token) => {
          localStorage.clear()
          localStorage.setItem('authToken', token)
        },
        await server.token(),
      )
      await visit(page, path)
      await page.locator('.admin-title').waitFor({ state: 'attached' })
      return page
    },
  }
}

let started: Promise<Browser> | undefined

function startBrowser(): Promise<Browser> {
  started ??= chromium.launch({
    executablePath: findChromium() ?? 'chromium',
    args: ['--no-sandbox', '--disable-gpu', '--disable-background-networking'],
  })
  return started
}

/** Used tabs by the options of their profile: they hydrate in a third of a new one's time. */
const profiles = new Map<string, { context: BrowserContext; idle: Page[] }>()

async function openProfile(options: BrowserContextOptions): Promise<BrowserContext> {
  const context = await (await startBrowser()).newContext(options)
  context.setDefaultTimeout(WAIT_MS_MAX)
  await context.addInitScript(noteToasts)
  return context
}

async function openTab(address: string, options: TabOptions): Promise<Page> {
  const { width = 1280, fresh = false, expected, ...ofProfile } = options
  const key = JSON.stringify(ofProfile)
  const known = fresh ? undefined : profiles.get(key)
  const profile = known ?? { context: await openProfile(ofProfile), idle: [] }
  if (!fresh) profiles.set(key, profile)
  const page = profile.idle.pop() ?? (await newPage(profile.context))
  const faults: string[] = []
  atEnd(async () => {
    if (fresh) await profile.context.close()
    else if (!page.isClosed()) {
      await clear(page, address)
      profile.idle.push(page)
    }
    expect(faults).toEqual([])
  })
  const report = (fault: string) => {
    if (!expected?.test(fault)) faults.push(fault)
  }
  watch(page, address, report)
  page.on('popup', (popup) => {
    watch(popup, address, report)
    atEnd(() => popup.close())
  })
  await page.setViewportSize({ width, height: 900 })
  addresses.set(page, address)
  return page
}

const addresses = new WeakMap<Page, string>()

async function newPage(context: BrowserContext): Promise<Page> {
  const page = await context.newPage()
  const goto = page.goto
  page.goto = (path, more) => goto.call(page, new URL(path, addresses.get(page)).href, more)
  return page
}

async function clear(page: Page, address: string): Promise<void> {
  page.removeAllListeners()
  await page.unrouteAll({ behavior: 'ignoreErrors' })
  asking.delete(page)
  await page.goto('about:blank')
  await page.mouse.move(0, 0)
  const session = await page.context().newCDPSession(page)
  const storageTypes = 'local_storage'
  await session.send('Storage.clearDataForOrigin', { origin: address, storageTypes })
  await session.detach()
}

/** Reports refused scripts and styles, faults of hydration, uncaught errors and foreign requests. */
function watch(page: Page, address: string, report: (fault: string) => void): void {
  page.on('pageerror', (error) => report(`${page.url()} threw: ${error.message}`))
  page.on('console', (message) => {
    if (['error', 'warning'].includes(message.type())) {
      report(`${page.url()} said: ${message.text()} ${message.location().url}`)
    }
  })
  page.on('request', (request) => {
    if (!request.url().startsWith(address)) report(`${page.url()} asked for ${request.url()}`)
  })
}

/** Waits until the page has its handlers. */
export async function hydrated(page: Page): Promise<void> {
  await page.waitForFunction(() =>
    // The last element: React hydrates in slices, in the order of the document.
    Object.keys(document.querySelector('.toasts') ?? {}).some((key) => key.startsWith('__react')),
  )
}

/** Opens an address of the site and waits until it is hydrated. */
export async function visit(page: Page, path: string): Promise<void> {
  await page.goto(path, { waitUntil: 'load' })
  await hydrated(page)
}

/** Presses the first button whose name is, or has, these words. */
export const press = (page: Page, name: string | RegExp) =>
  page.getByRole('button', { name }).first().click()

/** Addresses of the documents that a page asks for from now on. */
export function documentsOf(page: Page): string[] {
  const documents: string[] = []
  page.on('request', (request) => {
    if (request.isNavigationRequest()) documents.push(request.url())
  })
  return documents
}

/** Follows a link or sends a form of a page without scripts, and waits until the next page is whole. */
export async function follow(link: Locator): Promise<void> {
  const loaded = link.page().waitForEvent('load')
  await link.click()
  await loaded
}

/** Types the password and waits until the gate has gone. */
export async function logIn(page: Page): Promise<void> {
  await page.getByLabel('Admin Password').fill(PASSWORD)
  await page.locator('.gate-form button').click()
  await page.locator('.gate-form').waitFor({ state: 'detached' })
}

/** Makes the token of a tab worthless, as the end of its seven days does. */
export async function endSession(page: Page): Promise<void> {
  const token = await page.evaluate(() => localStorage.getItem('authToken'))
  const headers = { authorization: `Bearer ${token}` }
  await fetch(`${addresses.get(page)}/api/auth/logout`, { method: 'POST', headers })
}

/** Toasts that a page has shown and no test has asked for. */
interface Noting {
  shownToasts: { title: string; text: string }[]
}

/** Runs in each page, for `toast`: a busy machine may look for a toast after its few seconds are over. */
function noteToasts(): void {
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
  const shown = page.waitForFunction(
    ([wantedTitle = '', wantedText = '']) => {
      const noted = (window as unknown as Noting).shownToasts // put there by noteToasts
      const at = noted.findIndex(
        (shown) => shown.title.includes(wantedTitle) && shown.text.includes(wantedText),
      )
      return at >= 0 && noted.splice(at, 1).length === 1
    },
    [title, description],
  )
  await shown.catch(async (cause) => {
    const others = await page.evaluate(() => (window as unknown as Noting).shownToasts)
    throw new Error(`No toast '${title}', but ${JSON.stringify(others)}`, { cause })
  })
}

const asking = new WeakSet<Page>()

/**
 * Gives `answer` the requests to addresses like `url` that begin after this. Chromium says so a moment
 * before the page's own process knows, and a request of that moment passes by: so this waits for both.
 */
export async function intercept(
  page: Page,
  url: string | RegExp,
  answer: (route: Route) => unknown,
): Promise<void> {
  await page.route(url, answer)
  if (asking.has(page)) return
  asking.add(page)
  await page.route('**/healthz', (route) => route.fulfill({ status: 204 }))
  // A page without a document asks from its first request on.
  while (page.url() !== 'about:blank' && !(await isAsking(page))) {}
}

const isAsking = (page: Page) =>
  page.evaluate(async () => {
    const answer = await fetch('/healthz', { cache: 'no-store' }).catch(() => null)
    return answer?.status === 204
  })

/** Holds requests to addresses like `url` back until the returned function is called. */
export async function holdBack(page: Page, url: string): Promise<() => void> {
  let release = () => {}
  const released = new Promise<void>((resolve) => {
    release = resolve
  })
  await intercept(page, url, (route) => released.then(() => route.continue()))
  return release
}
