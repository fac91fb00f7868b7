import { readFileSync } from 'node:fs'
import { expect, it } from 'vitest'

const css = readFileSync(new URL('./tokens.css', import.meta.url), 'utf8')

type Rgb = readonly [number, number, number]

/** The hex colours of a theme: `--name: light-dark(#light, #dark);`. */
function coloursOf(theme: string): Map<string, Rgb> {
  const pairs = [...css.matchAll(/--([\w-]+): light-dark\(#([0-9a-f]{6}), #([0-9a-f]{6})\);/g)]
  return new Map(
    pairs.map(([, name = '', light = '', dark = '']) => [
      name,
      rgbOf(theme === 'light' ? light : dark),
    ]),
  )
}

const rgbOf = (hex: string): Rgb => [
  Number.parseInt(hex.slice(0, 2), 16),
  Number.parseInt(hex.slice(2, 4), 16),
  Number.parseInt(hex.slice(4, 6), 16),
]

/** As `color-mix(in srgb, a share, b)`. */
const mix = (a: Rgb, b: Rgb, share: number): Rgb => [
  a[0] * share + b[0] * (1 - share),
  a[1] * share + b[1] * (1 - share),
  a[2] * share + b[2] * (1 - share),
]

function luminance(rgb: Rgb): number {
  const [r = 0, g = 0, b = 0] = rgb.map((value) => {
    const part = value / 255
    return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4
  })
  return 0.2126 * r + 0.7152 * g + 0.0722 * b
}

/** The contrast of WCAG 2.2. */
function contrast(a: Rgb, b: Rgb): number {
  const [dark = 0, light = 0] = [luminance(a), luminance(b)].sort((x, y) => x - y)
  return (light + 0.05) / (dark + 0.05)
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

  it.each(['bg', 'surface', 'raised'])(`${theme}: words are readable on --%s`, (ground) => {
    for (const name of ['text', 'strong', 'muted', 'accent', ...TONES]) {
      expect(contrast(colour(name), colour(ground)), name).toBeGreaterThanOrEqual(TEXT)
    }
  })

  it.each(TAGS)(`${theme}: tag-%s is readable as a tag and as a chosen chip`, (name) => {
    const ground = mix(colour(name), colour('bg'), 0.12)
    expect(contrast(colour(name), ground)).toBeGreaterThanOrEqual(TEXT)
    expect(contrast(colour('bg'), colour(name))).toBeGreaterThanOrEqual(TEXT)
  })

  it.each(TONES)(`${theme}: a %s countdown is readable`, (name) => {
    const sign = colours.get(`${name}-sign`)
    const mixed = mix(colour(name), colour('bg'), theme === 'light' ? 0.22 : 0.13)
    const ground = theme === 'light' ? (sign ?? mixed) : mixed
    const words = colour(theme === 'light' ? 'strong' : name)
    expect(contrast(words, ground)).toBeGreaterThanOrEqual(TEXT)
  })

  it.each(CODE)(`${theme}: code %s is readable`, (name) => {
    expect(contrast(colour(`code-${name}`), colour('code-bg'))).toBeGreaterThanOrEqual(TEXT)
  })

  it(`${theme}: buttons and the focus ring can be told from what is behind`, () => {
    expect(contrast(colour('on-accent'), colour('accent'))).toBeGreaterThanOrEqual(TEXT)
    expect(contrast(colour('accent'), colour('bg'))).toBeGreaterThanOrEqual(GRAPHIC)
    expect(contrast(colour('accent'), colour('surface'))).toBeGreaterThanOrEqual(GRAPHIC)
  })

  it(`${theme}: levels of the heatmap differ from one to the next`, () => {
    for (let level = 1; level <= 4; level += 1) {
      const step = contrast(colour(`heat-${level}`), colour(`heat-${level - 1}`))
      expect(step, `${level}`).toBeGreaterThanOrEqual(1.25)
    }
  })
}
