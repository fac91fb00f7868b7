/** The pictures that are text, opened as pages of their own in a real browser. */
import { expect, it } from 'vitest'
import { siteInBrowser } from '../../test/browser.ts'
import { DARK, LIGHT } from './pictures/palette.ts'

const site = siteInBrowser({
  'site.yaml': 'time_zone: Europe/Berlin\n',
  'posts/a.md': '---\ntitle: A\ndate: 2026-11-20\n---\nText.\n',
})

it('the pictures are in the colours of a dark and of a light screen, with nothing refused', async () => {
  const page = await site.tab({ fresh: true })
  for (const path of ['/streak.svg', '/favicon.svg']) {
    await page.goto(path)
    for (const [colorScheme, { bg }] of [
      ['dark', DARK],
      ['light', LIGHT],
    ] as const) {
      await page.emulateMedia({ colorScheme })
      const fill = await page.evaluate(() => {
        const ground = document.querySelector('.bg')
        return ground && getComputedStyle(ground).fill
      })
      const [red, green, blue] = [1, 3, 5].map((at) => Number.parseInt(bg.slice(at, at + 2), 16))
      expect(fill, `${path} ${colorScheme}`).toBe(`rgb(${red}, ${green}, ${blue})`)
    }
  }
})
