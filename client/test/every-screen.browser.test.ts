/**
 * Every public screen, filled and empty, in both themes, narrow and wide: no fault of accessibility,
 * nothing that moves while scripts take over, nothing fetched again.
 * What each tab says on its console and asks of other sites is checked by site-in-browser.ts.
 */
import { describe, expect, it } from 'vitest'
import { colorViolationsOn, violationsOn } from '../../server/test/axe.ts'
import {
  editedPost,
  emptySiteFiles,
  filledSiteFiles,
  latePost,
  movedProject,
} from '../../server/test/site-files.ts'
import { siteInBrowser, TODAY, visit } from '../../server/test/site-in-browser.ts'
import { POSTS, SCREENS } from './screens.ts'

/** Many screens a test, on a machine that may be busy with others. */
const ALL_SCREENS_MS_MAX = 120_000

const filled = siteInBrowser(filledSiteFiles(TODAY), {
  ...movedProject(TODAY),
  ...editedPost(TODAY),
  ...latePost(TODAY),
})
const empty = siteInBrowser(emptySiteFiles())

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

describe.each([360, 1280])('at %i px', (width) => {
  it.each([
    ['filled', filled, [...SCREENS, ...POSTS]],
    ['empty', empty, SCREENS],
  ] as const)(
    'axe finds nothing on any %s screen in either theme',
    async (_, site, paths) => {
      // A toast that is still fading in has less contrast than it will have.
      const page = await site.tab({ width, expected: /404/, reducedMotion: 'reduce' })
      const themes: (string | null)[] = []
      const theme = () => page.locator('html').getAttribute('data-theme')
      const order = ['dark', 'light']
      // Wide screens are looked at whole in the theme that narrow ones were not.
      if (width > 360) {
        await visit(page, '/')
        await page.getByRole('button', { name: 'Light theme' }).click()
        order.reverse()
      }
      for (const path of paths) {
        await visit(page, path)
        themes.push(await theme())
        expect(await violationsOn(page), `${path}, ${themes.at(-1)}`).toEqual([])
        // The next screen stays in the theme that this one changes to.
        await page.getByRole('button', { name: 'Light theme' }).click()
        expect(await colorViolationsOn(page), `${path}, ${await theme()}`).toEqual([])
      }
      expect(themes).toEqual(paths.map((_, index) => order[index % 2]))
    },
    ALL_SCREENS_MS_MAX,
  )
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

it(
  'scripts take every screen over without moving, replacing or fetching anything',
  async () => {
    for (const [site, paths] of [
      [filled, [...SCREENS, ...POSTS]],
      [empty, SCREENS],
    ] as const) {
      const page = await site.tab({ expected: /404/ })
      const asked: string[] = []
      page.on('request', (request) => {
        if (request.url().includes('/api/')) asked.push(request.url())
      })
      await page.addInitScript(() => {
        const seen = { shifts: 0 }
        Object.assign(window, { seen })
        new PerformanceObserver((list) => {
          // The entry's own type is not in TypeScript's library.
          for (const entry of list.getEntries()) seen.shifts += (entry as unknown as Shift).value
        }).observe({ type: 'layout-shift', buffered: true })
        document.addEventListener('DOMContentLoaded', () => {
          Object.assign(seen, { heading: document.querySelector('h1') })
        })
      })
      // The font is in the browser's cache from here on: its late arrival is not the scripts' doing.
      await visit(page, '/about')
      for (const path of paths) {
        await visit(page, path)
        // Effects have run once the browser has painted twice.
        await page.evaluate(
          () => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done))),
        )
        const [shifts, isSameHeading] = await page.evaluate(() => {
          // Put there by the script above.
          const { seen } = window as unknown as { seen: { shifts: number; heading: Element } }
          return [seen.shifts, seen.heading === document.querySelector('h1')]
        })
        expect([shifts, isSameHeading], path).toEqual([0, true])
      }
      expect(asked).toEqual([])
    }
  },
  ALL_SCREENS_MS_MAX,
)

interface Shift {
  value: number
}
