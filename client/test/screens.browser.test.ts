/**
 * Every screen once, with plain words, none, or long ones in many scripts: its texts are there,
 * nothing moves while scripts take over, nothing scrolls sideways or leaves its box at any width, and
 * axe finds no violation of WCAG 2.2 AA. What a tab says on its console is checked by browser.ts.
 */
import type { Page } from 'playwright-core'
import { expect, it } from 'vitest'
import { violationsOn } from '../../server/test/axe.ts'
import { intercept, siteInBrowser, TODAY, visit } from '../../server/test/browser.ts'
import { longWordFiles } from '../../server/test/long-words.ts'
import { PANEL_SCREENS, preparePanel } from '../../server/test/panel-screens.ts'
import { emptySiteFiles, filledSiteFiles, laterFiles } from '../../server/test/site-files.ts'
import { ALIKE, EMPTY, FILLED, LONG } from './screens.ts'

const WIDTHS = [320, 360, 768, 1280]
// A toast that is still fading in has less contrast than it will have.
const STILL = { reducedMotion: 'reduce', expected: /404|Failed to load/ } as const

const filled = siteInBrowser(filledSiteFiles(TODAY), laterFiles(TODAY))
const empty = siteInBrowser(emptySiteFiles())
const long = siteInBrowser(longWordFiles(TODAY))

it('every public screen has its texts, is still, fits and is accessible', async () => {
  const page = await filled.tab({ ...STILL, fresh: true })
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
  for (const [path, texts] of FILLED) {
    await visit(page, path)
    expect(await shiftsOf(page), path).toEqual({ shifts: 0, isSameHeading: true })
    await hasTexts(page, texts)
    expect(await overflows(page), path).toEqual([])
    if (ALIKE.has(path)) continue
    expect(await violationsOn(page), path).toEqual([])
    await turnTheme(page)
  }
  expect(asked).toEqual([])
})

it.each([
  ['no words', empty, EMPTY],
  ['long words', long, LONG],
] as const)('every public screen with %s has its texts and fits', async (_, site, screens) => {
  const page = await site.tab(STILL)
  for (const [path, texts] of screens) {
    await visit(page, path)
    await hasTexts(page, texts)
    expect(await overflows(page), path).toEqual([])
  }
})

it('every screen of the panel has its texts, fits long words and is accessible', async () => {
  const page = await long.enter('/admin', STILL)
  await preparePanel(long.server.call)
  for (const [name, act] of Object.entries(PANEL_SCREENS)) {
    await visit(page, name.split(' ')[0] ?? '')
    await page.locator('.admin-title').waitFor()
    await hasTexts(page, await act(page, long.server.call))
    await panelFits(page, name)
    await page.unrouteAll({ behavior: 'ignoreErrors' })
    await turnTheme(page)
  }
})

it('a panel that is empty or fails has its texts, fits and is accessible', async () => {
  const page = await empty.enter('/admin', STILL)
  for (const [path, texts] of [
    ['/admin/blog', 'Start your accountability journey by creating your first post!'],
    ['/admin/projects', 'No active projects. | No completed projects.'],
  ] as const) {
    await visit(page, path)
    await hasTexts(page, texts)
    await panelFits(page, path)
  }
  await turnTheme(page)
  await intercept(page, '**/api/**', (route) => route.abort())
  for (const path of ['/admin/blog', '/admin/projects', '/admin/activity']) {
    await visit(page, path)
    await hasTexts(page, 'Try Again')
    expect(await overflows(page), path).toEqual([])
  }
  expect(await violationsOn(page)).toEqual([])
})

it('axe finds nothing in the open menus', async () => {
  const page = await filled.visit('/', { ...STILL, width: 360 })
  await page.getByRole('button', { name: 'Open menu' }).click()
  await page.locator('.side-menu-in').waitFor()
  expect(await violationsOn(page)).toEqual([])
  await page.setViewportSize({ width: 1280, height: 900 })
  await visit(page, '/')
  await page.locator('.menu-bar summary').first().click()
  expect(await violationsOn(page)).toEqual([])
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
  const page = await filled.visit('/about')
  const scheme = () => page.evaluate(() => getComputedStyle(document.documentElement).colorScheme)
  await page.emulateMedia({ media: 'print' })
  expect(await scheme()).toBe('light')
  await page.emulateMedia({ media: 'screen' })
  expect(await scheme()).toBe('dark')
})

async function hasTexts(page: Page, texts?: string): Promise<void> {
  if (!texts) return
  const missing = async () => {
    const shown = await page.locator('body').innerText()
    return texts.split(' | ').filter((text) => !shown.includes(text))
  }
  await expect.poll(missing, { message: page.url() }).toEqual([])
}

async function turnTheme(page: Page): Promise<void> {
  await page.evaluate(() => {
    localStorage.setItem('theme', localStorage.getItem('theme') === 'light' ? 'dark' : 'light')
  })
}

/** What leaves its place on the screen that shows, at all widths; it is wide again afterwards. */
async function overflows(page: Page): Promise<string[]> {
  const found: string[] = []
  for (const width of WIDTHS) {
    await page.setViewportSize({ width, height: 900 })
    const faults = [...(await page.evaluate(overflowing)), ...(await page.evaluate(brokenWords))]
    found.push(...faults.map((fault) => `at ${width} px: ${fault}`))
  }
  return found
}

async function panelFits(page: Page, name: string): Promise<void> {
  expect(await overflows(page), name).toEqual([])
  // So high that neither a toast nor the bar below a form lies over anything.
  await page.setViewportSize({ width: 360, height: 4000 })
  expect(await violationsOn(page), name).toEqual([])
  await page.setViewportSize({ width: 1280, height: 900 })
}

/** What leaves its place: the page itself, and elements whose words stick out of them. */
function overflowing(): string[] {
  // The bar below a form reaches into the margins of the page on purpose.
  for (const bar of document.querySelectorAll<HTMLElement>('.editor-actions')) {
    bar.style.marginInline = '0'
  }
  return [document.documentElement, ...document.querySelectorAll('body *')]
    .filter((element) => {
      if (element instanceof SVGElement || element.clientWidth === 0) return false
      if (element.scrollWidth <= element.clientWidth + 1) return false
      // Hidden words, and an arrow that is a turned corner of a box.
      if (element.closest('.visually-hidden, .sr-only, .card-action')) return false
      // A wide formula scrolls in its box.
      if (element.matches('.math-scroll math')) return false
      return getComputedStyle(element).overflowX === 'visible'
    })
    .map(({ tagName, className, scrollWidth, clientWidth }) => {
      return `${tagName}.${className} is ${scrollWidth} wide in ${clientWidth}`
    })
}

/** Words of tables, which scroll instead, and of summaries that stand on two lines. */
function brokenWords(): string[] {
  const broken: string[] = []
  for (const part of document.querySelectorAll('.prose :is(summary, th, td)')) {
    const texts = document.createTreeWalker(part, NodeFilter.SHOW_TEXT)
    for (let text = texts.nextNode(); text; text = texts.nextNode()) {
      for (const { 0: word, index } of (text.nodeValue ?? '').matchAll(/\p{L}+/gu)) {
        const range = document.createRange()
        range.setStart(text, index)
        range.setEnd(text, index + word.length)
        const lines = new Set([...range.getClientRects()].map(({ top }) => top))
        if (lines.size > 1) broken.push(`${part.tagName} breaks ${word}`)
      }
    }
  }
  return broken
}

/** What the functions below keep in the page. */
interface Seen {
  shifts: (PerformanceEntry & { value?: number })[]
  heading: Element | null
  /** When the fonts were there, on the clock of the entries. */
  fontsAt: number
}
declare const seen: Seen

/** Runs in the page before its scripts: notes what moves, and keeps the heading that was sent. */
function noteShifts(): void {
  const noted: Seen = { shifts: [], heading: null, fontsAt: 0 }
  Object.assign(window, { seen: noted })
  new PerformanceObserver((list) => {
    noted.shifts.push(...list.getEntries())
  }).observe({ type: 'layout-shift', buffered: true })
  document.addEventListener('DOMContentLoaded', () => {
    noted.heading = document.querySelector('h1')
  })
}

async function waitForFonts(): Promise<void> {
  // A font is asked for once words are laid out.
  await new Promise(requestAnimationFrame)
  await document.fonts.ready
  await new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))
  seen.fontsAt = performance.now()
}

/** Once effects have run: what has moved since the fonts were there, and whether the heading stayed. */
async function shiftsOf(page: Page): Promise<{ shifts: number; isSameHeading: boolean }> {
  return page.evaluate(async () => {
    // Effects have run once the browser has painted twice.
    await new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))
    const later = seen.shifts.filter(({ startTime }) => startTime > seen.fontsAt)
    const shifts = later.reduce((sum, { value = 0 }) => sum + value, 0)
    return { shifts, isSameHeading: seen.heading === document.querySelector('h1') }
  })
}
