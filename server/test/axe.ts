/** For tests in a browser: what axe finds on a page as it stands. */
import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import type { Page } from 'playwright-core'

const AXE = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')
const RULES = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa']

/** Violations of WCAG 2.2 AA, each with its rule and its element. */
export async function violationsOn(page: Page): Promise<string[]> {
  // Colors that are on their way to others have no contrast to speak of.
  await page.waitForFunction(() =>
    document.getAnimations().every(({ playState }) => playState !== 'running'),
  )
  // Through the debugger, which the page's policy does not concern; `evaluate` takes twice as long.
  const session = await page.context().newCDPSession(page)
  await session.send('Runtime.evaluate', { expression: AXE })
  await session.detach()
  const { violations } = await page.evaluate((runOnly) => {
    // The script above has put it there.
    const { axe } = window as unknown as { axe: typeof import('axe-core') }
    const options = { resultTypes: ['violations' as const], preload: false, iframes: false }
    return axe.run(document, { runOnly, ...options })
  }, RULES)
  return violations.flatMap(({ id, nodes }) =>
    nodes.map(({ html, failureSummary }) => `${id}: ${html.slice(0, 160)} ${failureSummary}`),
  )
}
