/**
 * Breaks: days announced as free before they began. A break holds for the days that the newest
 * `site.yaml` and a commit before its first day both have in a break from that day.
 */
import type { Break } from '../answers/public-answers.ts'
import { type BreaksVersion, commitDay } from '../record/history-facts.ts'
import { addDays, type Day, formatLongDay } from './day.ts'

export type { Break } from '../answers/public-answers.ts'

/** A break up to the last day that holds, with the first commit that announced these days. */
export type HeldBreak = Break & Pick<BreaksVersion, 'commit'>

/** The breaks that hold. @param versions of the branch's first-parent line, oldest first */
export function heldBreaks(versions: readonly BreaksVersion[], timeZone: string): HeldBreak[] {
  const announced = versions.flatMap((version) => {
    const day = commitDay(version, version.at, timeZone)
    const inTime = version.breaks.filter(({ from }) => day < from)
    return inTime.map(({ from, to }) => ({ from, to, commit: version.commit }))
  })
  const newest = versions.at(-1)?.breaks ?? []
  return newest.flatMap(({ from, to, reason }) => {
    const own = announced.filter((one) => one.from === from)
    const [longest] = own.toSorted((a, b) => (a.to > b.to ? -1 : 1))
    const first = own.find((one) => one.to >= to) ?? longest
    return first ? [{ ...first, to: first.to < to ? first.to : to, reason }] : []
  })
}

/** Each day of the breaks with its break, the first of several. */
export function breakDays(breaks: readonly Break[]): ReadonlyMap<Day, Break> {
  const days = new Map<Day, Break>()
  for (const one of breaks.toReversed()) {
    for (let day = one.from; day <= one.to; day = addDays(day, 1)) days.set(day, one)
  }
  return days
}

/**
 * The breaks of the file that do not hold, or not whole, with a sentence for the author and the line
 * of their first day.
 */
export function unheldBreaks(
  breaks: readonly Break[],
  { held, text, today }: { held: readonly Break[]; text: string; today: Day },
): { file: string; line: number | null; reason: string }[] {
  return breaks.flatMap(({ from, to }) => {
    const end = held
      .flatMap((one) => (one.from === from ? [one.to] : []))
      .sort()
      .at(-1)
    if (end !== undefined && end >= to) return []
    const line = text.split('\n').findIndex((words) => words.includes(from)) + 1
    return [{ file: 'site.yaml', line: line || null, reason: reasonOf(from, end, today) }]
  })
}

/** @param end last day that holds */
function reasonOf(from: Day, end: Day | undefined, today: Day): string {
  const first = `The break from ${formatLongDay(from)}`
  if (end) return `${first} holds only to ${formatLongDay(end)}: no earlier commit has it longer.`
  if (today < from) return `${first} holds once it is committed before that day.`
  return `${first} does not hold: no commit before that day has it.`
}
