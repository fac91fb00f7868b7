import { readFileSync } from 'node:fs'
import { expect, it } from 'vitest'
import { contrastOf } from '#domain/accent.ts'

const css = readFileSync(new URL('./tokens.css', import.meta.url), 'utf8')
/** Tokens of two colours: `--name: light-dark(#light, #dark);`. */
const TOKENS = [...css.matchAll(/--([\w-]+): light-dark\((#[0-9a-f]{6}), (#[0-9a-f]{6})\);/g)]

const byteAt = (color: string, at: number) => Number.parseInt(color.slice(at, at + 2), 16)
function mix(a: string, b: string, share: number): string {
  const bytes = [1, 3, 5].map((at) => byteAt(a, at) * share + byteAt(b, at) * (1 - share))
  return `#${bytes.map((byte) => Math.round(byte).toString(16).padStart(2, '0')).join('')}`
}

const TAGS = ['gray', 'rose', 'orange', 'yellow', 'green', 'teal', 'sky', 'blue', 'violet', 'pink']
const TONES = ['red', 'orange', 'yellow', 'green', 'blue', 'gray']
const CODE = ['text', 'muted', 'pink', 'green', 'orange', 'blue', 'teal']
const TEXT = ['text', 'strong', 'muted', 'accent', ...TONES]

type Pair = readonly [a: string, b: string, least: number]

const PAIRS: Pair[] = [
  ...['bg', 'surface', 'raised'].flatMap((ground): Pair[] => [
    ...TEXT.map((name): Pair => [name, ground, 4.5]),
    // The ring of the focus, and the edge of a field.
    ['accent', ground, 3],
    ['line-input', ground, 3],
  ]),
  // Chosen chips, code, primary buttons, neighbouring levels of the heatmap.
  ...TAGS.map((name): Pair => ['bg', name, 4.5]),
  ...CODE.map((name): Pair => [name, 'code-bg', 4.5]),
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
  const colours = new Map(
    TOKENS.map(([, name, light = '', dark = '']) => [name, theme === 'light' ? light : dark]),
  )
  // Without the token there is no number.
  const colour = (name: string) => colours.get(name) ?? ''
  for (const [a, b, least] of theme === 'light' ? [...PAIRS, ...LIGHT_PAIRS] : PAIRS) {
    expect(contrastOf(colour(a), colour(b)), `${a} on ${b}`).toBeGreaterThanOrEqual(least)
  }
  for (const name of theme === 'dark' ? TONES : []) {
    const ground = mix(colour(name), colour('bg'), 0.13)
    expect(contrastOf(colour(name), ground), name).toBeGreaterThanOrEqual(4.5)
  }
})
