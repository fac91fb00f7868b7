/**
 * `/streak.svg`: a badge to embed anywhere. Its colours are attributes for the dark theme, so that
 * it is whole where a policy forbids its style sheet; the sheet only adds the light one.
 */
import { formatDays } from '#domain/project.ts'
import { DARK, LIGHT } from './palette.ts'
import type { DrawnStreak } from './streak-of-site.ts'
import { escapeXml } from './xml-text.ts'

const WIDTH = 300
const HEIGHT = 112
const PADDING = 20
const CELL = 14
const CELL_STEP = 19
const NUMBER_SIZE = 52
/** Width of a figure of the number; figures are set to one width. */
const FIGURE_WIDTH = NUMBER_SIZE * 0.6
const FONT =
  'ui-sans-serif, system-ui, -apple-system, Segoe UI, Roboto, Helvetica, Arial, sans-serif'

/** The badge's style sheet: its light colours. */
export const STREAK_STYLE = `@media (prefers-color-scheme: light){${[
  `.bg{fill:${LIGHT.bg};stroke:${LIGHT.line}}`,
  `.number{fill:${LIGHT.accent}}`,
  `.strong{fill:${LIGHT.strong}}`,
  `.muted{fill:${LIGHT.muted}}`,
  ...LIGHT.heat.map((color, level) => `.h${level}{fill:${color}}`),
].join('')}}`

/** The badge as SVG text; `brand` is the site's short name. */
export function streakSvg({ streak, strip }: DrawnStreak, brand: string): string {
  const number = String(streak.current_streak)
  const labelAt = PADDING + number.length * FIGURE_WIDTH + 12
  const title = `${brand}: ${formatDays(streak.current_streak)} in a row with a post`
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${WIDTH}" height="${HEIGHT}" viewBox="0 0 ${WIDTH} ${HEIGHT}" role="img" aria-labelledby="title">
<title id="title">${escapeXml(title)}</title>
<style>${STREAK_STYLE}</style>
<rect class="bg" x="0.5" y="0.5" width="${WIDTH - 1}" height="${HEIGHT - 1}" rx="12" fill="${DARK.bg}" stroke="${DARK.line}"/>
<g font-family="${FONT}">
<text class="number" x="${PADDING}" y="62" font-size="${NUMBER_SIZE}" font-weight="700" letter-spacing="-1" font-variant-numeric="tabular-nums" fill="${DARK.accent}">${number}</text>
<text class="strong" x="${labelAt}" y="40" font-size="17" font-weight="600" fill="${DARK.strong}">day streak</text>
<text class="muted" x="${labelAt}" y="61" font-size="13" fill="${DARK.muted}">longest ${streak.longest_streak} · ${escapeXml(brand)}</text>
</g>
${stripCells(strip).join('\n')}
</svg>
`
}

function stripCells(strip: DrawnStreak['strip']): string[] {
  return strip.map(
    (level, index) =>
      `<rect class="h${level}" x="${PADDING + index * CELL_STEP}" y="80" width="${CELL}" height="${CELL}" rx="3" fill="${DARK.heat[level]}"/>`,
  )
}
