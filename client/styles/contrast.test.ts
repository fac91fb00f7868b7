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

const TAGS = ['gray', 'rose', 'orange', 'amber', 'green', 'teal', 'sky', 'blue', 'violet', 'pink']
const TONES = ['red', 'orange', 'yellow', 'green', 'blue', 'gray']
const CODE = ['text', 'comment', 'keyword', 'string', 'number', 'name', 'type']

type Pair = readonly [a: string, b: string, least: number]

const TEXT = ['text', 'strong', 'muted', 'accent', ...TONES]
const PAIRS: Pair[] = [
  ...['bg', 'surface', 'raised'].flatMap((ground): Pair[] => [
    ...TEXT.map((name): Pair => [name, ground, 4.5]),
    // The ring of the focus, and the edge of a field.
    ['accent', ground, 3],
    ['line-input', ground, 3],
  ]),
  // Chosen chips, code, primary buttons, neighbouring levels of the heatmap.
  ...TAGS.map((name): Pair => ['bg', name, 4.5]),
  ...CODE.map((name): Pair => [`code-${name}`, 'code-bg', 4.5]),
  ['on-accent', 'accent', 4.5],
  ...[1, 2, 3, 4].map((level): Pair => [`heat-${level}`, `heat-${level - 1}`, 1.25]),
]
/** Countdowns have a clear ground in the light theme, a tinted one in the dark theme. */
const LIGHT_PAIRS: Pair[] = [
  ['bg', 'red-sign', 4.5],
  ['bg', 'green-sign', 4.5],
  ['strong', 'orange-sign', 4.5],
  ['strong', 'yellow-sign', 4.5],
]

it.each(['dark', 'light'])('%s: texts, fields, rings and levels can be told apart', (theme) => {
  const colours = coloursOf(theme)
  const colour = (name: string): Rgb => {
    const found = colours.get(name)
    if (!found) throw new Error(`No --${name} in the ${theme} theme`)
    return found
  }
  for (const [a, b, least] of theme === 'light' ? [...PAIRS, ...LIGHT_PAIRS] : PAIRS) {
    expect(contrast(colour(a), colour(b)), `${a} on ${b}`).toBeGreaterThanOrEqual(least)
  }
  for (const name of theme === 'dark' ? TONES : []) {
    const ground = mix(colour(name), colour('bg'), 0.13)
    expect(contrast(colour(name), ground), name).toBeGreaterThanOrEqual(4.5)
  }
})
