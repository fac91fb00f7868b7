/** What `npm run shots` takes pictures with: the widths, the themes, and where they are kept. */
import { join, resolve } from 'node:path'
import type { Browser, BrowserContext, Page } from 'playwright-core'
import type { BuiltServer } from '../built-server.ts'

const WIDTHS = [320, 360, 768, 1280]
const THEMES = ['dark', 'light'] as const

/** Where the pictures go. */
export const FOLDER = resolve('shots')

/** One width in one theme. */
export interface Look {
  width: number
  theme: (typeof THEMES)[number]
  context(): Promise<BrowserContext>
}

export interface Pictures {
  /** The name of a picture, where the command asked for it; else null. */
  wanted(screen: string, state: string, look: Look): string | null
  take(tab: Page, name: string, more?: { fullPage: boolean }): Promise<void>
  count(): number
}

/** @param parts what the names of the pictures must have in them */
export function createPictures(parts: readonly string[]): Pictures {
  let taken = 0
  return {
    wanted(screen, state, { width, theme }) {
      const name = `${screen}-${state}-${width}-${theme}`
      return parts.every((part) => name.includes(part)) ? name : null
    },
    async take(tab, name, { fullPage } = { fullPage: true }) {
      // What is far below the first screen is loaded late, but shows on a picture of the whole page.
      await tab.evaluate(async () => {
        const images = [...document.images]
        for (const image of images) image.loading = 'eager'
        // What is fixed to the window stands at the top of such a picture, and covers nothing there.
        window.scrollTo(0, 0)
        await Promise.allSettled(images.map((image) => image.decode()))
      })
      await tab.screenshot({ path: join(FOLDER, `${name}.png`), fullPage, animations: 'disabled' })
      taken += 1
    },
    count: () => taken,
  }
}

/** Every width in every theme. */
export function* looks(browser: Browser): Generator<Look> {
  for (const width of WIDTHS) {
    for (const theme of THEMES) {
      const context = async () => {
        const viewport = { width, height: width < 768 ? 780 : 900 }
        const opened = await browser.newContext({
          viewport,
          reducedMotion: 'reduce',
          // A phone: fingers, and nothing to hover with.
          hasTouch: width < 768,
          isMobile: width < 768,
        })
        await opened.addInitScript((name) => localStorage.setItem('theme', name), theme)
        return opened
      }
      yield { width, theme, context }
    }
  }
}

/** Opens an address and waits for its font and for its scripts. */
export async function open(tab: Page, server: BuiltServer, path: string): Promise<void> {
  await tab.goto(server.address + path)
  await tab.evaluate(() => document.fonts.ready)
  await tab.waitForFunction(() =>
    Object.keys(document.querySelector('main h1') ?? {}).some((key) => key.startsWith('__react')),
  )
}
