/** The author's accent colour, as readable in both themes. */

/** Backgrounds of the themes, and of boxes in the dark one, as in client/styles/tokens.css. */
export const GROUNDS = { light: '#fbfaf6', dark: '#12110f', raised: '#211f1b' } as const

/** Contrast of text (WCAG 2.2, AA). */
const CONTRAST_MIN = 4.5
/** Per cent. */
const STEP = 5

type Rgb = readonly number[]

const rgbOf = (color: string): Rgb =>
  [1, 3, 5].map((at) => Number.parseInt(color.slice(at, at + 2), 16))
const hexOf = (rgb: Rgb) => `#${rgb.map((value) => value.toString(16).padStart(2, '0')).join('')}`

function luminance(color: string): number {
  const parts = rgbOf(color).map((value) => value / 255)
  const [r = 0, g = 0, b = 0] = parts.map((part) =>
    part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4,
  )
  return 0.2126 * r + 0.7152 * g + 0.0722 * b
}

/** The contrast of two colours, 1 to 21. */
export function contrastOf(a: string, b: string): number {
  const [x, y] = [luminance(a) + 0.05, luminance(b) + 0.05]
  return Math.max(x, y) / Math.min(x, y)
}

/** The accent (`#` and six hex digits), mixed with black or white until it can be read there. */
export function readableAccent(accent: string, ground: keyof typeof GROUNDS): string {
  const end = ground === 'light' ? 0 : 255
  for (let share = 0; ; share += STEP) {
    const mixed = rgbOf(accent).map((value) => Math.round(value + ((end - value) * share) / 100))
    const color = hexOf(mixed)
    if (share >= 100 || contrastOf(color, GROUNDS[ground]) >= CONTRAST_MIN) return color
  }
}
