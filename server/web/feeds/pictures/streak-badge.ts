/** `/streak.svg`: a badge for other sites. Its dark colours work even if they block style sheets. */
import { addDays } from '#domain/days/day.ts'
import { heatmapLevel } from '#domain/days/heatmap.ts'
import { formatDays } from '#domain/project.ts'
import type { QueryContext } from '../../../queries/query-context.ts'
import { heatmapAnswer, streakAnswer } from '../../../queries/statistics-answer.ts'
import { xml } from '../../xml.ts'
import { DARK, LIGHT_STYLE } from './palette.ts'

const STRIP_DAYS = 14

const WIDTH = 300
const HEIGHT = 112
const PADDING = 20
const CELL = 14
const CELL_STEP = 19
const NUMBER_SIZE = 52
/** Width of a digit; the digits are tabular. */
const FIGURE_WIDTH = NUMBER_SIZE * 0.6
const FONT =
  'ui-sans-serif, system-ui, -apple-system, Segoe UI, Roboto, Helvetica, Arial, sans-serif'

/** The badge as SVG text: today's streak, and the last days, oldest first. */
export function streakSvg({ snapshot, today }: Pick<QueryContext, 'snapshot' | 'today'>): string {
  const { current_streak: streak, longest_streak: longest } = streakAnswer(snapshot, today)
  const { brand } = snapshot.site
  const from = addDays(today, 1 - STRIP_DAYS)
  const days = heatmapAnswer(snapshot, { from, to: today })
  const labelAt = PADDING + String(streak).length * FIGURE_WIDTH + 12
  const cells = Array.from({ length: STRIP_DAYS }, (_, index) => {
    const day = addDays(from, index)
    const level = heatmapLevel(days.find(({ date }) => date === day)?.count ?? 0)
    const x = PADDING + index * CELL_STEP
    return xml`<rect class="h${level}" x="${x}" y="80" width="${CELL}" height="${CELL}" rx="3"
  fill="${DARK.heat[level]}"/>\n`
  })
  return xml`<svg xmlns="http://www.w3.org/2000/svg" role="img" aria-labelledby="title"
  width="${WIDTH}" height="${HEIGHT}" viewBox="0 0 ${WIDTH} ${HEIGHT}">
<title id="title">${brand}: ${formatDays(streak)} in a row with a post</title>
<style>${LIGHT_STYLE}</style>
<rect class="bg line" x="0.5" y="0.5" width="${WIDTH - 1}" height="${HEIGHT - 1}" rx="12"
  fill="${DARK.bg}" stroke="${DARK.line}"/>
<g font-family="${FONT}">
<text class="accent" x="${PADDING}" y="62" font-size="${NUMBER_SIZE}" font-weight="700"
  letter-spacing="-1" font-variant-numeric="tabular-nums" fill="${DARK.accent}">${streak}</text>
<text class="strong" x="${labelAt}" y="40" font-size="17" font-weight="600"
  fill="${DARK.strong}">day streak</text>
<text class="muted" x="${labelAt}" y="61" font-size="13"
  fill="${DARK.muted}">longest ${longest} · ${brand}</text>
</g>
${cells}</svg>
`.text
}
