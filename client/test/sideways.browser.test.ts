/**
 * Nothing scrolls sideways and no words leave their box, on any screen, at any width: with plain words
 * and with long ones, with many tags, and with texts written from right to left.
 */
import type { Page } from 'playwright-core'
import { expect, it } from 'vitest'
import { PASSWORD } from '../../server/test/live-server.ts'
import { longWordFiles } from '../../server/test/long-words.ts'
import { PANEL_SCREENS, preparePanel } from '../../server/test/panel-screens.ts'
import {
  editedPost,
  emptySiteFiles,
  filledSiteFiles,
  movedProject,
} from '../../server/test/site-files.ts'
import {
  type SiteInBrowser,
  siteInBrowser,
  TODAY,
  visit,
} from '../../server/test/site-in-browser.ts'
import { POSTS, SCREENS } from './screens.ts'

/** The last one is that of a tab in which something is done. */
const WIDTHS = [320, 360, 768, 1280]
/** As the other tests of the panel wait: saves and histories run git beside other suites. */
const PANEL_WAIT_MS_MAX = 30_000
/** Many screens a test, on a machine that may be busy with others. */
const ALL_SCREENS_MS_MAX = 180_000

const filled = siteInBrowser(filledSiteFiles(TODAY), {
  ...movedProject(TODAY),
  ...editedPost(TODAY),
})
const empty = siteInBrowser(emptySiteFiles())
const long = siteInBrowser(longWordFiles(TODAY))

const LONG_POSTS = ['address', 'compound', 'hebrew', 'arabic', 'outward'].map((id) => `/post/${id}`)
const LONG_SEARCHES = ['/search?q=Rechtsschutz', `/search?q=${'x'.repeat(190)}`]

/** What leaves its place: the page itself, and elements whose words stick out of them. */
function overflows(): string[] {
  // The bar below a form reaches into the margins of the page on purpose.
  for (const bar of document.querySelectorAll<HTMLElement>('.editor-actions')) {
    bar.style.marginInline = '0'
  }
  return [document.documentElement, ...document.querySelectorAll('body *')]
    .filter((element) => {
      if (element instanceof SVGElement || element.clientWidth === 0) return false
      // Hidden words, and an arrow that is a turned corner of a box.
      if (element.closest('.visually-hidden, .sr-only, .card-action')) return false
      // A wide formula scrolls in a box of its own.
      if (element.matches('.math-scroll math')) return false
      const { overflowX } = getComputedStyle(element)
      return overflowX === 'visible' && element.scrollWidth > element.clientWidth + 1
    })
    .map(({ tagName, className, scrollWidth, clientWidth }) => {
      return `${tagName}.${className} is ${scrollWidth} wide in ${clientWidth}`
    })
}

/** Adds what leaves its place on the screen that shows: its layout is the style sheet's alone. */
async function lookAtWidths(
  page: Page,
  { screen, widths = WIDTHS }: { screen: string; widths?: readonly number[] },
  found: string[],
): Promise<void> {
  for (const width of widths) {
    await page.setViewportSize({ width, height: 900 })
    const faults = await page.evaluate(overflows)
    found.push(...faults.map((fault) => `${screen} at ${width} px: ${fault}`))
  }
}

it.each([
  ['plain words', filled, [...SCREENS, ...POSTS]],
  ['no words', empty, SCREENS],
  ['long words', long, [...SCREENS, ...LONG_POSTS, ...LONG_SEARCHES]],
] as const)(
  'every public screen fits %s at each width',
  async (_, site, paths) => {
    const page = await site.tab({ expected: /404/ })
    const found: string[] = []
    // Every other screen is loaded at the least width, where the one before it ended.
    for (const [index, path] of paths.entries()) {
      await visit(page, path)
      const widths = index % 2 === 0 ? WIDTHS.toReversed() : WIDTHS
      await lookAtWidths(page, { screen: path, widths }, found)
    }
    expect(found).toEqual([])
  },
  ALL_SCREENS_MS_MAX,
)

it(
  'every screen of the panel fits long words at each width',
  async () => {
    const page = await panelTab(long)
    const found: string[] = []
    for (const { name, path, act } of PANEL_SCREENS) {
      await visit(page, path)
      await page.locator('.admin-title').waitFor()
      await act(page, long.server.call)
      await lookAtWidths(page, { screen: name }, found)
    }
    expect(found).toEqual([])
  },
  ALL_SCREENS_MS_MAX,
)

/** A tab that is logged in, on a site with a long commit and a deleted post. */
async function panelTab({ server, tab }: SiteInBrowser): Promise<Page> {
  await preparePanel(server.call)
  const { data } = await server.ask<{ token: string }>('POST', '/auth/login', {
    password: PASSWORD,
  })
  const page = await tab({ expected: /Failed to load resource/ })
  page.setDefaultTimeout(PANEL_WAIT_MS_MAX)
  // What is not saved asks before it is left.
  page.on('dialog', (question) => void question.accept())
  await page.addInitScript((token) => localStorage.setItem('authToken', token), data.token)
  return page
}
