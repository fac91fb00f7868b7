/** The social card of a post or of the site, 1200 × 630, for previews of shared links. */
import { formatLongDay } from '#domain/days/day.ts'
import { isCounted, readingMinutes } from '#domain/post.ts'
import type { PostRecord, ProjectRecord } from '../../../content/records.ts'
import type { QueryContext } from '../../../queries/query-context.ts'
import { type Markup, xml } from '../../xml.ts'
import { DARK } from './palette.ts'
import { brandMark } from './site-icon.ts'

interface SocialCard {
  title: string
  brand: string
  /** Upper right: the post's type; empty on the site's card. */
  badge: string
  /** Lower left: date and reading time, or the number of posts. */
  note: string
  author: string
}

type CardSource = Pick<QueryContext, 'snapshot'>

/** Contents of a post's card. */
export async function postCard(post: PostRecord, source: CardSource): Promise<SocialCard> {
  const minutes = readingMinutes(await post.wordCount())
  const note = `${formatLongDay(post.day)} · ${minutes} min read`
  const badge = post.type.replace(/^./, (letter) => letter.toUpperCase())
  return { ...siteCard(source), title: post.title, badge, note }
}

/** Contents of a project's card. */
export function projectCard(project: ProjectRecord, source: CardSource): SocialCard {
  const { title, status, due_date: due } = project
  return { ...siteCard(source), title, badge: status, note: `Due ${formatLongDay(due)}` }
}

/** Contents of the card of all other pages. */
export function siteCard({ snapshot: { site, publicPosts } }: CardSource): SocialCard {
  const { author, title, brand } = site
  const total = publicPosts.filter(isCounted).length
  const note = total === 1 ? '1 post' : `${total} posts`
  return { title, brand, badge: '', note, author: author.name || title }
}

const CARD_WIDTH = 1200
const CARD_HEIGHT = 630
const PADDING = 80
/** Font sizes of titles, largest first, each with its maximal number of lines. */
const SIZES = [
  { size: 84, lines: 2 },
  { size: 72, lines: 3 },
  { size: 56, lines: 4 },
] as const
const TITLE_WIDTH = CARD_WIDTH - 2 * PADDING
/** Vertical centre of the title, between brand and author. */
const TITLE_MIDDLE = 302
const LINE_HEIGHT = 1.16
const BRAND_WIDTH = 700
const BADGE_SIZE = 24
/** Symbols missing in text fonts, which would be drawn as empty boxes. */
const PICTOGRAPHS = /(?![©®™])\p{Extended_Pictographic}|\p{Emoji_Modifier}|[\u200d\ufe0f\u20e3]/gu
/** Glyph widths in em of Inter's heaviest weight, rounded up, so that text stays in the card. */
const WIDTHS: readonly [RegExp, number][] = [
  [/[il.,:;'\u2019|!jI\s\xb7]/u, 0.36],
  [/[frt()[\]{}"\u201c\u201d/\\-]/u, 0.47],
  [/[mwMW\xc6\u0152@%\u2014\u2026]/u, 1],
  [/[\p{Ll}\p{Nd}]/u, 0.68],
  [/[\p{Script=Latin}\p{Script=Greek}\p{Script=Cyrillic}\p{Script=Common}]/u, 0.8],
]

/** Upper bound of the width of a line, in the unit of `size`. */
function widthOf(line: string, size: number): number {
  let ems = 0
  for (const character of line) {
    ems += WIDTHS.find(([letters]) => letters.test(character))?.[1] ?? 1
  }
  return ems * size
}

/** The text without pictographs; `fallback` if nothing is left. */
export function plainTitle(title: string, fallback: string): string {
  return title.replace(PICTOGRAPHS, '').replace(/\s+/g, ' ').trim() || fallback
}

/** Wraps the title in the largest size that fits, else truncates it with `…` in the smallest. */
export function wrapTitle(title: string): { lines: string[]; size: number } {
  for (const { size, lines: linesMax } of SIZES) {
    const lines = linesOf(title, TITLE_WIDTH, size)
    if (lines.length <= linesMax) return { lines, size }
  }
  const { size, lines: linesMax } = SIZES[2]
  const lines = linesOf(title, TITLE_WIDTH, size)
  const last = truncate(lines.slice(linesMax - 1).join(' '), TITLE_WIDTH, size)
  return { lines: [...lines.slice(0, linesMax - 1), last], size }
}

/** Wraps a text. A word wider than a line (an address, a text without spaces) is broken. */
function linesOf(text: string, width: number, size: number): string[] {
  const lines = ['']
  const add = (piece: string) => {
    const longer = lines.at(-1) + piece
    if (widthOf(longer, size) > width) lines.push(piece.trimStart())
    else lines[lines.length - 1] = longer
  }
  for (const [index, word] of text.split(' ').entries()) {
    const spaced = index === 0 ? word : ` ${word}`
    for (const piece of widthOf(word, size) <= width ? [spaced] : spaced) add(piece)
  }
  return lines.filter((line, index) => line !== '' || index === 0)
}

/** The text if it fits into the width, else truncated with `…`. */
function truncate(text: string, width: number, size: number): string {
  if (widthOf(text, size) <= width) return text
  const [line = ''] = linesOf(text, width - widthOf('…', size), size)
  return `${line.replace(/[\s.,;:\u2013\u2014-]+$/, '')}…`
}

/** The card as SVG text, in the weights 400, 600 and 800 of the font `Inter`. */
export function socialCardSvg(card: SocialCard): string {
  const { lines, size } = wrapTitle(plainTitle(card.title, card.brand))
  const step = size * LINE_HEIGHT
  const firstBaseline = TITLE_MIDDLE - ((lines.length - 1) * step) / 2 + size * 0.36
  const title = lines.map((line, index) => {
    const y = firstBaseline + index * step
    return textElement(line, { x: PADDING, y, size, weight: 800, fill: DARK.strong })
  })
  const line = (content: string, width: number, style: TextStyle) =>
    textElement(truncate(plainTitle(content, ''), width, style.size), style)
  const drawing = xml`<svg xmlns="http://www.w3.org/2000/svg" width="${CARD_WIDTH}" height="${CARD_HEIGHT}"
  viewBox="0 0 ${CARD_WIDTH} ${CARD_HEIGHT}" font-family="Inter">
<rect width="${CARD_WIDTH}" height="${CARD_HEIGHT}" fill="${DARK.bg}"/>
<rect width="${CARD_WIDTH}" height="10" fill="${DARK.accent}"/>
${brandMark({ x: PADDING, y: 74, size: 48 })}
${line(card.brand, BRAND_WIDTH, { x: PADDING + 66, y: 109, size: 34, weight: 600, fill: DARK.strong })}
${card.badge === '' ? '' : badge(card.badge)}
${title}
${line(card.author, TITLE_WIDTH, { x: PADDING, y: 524, size: 28, weight: 600, fill: DARK.text })}
${line(card.note, TITLE_WIDTH, { x: PADDING, y: 562, size: 26, weight: 400, fill: DARK.muted })}
</svg>
`
  return drawing.text
}

function badge(label: string): Markup {
  const width = widthOf(label, BADGE_SIZE) + 44
  const x = CARD_WIDTH - PADDING - width
  return xml`<rect x="${x}" y="74" width="${width}" height="48" rx="24" fill="none"
  stroke="${DARK.accent}" stroke-width="2"/><text x="${x + width / 2}" y="106" font-weight="600"
  font-size="${BADGE_SIZE}" fill="${DARK.accent}" text-anchor="middle">${label}</text>`
}

interface TextStyle {
  x: number
  y: number
  size: number
  weight: 400 | 600 | 800
  fill: string
}

function textElement(content: string, { x, y, size, weight, fill }: TextStyle): Markup {
  // Large text gets negative letter spacing.
  const spacing = size >= SIZES[2].size ? -size * 0.025 : 0
  return xml`<text x="${x}" y="${y}" font-size="${size}" font-weight="${weight}" fill="${fill}"
  letter-spacing="${spacing}">${content}</text>`
}
