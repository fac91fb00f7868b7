/** The pictures that are text, opened as pages of their own in a real browser. */
import { expect, it } from 'vitest'
import { siteInBrowser } from '../../test/browser.ts'
import { DARK, LIGHT } from './pictures/palette.ts'

const site = siteInBrowser({
  'site.yaml': 'time_zone: Europe/Berlin\n',
  'posts/a.md': '---\ntitle: A\ndate: 2026-11-20\n---\nText.\n',
})

it.each([
  ['/streak.svg', 'dark'],
  ['/streak.svg', 'light'],
  ['/favicon.svg', 'dark'],
  ['/favicon.svg', 'light'],
] as const)('%s is in the colours of a %s screen, with nothing refused', async (path, scheme) => {
  const page = await site.tab({ colorScheme: scheme })
  await page.goto(path)
  const fill = await page.evaluate(() => {
    const ground = document.querySelector('.bg')
    return ground && getComputedStyle(ground).fill
  })
  const { bg } = scheme === 'dark' ? DARK : LIGHT
  const [red, green, blue] = [1, 3, 5].map((at) => Number.parseInt(bg.slice(at, at + 2), 16))
  expect(fill).toBe(`rgb(${red}, ${green}, ${blue})`)
})
