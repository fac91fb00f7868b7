/** An entry of the record as a sentence, for feeds. */
import { formatLongDay } from '../days/day.ts'
import { formatDays } from '../project.ts'
import type { RecordEntry } from './record-entry.ts'

/** For example `Moved: Ship v1, from November 20, 2026 to December 1, 2026`. */
export function recordSentence(entry: RecordEntry): string {
  const { kind, title } = entry
  const day = (of: string | null) => (of === null ? '' : formatLongDay(of))
  const late = formatDays(entry.days_late ?? 0)
  const sentences: Record<RecordEntry['kind'], string> = {
    posted: entry.days_late ? `Posted: ${title}, logged ${late} later` : `Posted: ${title}`,
    promised: `Promised: ${title}, by ${day(entry.to)}`,
    moved: `Moved: ${title}, from ${day(entry.from)} to ${day(entry.to)}`,
    goal_changed: `Goal changed: ${title}, from ${entry.from ?? 'none'} to ${entry.to ?? 'none'}`,
    kept: `Kept: ${title}`,
    missed: `Missed: ${title}`,
    done_late: `Done ${late} late: ${title}`,
    given_up: `Given up: ${title}`,
    break: `Break from ${day(entry.from)} to ${day(entry.to)}`,
  }
  return sentences[kind]
}
