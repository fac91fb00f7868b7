import { readFileSync } from 'node:fs'
import { expect, it } from 'vitest'

const css = readFileSync(new URL('./tokens.css', import.meta.url), 'utf8')

type Rgb = readonly number[]

/** The hex colours of a theme: `--name: light-dark(#light, #dark);`. */
function coloursOf(theme: string): Map<string, Rgb> {
  const pairs = css.matchAll(/--([\w-]+): light-dark\(#([0-9a-f]{6}), #([0-9a-f]{6})\);/g)
  return new Map(
    Array.from(pairs, ([, name = '', light = '', dark = '']) => [
      name,
      [...Buffer.from(theme === 'light' ? light : dark, 'hex')],
    ]),
  )
}

/** As `color-mix(in srgb, a share, b)`. */
const mix = (a: Rgb, b: Rgb, share: number): Rgb =>
  a.map((value, index) => value * share + (b[index] ?? 0) * (1 - share))

function luminance(rgb: Rgb): number {
  const parts = rgb.map((value) => value / 255)
  const [r = 0, g = 0, b = 0] = parts.map((part) =>
    part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4,
  )
  return 0.2126 * r + 0.7152 * g + 0.0722 * b
}

/** The contrast of WCAG 2.2. */
function contrast(a: Rgb, b: Rgb): number {
  const both = [luminance(a) + 0.05, luminance(b) + 0.05]
  return Math.max(...both) / Math.min(...both)
}

const TEXT = 4.5
const GRAPHIC = 3

const TAGS = ['gray', 'rose', 'orange', 'amber', 'green', 'teal', 'sky', 'blue', 'violet', 'pink']
const TONES = ['red', 'orange', 'yellow', 'green', 'blue', 'gray']
const CODE = ['text', 'comment', 'keyword', 'string', 'number', 'name', 'type']

for (const theme of ['dark', 'light']) {
  const colours = coloursOf(theme)
  const colour = (name: string): Rgb => {
    const found = colours.get(name)
    if (!found) throw new Error(`No --${name} in the ${theme} theme`)
    return found
  }

  const bg = colour('bg')
  const differ = (a: Rgb, b: Rgb, least: number, name: string) =>
    expect(contrast(a, b), name).toBeGreaterThanOrEqual(least)

  it.each(['bg', 'surface', 'raised'])(`${theme}: words are readable on --%s`, (ground) => {
    for (const name of ['text', 'strong', 'muted', 'accent', ...TONES]) {
      differ(colour(name), colour(ground), TEXT, name)
    }
  })

  it(`${theme}: tags, chosen chips, countdowns and code are readable`, () => {
    for (const name of TAGS) {
      differ(colour(name), mix(colour(name), bg, 0.12), TEXT, `tag-${name}`)
      differ(bg, colour(name), TEXT, `chosen tag-${name}`)
    }
    for (const name of TONES) {
      if (theme === 'dark') differ(colour(name), mix(colour(name), bg, 0.13), TEXT, name)
    }
    if (theme === 'light') {
      for (const name of ['red', 'green']) differ(bg, colour(`${name}-sign`), TEXT, name)
      for (const name of ['orange', 'yellow']) {
        differ(colour('strong'), colour(`${name}-sign`), TEXT, name)
      }
    }
    for (const name of CODE) differ(colour(`code-${name}`), colour('code-bg'), TEXT, name)
  })

  it(`${theme}: buttons, fields, the focus ring and levels of the heatmap can be told apart`, () => {
    differ(colour('on-accent'), colour('accent'), TEXT, 'button')
    for (const ground of ['bg', 'surface', 'raised']) {
      differ(colour('accent'), colour(ground), GRAPHIC, 'ring')
      differ(colour('line-input'), colour(ground), GRAPHIC, 'the edge of a field')
    }
    for (const level of [1, 2, 3, 4]) {
      differ(colour(`heat-${level}`), colour(`heat-${level - 1}`), 1.25, `level ${level}`)
    }
  })
}
