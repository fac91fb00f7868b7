/**
 * What two lists have in common, by Myers' greedy algorithm ("An O(ND) Difference Algorithm and Its
 * Variations", 1986). Its cost grows with what differs, not with what repeats: a text has many equal
 * words and blank lines. The effort is bounded, since texts come from anyone.
 */

/** Items that both have, followed by those that only the one or the other has. */
export interface Comparison<T> {
  same: T[]
  removed: T[]
  added: T[]
}

/** Shared by the comparisons of one question; each takes from it. */
export interface Effort {
  stepsLeft: number
}

/** Differences that are told apart; more of them are shown as one. */
const EDITS_MAX = 1_000

/** The pieces of both lists in order; one large change where the effort does not suffice. */
export function compareLists<T>(
  before: readonly T[],
  after: readonly T[],
  effort: Effort,
): Comparison<T>[] {
  let start = 0
  while (start < before.length && start < after.length && before[start] === after[start]) start += 1
  let end = 0
  const shorter = Math.min(before.length, after.length) - start
  while (end < shorter && before.at(-1 - end) === after.at(-1 - end)) end += 1
  const removed = before.slice(start, before.length - end)
  const added = after.slice(start, after.length - end)
  return [
    { same: before.slice(0, start), removed: [], added: [] },
    ...(compareMiddles(removed, added, effort) ?? [{ same: [], removed, added }]),
    { same: before.slice(before.length - end), removed: [], added: [] },
  ]
}

/** Null when it would take too many steps, or when one of the two is empty. */
function compareMiddles<T>(before: T[], after: T[], effort: Effort): Comparison<T>[] | null {
  if (before.length === 0 || after.length === 0) return null
  const rounds = furthestPoints(before, after, effort)
  return rounds && walkBack({ before, after }, rounds)
}

/**
 * For each number of edits how far into `before` each diagonal gets; the last entry reaches the end.
 * Diagonal `k` is at `k + edits` of a round's list.
 */
function furthestPoints<T>(before: T[], after: T[], effort: Effort): Int32Array[] | null {
  const rounds: Int32Array[] = []
  for (let edits = 0; edits <= EDITS_MAX; edits += 1) {
    const last = rounds.at(-1)
    const points = new Int32Array(2 * edits + 1)
    for (let k = -edits; k <= edits; k += 2) {
      const from = last ? startOf(last, k, edits) : 0
      let x = from
      while (x < before.length && x - k < after.length && before[x] === after[x - k]) x += 1
      points[k + edits] = x
      effort.stepsLeft -= 1 + x - from
      if (x >= before.length && x - k >= after.length) return [...rounds, points]
    }
    rounds.push(points)
    if (effort.stepsLeft <= 0) return null
  }
  return null
}

/** Where a diagonal begins: below by an item added, or to the right by one removed. */
function startOf(last: Int32Array, k: number, edits: number): number {
  const added = last[k + 1 + edits - 1] ?? -1
  const removed = (last[k - 1 + edits - 1] ?? -2) + 1
  return isAdded(k, edits, last) ? added : removed
}

function isAdded(k: number, edits: number, last: Int32Array): boolean {
  const above = last[k + 1 + edits - 1] ?? -1
  const left = last[k - 1 + edits - 1] ?? -1
  return k === -edits || (k !== edits && left < above)
}

function walkBack<T>({ before, after }: { before: T[]; after: T[] }, rounds: Int32Array[]) {
  const pieces: Comparison<T>[] = []
  let x = before.length
  let k = before.length - after.length
  for (let edits = rounds.length - 1; edits > 0; edits -= 1) {
    const last = rounds[edits - 1] ?? new Int32Array()
    const added = isAdded(k, edits, last)
    const start = startOf(last, k, edits)
    // What stayed after the edit, then the edit; the pieces are turned round in the end.
    pieces.push({ same: before.slice(start, x), removed: [], added: [] })
    if (added) pieces.push({ same: [], removed: [], added: after.slice(start - k - 1, start - k) })
    else pieces.push({ same: [], removed: before.slice(start - 1, start), added: [] })
    x = added ? start : start - 1
    k += added ? 1 : -1
  }
  pieces.push({ same: before.slice(0, x), removed: [], added: [] })
  return pieces.reverse()
}
