/** For tests in a browser: what axe finds on a page as it stands. */
import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import type { Page } from 'playwright-core'

const AXE = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')
/** What the theme has a say in; the others look at the document and at its layout. */
const COLOR_RULES = ['color-contrast', 'link-in-text-block']
const RULES = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice']

/** Violations of WCAG 2.2 AA, each with its rule and its element. */
export async function violationsOn(page: Page): Promise<string[]> {
  return violationsOf(page, RULES)
}

/** Those of colors alone: for a screen in its other theme. */
export async function colorViolationsOn(page: Page): Promise<string[]> {
  return violationsOf(page, COLOR_RULES)
}

async function violationsOf(page: Page, runOnly: readonly string[]): Promise<string[]> {
  // Colors that are on their way to others have no contrast to speak of.
  await page.waitForFunction(() =>
    document.getAnimations().every(({ playState }) => playState !== 'running'),
  )
  // Through the debugger, which the page's policy does not concern.
  if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(AXE)
  const { violations } = await page.evaluate((values) => {
    // The script above has put it there.
    const { axe } = window as unknown as { axe: typeof import('axe-core') }
    return axe.run(document, { runOnly: [...values], resultTypes: ['violations'] })
  }, runOnly)
  return violations.flatMap(({ id, nodes }) =>
    nodes.map(({ html, failureSummary }) => `${id}: ${html.slice(0, 160)} ${failureSummary}`),
  )
}
