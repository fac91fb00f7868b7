/** What all browser tests need of a browser and its pages. */
import { type Browser, type BrowserContext, chromium, type Page, type Route } from 'playwright-core'
import { findChromium } from '../../scripts/chromium.mjs'

let started: Promise<Browser> | null = null

/** One for all files of a worker; it ends with the worker. */
export function startBrowser(): Promise<Browser> {
  started ??= chromium.launch({
    executablePath: findChromium() ?? 'chromium',
    args: ['--no-sandbox', '--disable-gpu', '--disable-background-networking'],
  })
  return started
}

/** Waits until the page has its handlers. */
export async function hydrated(page: Page): Promise<void> {
  await page.waitForFunction(() =>
    Object.keys(document.querySelector('main h1') ?? {}).some((key) => key.startsWith('__react')),
  )
}

/** Pages that ask before each request. */
const asking = new WeakSet<Page>()

/**
 * Gives `answer` the requests to addresses like `url` that begin after this. Chromium says so a moment
 * before the page's own process knows, and a request of that moment passes by: so this waits for both.
 */
export async function intercept(
  target: Page | BrowserContext,
  url: string | RegExp,
  answer: (route: Route) => unknown,
): Promise<void> {
  await target.route(url, answer)
  for (const page of 'pages' in target ? target.pages() : [target]) {
    if (asking.has(page)) continue
    asking.add(page)
    await page.route('**/healthz', (route) => route.fulfill({ status: 204 }))
    // A page without a document asks from its first request on.
    while (page.url() !== 'about:blank' && !(await isAsking(page))) {}
  }
}

const isAsking = (page: Page) =>
  page.evaluate(() =>
    fetch('/healthz', { cache: 'no-store' }).then(
      ({ status }) => status === 204,
      () => false,
    ),
  )

/** Holds requests to addresses like `url` back until the returned function is called. */
export async function holdBack(page: Page, url: string): Promise<() => void> {
  let release = () => {}
  const released = new Promise<void>((resolve) => {
    release = resolve
  })
  await intercept(page, url, (route) => released.then(() => route.continue()))
  return release
}
