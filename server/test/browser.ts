/** What all browser tests need of a browser and its pages. */
import { type Browser, chromium, type Page } from 'playwright-core'
import { findChromium } from '../../scripts/chromium.mjs'

export function startBrowser(): Promise<Browser> {
  return chromium.launch({
    executablePath: findChromium() ?? 'chromium',
    args: ['--no-sandbox', '--disable-gpu', '--disable-background-networking'],
  })
}

/** Waits until the page has its handlers. */
export async function hydrated(page: Page): Promise<void> {
  await page.waitForFunction(() =>
    Object.keys(document.querySelector('main h1') ?? {}).some((key) => key.startsWith('__react')),
  )
}

/** Holds requests to addresses like `url` back until the returned function is called. */
export async function holdBack(page: Page, url: string): Promise<() => void> {
  let release = () => {}
  const released = new Promise<void>((resolve) => {
    release = resolve
  })
  await page.route(url, (route) => released.then(() => route.continue()))
  return release
}
