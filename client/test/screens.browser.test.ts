/**
 * Every screen, with plain words, none, and long ones in many scripts: nothing moves while scripts take
 * over, nothing scrolls sideways or leaves its box at any width, and axe finds no violation of WCAG
 * 2.2 AA in either theme. What a tab says on its console is checked by site-in-browser.ts.
 */
import type { Page } from 'playwright-core'
import { expect, it } from 'vitest'
import { colorViolationsOn, violationsOn } from '../../server/test/axe.ts'
import { intercept, type Site, siteInBrowser, TODAY, visit } from '../../server/test/browser.ts'
import { longWordFiles } from '../../server/test/long-words.ts'
import { PANEL_SCREENS, preparePanel } from '../../server/test/panel-screens.ts'
import {
  editedPost,
  emptySiteFiles,
  filledSiteFiles,
  latePost,
  movedProject,
} from '../../server/test/site-files.ts'
import { POSTS, SCREENS } from './screens.ts'

const WIDTHS = [320, 360, 768, 1280]

const filled = siteInBrowser(filledSiteFiles(TODAY), {
  ...movedProject(TODAY),
  ...editedPost(TODAY),
  ...latePost(TODAY),
})
const empty = siteInBrowser(emptySiteFiles())
const long = siteInBrowser(longWordFiles(TODAY))

const LONG_POSTS = ['address', 'compound', 'hebrew', 'arabic', 'outward'].map((id) => `/post/${id}`)
const LONG_SEARCHES = ['/search?q=Rechtsschutz', `/search?q=${'x'.repeat(190)}`]

it.each([
  ['plain words', filled, [...SCREENS, ...POSTS]],
  ['no words', empty, SCREENS],
  ['long words', long, [...SCREENS, ...LONG_POSTS, ...LONG_SEARCHES]],
] as const)(
  'every public screen with %s is still, fits and is accessible',
  async (words, site, paths) => {
    // A toast that is still fading in has less contrast than it will have.
    const page = await site.tab({ expected: /404/, reducedMotion: 'reduce' })
    const asked: string[] = []
    page.on('request', (request) => {
      if (request.url().includes('/api/')) asked.push(request.url())
    })
    await page.addInitScript(noteShifts)
    // A font that comes late moves words; that is not the scripts' doing. /admin has its own script.
    await intercept(page, '**/assets/{main,panel}-*.js', async (route) => {
      await page.evaluate(waitForFonts)
      await route.continue()
    })
    for (const [index, path] of paths.entries()) {
      await visit(page, path)
      expect(await shiftsOf(page), path).toEqual({ shifts: 0, isSameHeading: true })
      // The next screen is loaded at the width, and in the theme, where this one ends.
      const widths = index % 2 === 0 ? WIDTHS.toReversed() : WIDTHS
      expect(await overflowsAt(page, widths), path).toEqual([])
      // Longer words change neither the elements of a screen nor its colors.
      if (words === 'long words') continue
      expect(await violationsOn(page), path).toEqual([])
      await page.getByRole('button', { name: 'Light theme' }).click()
      if (words === 'plain words') expect(await colorViolationsOn(page), path).toEqual([])
    }
    expect(asked).toEqual([])
  },
)

it('every screen of the panel fits long words and is accessible', async () => {
  const page = await panelTab(long)
  await preparePanel(long.server.call)
  for (const { name, path, act } of PANEL_SCREENS) {
    await visit(page, path)
    await page.locator('.admin-title').waitFor()
    await act(page, long.server.call)
    expect(await panelFaults(page), name).toEqual([])
  }
})

it('the gate and a panel that is empty or fails fit and are accessible', async () => {
  const gate = await empty.tab({ width: 360 })
  await visit(gate, '/admin')
  expect(await panelFaults(gate), 'gate').toEqual([])
  const page = await panelTab(empty)
  for (const [path, words] of [
    ['/admin/blog', 'Start your accountability journey'],
    ['/admin/projects', 'No active projects.'],
  ] as const) {
    await visit(page, path)
    await page.getByText(words).waitFor()
    expect(await panelFaults(page), path).toEqual([])
  }
  await intercept(page, '**/api/**', (route) => route.abort())
  for (const path of ['/admin/blog', '/admin/projects', '/admin/activity']) {
    await visit(page, path)
    await page.getByRole('button', { name: 'Try Again' }).first().waitFor()
    expect(await panelFaults(page), path).toEqual([])
  }
})

it('axe finds nothing in the open menus', async () => {
  const narrow = await filled.tab({ width: 360, reducedMotion: 'reduce' })
  await visit(narrow, '/')
  await narrow.getByRole('button', { name: 'Open menu' }).click()
  await narrow.locator('.side-menu-in').waitFor()
  expect(await violationsOn(narrow)).toEqual([])
  const wide = await filled.tab()
  await visit(wide, '/')
  await wide.locator('.menu-bar summary').first().click()
  expect(await violationsOn(wide)).toEqual([])
})

it('what a finger taps among words is 44 px high', async () => {
  const page = await filled.tab({ width: 360, hasTouch: true, isMobile: true })
  const small: string[] = []
  for (const path of ['/', '/stats', '/projects', '/post/every-element', '/post/older-1']) {
    await visit(page, path)
    small.push(
      ...(await page.evaluate(() =>
        [...document.querySelectorAll('.tag a, .footer a, main summary, .copy-button, .admin-link')]
          .filter((target) => target.checkVisibility() && target.clientHeight + 2 < 44)
          .map((target) => `${location.pathname} ${target.className} ${target.textContent}`),
      )),
    )
  }
  expect(small).toEqual([])
})

it('paper has the light tones also in the dark theme', async () => {
  const tone = async (theme: 'dark' | 'light', media: 'print' | 'screen') => {
    const page = await filled.tab({ theme })
    await visit(page, '/about')
    await page.emulateMedia({ media })
    return page.evaluate(() => getComputedStyle(document.documentElement).colorScheme)
  }
  const paper = await tone('dark', 'print')
  expect(paper).toBe(await tone('light', 'screen'))
  expect(paper).not.toBe(await tone('dark', 'screen'))
})

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
      // A wide formula scrolls in its box.
      if (element.matches('.math-scroll math')) return false
      const { overflowX } = getComputedStyle(element)
      return overflowX === 'visible' && element.scrollWidth > element.clientWidth + 1
    })
    .map(({ tagName, className, scrollWidth, clientWidth }) => {
      return `${tagName}.${className} is ${scrollWidth} wide in ${clientWidth}`
    })
}

/** What leaves its place on the screen that shows: its layout is the style sheet's alone. */
async function overflowsAt(page: Page, widths: readonly number[]): Promise<string[]> {
  const found: string[] = []
  for (const width of widths) {
    await page.setViewportSize({ width, height: 900 })
    found.push(...(await page.evaluate(overflows)).map((fault) => `at ${width} px: ${fault}`))
  }
  return found
}

/** What is wrong with a screen of the panel, at all widths, in both themes. */
async function panelFaults(page: Page): Promise<string[]> {
  const turn = () =>
    page.evaluate(() => {
      const { dataset } = document.documentElement
      dataset.theme = dataset.theme === 'light' ? 'dark' : 'light'
    })
  const found = await overflowsAt(page, WIDTHS.toReversed())
  // So high that neither a toast nor the bar below a form lies over anything.
  await page.setViewportSize({ width: 360, height: 4000 })
  found.push(...(await violationsOn(page)))
  // A dialog may lie over the button of the theme.
  await turn()
  found.push(...(await colorViolationsOn(page)))
  await page.setViewportSize({ width: 1280, height: 900 })
  return found
}

/** A tab of an admin who is logged in. */
async function panelTab(site: Site): Promise<Page> {
  const page = await site.enter('/admin', { reducedMotion: 'reduce' })
  // What is not saved asks before it is left.
  page.on('dialog', (question) => void question.accept())
  return page
}

interface Shift extends PerformanceEntry {
  value: number
}

/** What the functions below keep in the page. */
interface Seen {
  shifts: Shift[]
  heading: Element
  /** When the fonts were there, on the clock of the entries. */
  fontsAt: number
}

/** Runs in the page before its scripts: notes what moves, and keeps the heading that was sent. */
function noteShifts(): void {
  const seen = { shifts: [] as PerformanceEntry[], fontsAt: 0 }
  Object.assign(window, { seen })
  new PerformanceObserver((list) => {
    seen.shifts.push(...list.getEntries())
  }).observe({ type: 'layout-shift', buffered: true })
  document.addEventListener('DOMContentLoaded', () => {
    Object.assign(seen, { heading: document.querySelector('h1') })
  })
}

/** Waits in the page until it is painted in its fonts. */
async function waitForFonts(): Promise<void> {
  // A font is asked for once words are laid out.
  await new Promise(requestAnimationFrame)
  await document.fonts.ready
  await new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))
  // Put there by `noteShifts`.
  const { seen } = window as unknown as { seen: { fontsAt: number } }
  seen.fontsAt = performance.now()
}

/** What has moved since the fonts were there, and whether React has kept its heading. */
async function shiftsOf(page: Page): Promise<{ shifts: number; isSameHeading: boolean }> {
  // Effects have run once the browser has painted twice.
  await page.evaluate(
    () => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done))),
  )
  return page.evaluate(() => {
    // Put there by `noteShifts`.
    const { seen } = window as unknown as { seen: Seen }
    const later = seen.shifts.filter(({ startTime }) => startTime > seen.fontsAt)
    const isSameHeading = seen.heading === document.querySelector('h1')
    return { shifts: later.reduce((sum, { value }) => sum + value, 0), isSameHeading }
  })
}
