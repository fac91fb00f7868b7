/** The figures of the record as a person reads them in a terminal. */
import { formatLongDay } from '#domain/days/day.ts'
import { type HeatmapDay, heatmapWeeks, heatmapWindow } from '#domain/days/heatmap.ts'
import { formatDays } from '#domain/project.ts'
import type { Ledger } from '#domain/record/ledger.ts'
import { recordSentence } from '#domain/record/record-sentence.ts'
import { cleanLine } from '#domain/texts/control-characters.ts'
import { counted } from '../../../server/log-lines.ts'
import type { Figures } from './clone-figures.ts'
import type { Difference } from './differences.ts'

/** Entries of the record that are printed; `--json` has all. */
const ENTRIES_MAX = 20
const VALUE_LENGTH_MAX = 200
const WEEKDAY_LETTERS = 'SMTWTFS'

/** Lines of all figures. */
export function figuresText({ streak, heatmap, ledger, record }: Figures): string[] {
  const { today, time_zone, on_time_days = 0 } = streak
  return [
    `As of ${formatLongDay(today)}, days of ${time_zone}`,
    '',
    `Streak: ${formatDays(streak.current_streak)}, longest ${formatDays(streak.longest_streak)}, ${counted(streak.total_posts, 'post')}, ${counted(streak.failure_days, 'failure day')}`,
    `${on_time_days} of the last 14 days were logged on time.`,
    '',
    ...heatmapText(heatmap, today),
    '',
    ...ledgerText(ledger),
    '',
    `Record: ${record.length} ${record.length === 1 ? 'entry' : 'entries'}`,
    ...record.slice(0, ENTRIES_MAX).map((entry) => {
      const commit = entry.commit === null ? '' : ` (${entry.commit.slice(0, 7)})`
      return cleanLine(`${entry.day}  ${recordSentence(entry)}${commit}`)
    }),
    ...(record.length > ENTRIES_MAX
      ? [`… ${record.length - ENTRIES_MAX} older; --json has all`]
      : []),
  ]
}

/** The past year, a row for each day of the week: posts of a day, `!` where one was logged later. */
function heatmapText(heatmap: readonly HeatmapDay[], today: string): string[] {
  const { from, to } = heatmapWindow('year', today)
  const days = new Map(heatmap.map((day) => [day.date, day]))
  const weeks = heatmapWeeks(from, to)
  const shown = heatmap.filter(({ date }) => date >= from && date <= to)
  const late = shown.reduce((sum, day) => sum + (day.late ?? 0), 0)
  const rows = [...WEEKDAY_LETTERS].map((letter, weekday) => {
    const cells = weeks.map((week) => cellOf(week[weekday], days))
    return `${letter} ${cells.join('')}`.trimEnd()
  })
  const posts = `${counted(shown.length, 'day')} with posts, ${counted(late, 'post')} logged later`
  return [`Heatmap since ${formatLongDay(from)} (! logged later): ${posts}`, ...rows]
}

function cellOf(day: string | undefined, days: ReadonlyMap<string, HeatmapDay>): string {
  const found = day === undefined ? undefined : days.get(day)
  if (found === undefined) return day === undefined ? ' ' : '·'
  if (found.late) return '!'
  return found.count > 9 ? '+' : String(found.count)
}

function ledgerText(ledger: Ledger): string[] {
  const { slip_days_mean: mean, slip_days_max: max } = ledger
  const slip =
    mean === null
      ? []
      : [`Slip: ${formatDays(Math.round(mean * 10) / 10)} on average, ${formatDays(max)} at most`]
  return [
    'Promises:',
    `  kept on the first date  ${ledger.kept_first}`,
    `  kept after moving it    ${ledger.kept_moved}`,
    `  missed                  ${ledger.missed}`,
    `  given up                ${ledger.given_up}`,
    `  open                    ${ledger.open}`,
    ...slip.map((line) => `  ${line}`),
  ]
}

/** A line for each difference. */
export function differenceText({ what, here, there }: Difference): string {
  return cleanLine(`${what}: here ${valueText(here)}, there ${valueText(there)}`)
}

function valueText(value: unknown): string {
  if (value === null) return 'none'
  const text = JSON.stringify(value)
  return text.length > VALUE_LENGTH_MAX ? `${text.slice(0, VALUE_LENGTH_MAX)}…` : text
}
