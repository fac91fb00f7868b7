/**
 * What one text changed in the lines of another, in the form that git gives it: a change that could
 * stand at several places, since lines repeat, is joined with the one before it where it reaches it,
 * and else stands as late as it can. So two texts that made one change made it at one place.
 */
import { commonRuns } from './list-diff.ts'

/** Lines of the base, from `start` to before `end`, that the text has as `from` to before `to`. */
export interface LineChange {
  start: number
  end: number
  from: number
  to: number
}

/** Steps of one comparison, some 10 ms. */
const STEPS_MAX = 1_000_000

/** The changes in order; between two of them is at least one line that both texts have. */
export function lineChanges(base: readonly string[], text: readonly string[]): LineChange[] {
  const runs = commonRuns(base, text, { stepsLeft: STEPS_MAX })
  const changes = runs.slice(1).flatMap((next, index) => {
    const { x, y, length } = runs[index] ?? next
    const change = { start: x + length, end: next.x, from: y + length, to: next.y }
    return change.start === change.end && change.from === change.to ? [] : [change]
  })
  return slidDown(slidUp(changes, base, text), base, text)
}

function slidUp(
  changes: readonly LineChange[],
  base: readonly string[],
  text: readonly string[],
): LineChange[] {
  const slid: LineChange[] = []
  for (const change of changes) {
    const last = slid.at(-1)
    const floor = last?.end ?? 0
    while (change.start > floor && isRepeat(change, { base, text, offset: -1 })) shift(change, -1)
    if (!last || change.start > last.end) slid.push(change)
    else {
      last.end = change.end
      last.to = change.to
    }
  }
  return slid
}

function slidDown(
  changes: readonly LineChange[],
  base: readonly string[],
  text: readonly string[],
): LineChange[] {
  const slid: LineChange[] = []
  for (const change of changes.toReversed()) {
    const next = slid.at(-1)
    const ceiling = next?.start ?? base.length
    while (change.end < ceiling && isRepeat(change, { base, text, offset: 0 })) shift(change, 1)
    if (!next || change.end < next.start) slid.push(change)
    else {
      next.start = change.start
      next.from = change.from
    }
  }
  return slid.reverse()
}

/** Whether lines that only came, or only went, would be the same ones a line further. */
function isRepeat(
  { start, end, from, to }: LineChange,
  { base, text, offset }: { base: readonly string[]; text: readonly string[]; offset: number },
): boolean {
  if (start === end) return text[from + offset] === text[to + offset]
  return from === to && base[start + offset] === base[end + offset]
}

function shift(change: LineChange, by: number): void {
  change.start += by
  change.end += by
  change.from += by
  change.to += by
}
