/**
 * Breaks: days announced as free before they began. A day of a break counts only if the newest
 * `site.yaml` has it and a commit made before the break's `from` already announced it, with the same
 * `from`.
 */
import type { Break } from '../answers/public-answers.ts'
import { type BreaksVersion, commitDay } from '../record/history-facts.ts'
import { type Day, dayFromNumber, dayNumber, formatLongDay } from './day.ts'

export type { Break } from '../answers/public-answers.ts'

/** A break up to its last announced day, with the first commit that announced these days. */
export type AnnouncedBreak = Break & Pick<BreaksVersion, 'commit'>

/** The announced breaks. @param versions each after those it follows */
export function announcedBreaks(
  versions: readonly BreaksVersion[],
  timeZone: string,
): AnnouncedBreak[] {
  /** By first day: ever later last days, each with the first commit that has it. */
  const endsByStart = new Map<Day, { to: Day; commit: string }[]>()
  for (const version of versions.toSorted((a, b) => a.at - b.at)) {
    const day = commitDay(version, version.at, timeZone)
    for (const { from, to } of version.breaks) {
      const ends = endsByStart.get(from) ?? []
      const isLonger = ends.every((end) => end.to < to)
      if (day < from && isLonger) endsByStart.set(from, [...ends, { to, commit: version.commit }])
    }
  }
  const newest = versions.at(-1)?.breaks ?? []
  return newest.flatMap(({ from, to, reason }) => {
    const ends = endsByStart.get(from) ?? []
    const end = ends.find((one) => one.to >= to) ?? ends.at(-1)
    return end ? [{ from, to: end.to < to ? end.to : to, reason, commit: end.commit }] : []
  })
}

/** Each day of the breaks in a range, both ends included, with its break, the first of several. */
export function breakDays(
  breaks: readonly Break[],
  range: { from: Day; to: Day },
): ReadonlyMap<Day, Break> {
  const days = new Map<number, Break>()
  for (const one of breaks.toReversed()) {
    const last = dayNumber(one.to < range.to ? one.to : range.to)
    let day = dayNumber(one.from > range.from ? one.from : range.from)
    for (; day <= last; day += 1) days.set(day, one)
  }
  return new Map([...days].map(([day, one]) => [dayFromNumber(day), one]))
}

/** What the author is told of the breaks of the file that were not announced, or not whole. */
export function unannouncedBreaks(
  breaks: readonly Break[],
  { announced, text, today }: { announced: readonly Break[]; text: string; today: Day },
): { file: string; line: number | null; reason: string }[] {
  const lines = text.split('\n')
  return breaks.flatMap(({ from, to }) => {
    const ends = announced.flatMap((one) => (one.from === from ? [one.to] : []))
    const end = ends.sort().at(-1)
    if (end !== undefined && end >= to) return []
    const line = lines.findIndex((text) => text.includes(from)) + 1 || null
    return [{ file: 'site.yaml', line, reason: reasonOf(from, end, today) }]
  })
}

/** @param end last day that holds */
function reasonOf(from: Day, end: Day | undefined, today: Day): string {
  const first = `The break from ${formatLongDay(from)}`
  if (end) return `${first} holds only to ${formatLongDay(end)}: no earlier commit has it longer.`
  if (today < from) return `${first} holds once it is committed before that day.`
  return `${first} does not hold: no commit before that day has it.`
}
