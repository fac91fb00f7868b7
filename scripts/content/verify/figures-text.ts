/** The figures of the record as a person reads them in a terminal. */
import { formatLongDay } from '#domain/days/day.ts'
import { formatDays } from '#domain/project.ts'
import { recordSentence } from '#domain/record/record-sentence.ts'
import { cleanLine } from '#domain/texts/control-characters.ts'
import { counted } from '../../counted.ts'
import type { Figures } from './clone-figures.ts'
import type { Difference } from './differences.ts'

/** Entries of the record that are printed; `--json` has all. */
const ENTRIES_MAX = 20
const VALUE_LENGTH_MAX = 200

/** Lines of all figures. */
export function figuresText({ streak, heatmap, ledger, record }: Figures): string[] {
  const { today, time_zone, on_time_days = 0 } = streak
  const { slip_days_mean: mean, slip_days_max: max } = ledger
  const late = heatmap.reduce((sum, day) => sum + (day.late ?? 0), 0)
  const slip = `${formatDays(Math.round((mean ?? 0) * 10) / 10)} on average, ${formatDays(max)} at most`
  const older = record.length - ENTRIES_MAX
  return [
    `As of ${formatLongDay(today)}, days of ${time_zone}`,
    '',
    `Streak: ${formatDays(streak.current_streak)}, longest ${formatDays(streak.longest_streak)}, ${counted(streak.total_posts, 'post')}, ${counted(streak.failure_days, 'failure day')}`,
    `${on_time_days} of the last 14 days were logged on time.`,
    `Heatmap: ${counted(heatmap.length, 'day')} with posts, ${counted(late, 'post')} logged later`,
    '',
    'Promises:',
    `  kept on the first date  ${ledger.kept_first}`,
    `  kept after moving it    ${ledger.kept_moved}`,
    `  missed                  ${ledger.missed}`,
    `  given up                ${ledger.given_up}`,
    `  open                    ${ledger.open}`,
    ...(mean === null ? [] : [`  Slip: ${slip}`]),
    '',
    `Record: ${record.length} ${record.length === 1 ? 'entry' : 'entries'}`,
    ...record.slice(0, ENTRIES_MAX).map((entry) => {
      const commit = entry.commit === null ? '' : ` (${entry.commit.slice(0, 7)})`
      return cleanLine(`${entry.day}  ${recordSentence(entry)}${commit}`)
    }),
    ...(older > 0 ? [`… ${older} older; --json has all`] : []),
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
