/** The drawing of a social card, 1200 × 630, shown where a link to the site is shared. */
import { DARK } from './palette.ts'
import { brandMark } from './site-icon.ts'
import { wrapTitle } from './wrap-title.ts'
import { escapeXml } from './xml-text.ts'

/** What a card says. */
export interface SocialCard {
  title: string
  brand: string
  /** Upper left beside the brand: the post's type; empty for the site's own card. */
  badge: string
  /** Lower left: date and reading time, or what the site is. */
  note: string
  author: string
  streak: number
  /** Levels 0 to 4 of the last days, oldest first. */
  strip: readonly number[]
}

const CARD_WIDTH = 1200
const CARD_HEIGHT = 630

const PADDING = 80
const TITLE_SIZES = [
  { size: 84, lines: 2 },
  { size: 72, lines: 3 },
  { size: 56, lines: 4 },
]
const TITLE_WIDTH = CARD_WIDTH - 2 * PADDING
/** The title is centred between the line of the brand and that of the streak. */
const TITLE_MIDDLE = 302
const LINE_HEIGHT = 1.16
const CELL = 26
const CELL_STEP = 34
const BRAND_WIDTH = 700
/** What the streak leaves free of the line at the foot. */
const NOTE_WIDTH = 540
const BADGE_SIZE = 24
const NUMBER_SIZE = 68
/** Symbols that a text font does not have; they would be drawn as empty boxes. */
const PICTURES = /\p{Extended_Pictographic}|\p{Emoji_Modifier}|[\u200d\ufe0f\u20e3]/gu

interface Type {
  /** Width of text in the title's weight. */
  widthOf(text: string, size: number): number
}

/** The text without pictures, or `instead` when nothing else was in it. */
export function plainTitle(title: string, instead: string): string {
  return title.replace(PICTURES, '').replace(/\s+/g, ' ').trim() || instead
}

/** The card as SVG text in the font family `Inter`, in its weights 400, 600 and 800. */
export function socialCardSvg(card: SocialCard, { widthOf }: Type): string {
  const title = plainTitle(card.title, card.brand)
  const { lines, size } = wrapTitle(title, { width: TITLE_WIDTH, sizes: TITLE_SIZES, widthOf })
  const step = size * LINE_HEIGHT
  const firstBaseline = TITLE_MIDDLE - ((lines.length - 1) * step) / 2 + size * 0.36
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${CARD_WIDTH}" height="${CARD_HEIGHT}" viewBox="0 0 ${CARD_WIDTH} ${CARD_HEIGHT}" font-family="Inter">
<rect width="${CARD_WIDTH}" height="${CARD_HEIGHT}" fill="${DARK.bg}"/>
<rect width="${CARD_WIDTH}" height="10" fill="${DARK.accent}"/>
${brandMark({ x: PADDING, y: 74, size: 48 })}
${text(oneLine(card.brand, 34, BRAND_WIDTH, widthOf), { x: PADDING + 66, y: 109, size: 34, weight: 600, fill: DARK.strong })}
${card.badge === '' ? '' : badge(card.badge, widthOf)}
${lines
  .map((line, index) =>
    text(line, {
      x: PADDING,
      y: firstBaseline + index * step,
      size,
      weight: 800,
      fill: DARK.strong,
      spacing: -size * 0.025,
    }),
  )
  .join('\n')}
${text(oneLine(card.author, 28, NOTE_WIDTH, widthOf), { x: PADDING, y: 524, size: 28, weight: 600, fill: DARK.text })}
${text(oneLine(card.note, 26, NOTE_WIDTH, widthOf), { x: PADDING, y: 562, size: 26, weight: 400, fill: DARK.muted })}
${streakBlock(card, widthOf)}
</svg>
`
}

function oneLine(content: string, size: number, width: number, widthOf: Type['widthOf']): string {
  const sizes = [{ size, lines: 1 }]
  return wrapTitle(plainTitle(content, ''), { width, sizes, widthOf }).lines[0] ?? ''
}

function badge(label: string, widthOf: Type['widthOf']): string {
  const width = widthOf(label, BADGE_SIZE) + 44
  const x = CARD_WIDTH - PADDING - width
  return `<rect x="${x}" y="74" width="${width}" height="48" rx="24" fill="none" stroke="${DARK.accent}" stroke-width="2"/>
${text(label, { x: x + width / 2, y: 106, size: BADGE_SIZE, weight: 600, fill: DARK.accent, anchor: 'middle' })}`
}

function streakBlock({ streak, strip }: SocialCard, widthOf: Type['widthOf']): string {
  const right = CARD_WIDTH - PADDING
  const left = right - strip.length * CELL_STEP + (CELL_STEP - CELL)
  const number = String(streak)
  const labelAt = left + widthOf(number, NUMBER_SIZE) + 14
  const cells = strip.map(
    (level, index) =>
      `<rect x="${left + index * CELL_STEP}" y="536" width="${CELL}" height="${CELL}" rx="6" fill="${DARK.heat[level] ?? DARK.heat[0]}"/>`,
  )
  return [
    text(number, { x: left, y: 516, size: NUMBER_SIZE, weight: 800, fill: DARK.accent }),
    text('day streak', { x: labelAt, y: 514, size: 28, weight: 600, fill: DARK.text }),
    ...cells,
  ].join('\n')
}

interface TextLook {
  x: number
  y: number
  size: number
  weight: 400 | 600 | 800
  fill: string
  spacing?: number
  anchor?: 'middle'
}

function text(content: string, { x, y, size, weight, fill, spacing, anchor }: TextLook): string {
  const more = `${spacing ? ` letter-spacing="${spacing}"` : ''}${anchor ? ` text-anchor="${anchor}"` : ''}`
  return `<text x="${x}" y="${y}" font-size="${size}" font-weight="${weight}" fill="${fill}"${more}>${escapeXml(content)}</text>`
}
