/**
 * The whole server and a real browser for one test file: a content folder of its own, the built
 * client, a fixed day. Every tab is watched: what a visitor must never see in a console, and every
 * request that leaves the site, is a fault of the test that opened it.
 */
import { mkdtempSync, realpathSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Browser, BrowserContextOptions, Locator, Page } from 'playwright-core'
import { afterAll, afterEach, beforeAll, expect, vi } from 'vitest'
import { addDays } from '../domain/days/day.ts'
import { hydrated, startBrowser } from './browser.ts'
import { type Fixture, fixtureIn } from './git-fixture.ts'
import { type LiveServer, PASSWORD, serve } from './live-server.ts'

/** "Today" of the browser tests, a Friday, in Europe/Berlin. */
export const TODAY = '2026-11-20'
export const NOW = Date.parse('2026-11-20T14:00:00Z')

/** The author started that many days ago. */
const RECORD_DAYS = 40

/** For one condition and for one test: bounds for a busy machine, not what anything takes. */
const WAIT_MS_MAX = 15_000
const TEST_MS_MAX = 60_000

export interface TabOptions extends BrowserContextOptions {
  width?: number
  theme?: 'dark' | 'light'
  /** Console errors that the test itself brings about. */
  expected?: RegExp
}

export interface SiteInBrowser {
  server: LiveServer
  /** A tab in a fresh browser profile, closed and checked for faults after the test. */
  tab(options?: TabOptions): Promise<Page>
}

/** Starts both before the tests of a file; the object is filled in by then. */
export function siteInBrowser(
  files: Record<string, string>,
  later: Record<string, string> = {},
): SiteInBrowser {
  vi.setConfig({ testTimeout: TEST_MS_MAX, hookTimeout: TEST_MS_MAX })
  const folder = realpathSync(mkdtempSync(join(tmpdir(), 'gap-browser-')))
  const faults: string[] = []
  const open: Page[] = []
  // Filled before the first test runs.
  const site = {} as SiteInBrowser
  let browser: Browser

  beforeAll(async () => {
    const fixture = fixtureIn(join(folder, 'content'))
    commitFiles(fixture, files, later)
    site.server = await serve(fixture, { stateDir: join(folder, 'state'), now: () => NOW })
    browser = await startBrowser()
  })

  afterEach(async () => {
    for (const page of open.splice(0)) await page.context().close()
    expect(faults.splice(0)).toEqual([])
  })

  afterAll(async () => {
    await site.server?.app.close()
    rmSync(folder, { recursive: true, force: true, maxRetries: 5 })
  })

  site.tab = async ({ width = 1280, theme, expected, ...options } = {}) => {
    const context = await browser.newContext({
      baseURL: site.server.address,
      viewport: { width, height: 900 },
      ...options,
    })
    if (theme) await context.addInitScript((name) => localStorage.setItem('theme', name), theme)
    context.setDefaultTimeout(WAIT_MS_MAX)
    const page = await context.newPage()
    open.push(page)
    watch(page, site.server.address, (fault) => {
      if (!expected?.test(fault)) faults.push(fault)
    })
    return page
  }
  return site
}

/** The token of an admin who has logged in. */
export async function tokenOf({ server }: SiteInBrowser): Promise<string> {
  const login = { password: PASSWORD }
  return (await server.ask<{ token: string }>('POST', '/auth/login', login)).data.token
}

/** The second commit holds what the author changed afterwards. */
function commitFiles(
  fixture: Fixture,
  files: Record<string, string>,
  later: Record<string, string>,
): void {
  for (const [path, text] of Object.entries(files)) fixture.put(path, text)
  fixture.git('init', '-q', '-b', 'main')
  fixture.git('add', '-A')
  fixture.commitAt(`${addDays(TODAY, -RECORD_DAYS)}T08:00:00Z`, '-q', '-m', 'Author starts')
  if (Object.keys(later).length === 0) return
  for (const [path, text] of Object.entries(later)) fixture.put(path, text)
  const message = ['-m', 'Move a deadline', '-m', 'A cold took the week.']
  fixture.git('add', '-A')
  fixture.commitAt(`${TODAY}T12:00:00Z`, '-q', ...message)
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

/** Opens an address of the site and waits until it is hydrated. */
export async function visit(page: Page, path: string): Promise<void> {
  await page.goto(path, { waitUntil: 'load' })
  await hydrated(page)
}

/** Follows a link or sends a form of a page without scripts, and waits until the next page is whole. */
export async function follow(link: Locator): Promise<void> {
  const loaded = link.page().waitForEvent('load')
  await link.click()
  await loaded
}
