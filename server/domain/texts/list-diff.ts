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

/** Neighbours that both lists have: from `x` on in the one, from `y` on in the other. */
interface CommonRun {
  x: number
  y: number
  length: number
}

/** Differences that are told apart; more of them are shown as one. */
const EDITS_MAX = 1_000

/** The pieces of both lists in order; one large change where the effort does not suffice. */
export function compareLists<T>(
  before: readonly T[],
  after: readonly T[],
  effort: Effort,
): Comparison<T>[] {
  const runs = commonRuns(before, after, effort)
  return runs.map(({ x, y, length }, index) => {
    const next = runs[index + 1] ?? { x: before.length, y: after.length }
    return {
      same: before.slice(x, x + length),
      removed: before.slice(x + length, next.x),
      added: after.slice(y + length, next.y),
    }
  })
}

/**
 * What both lists have, in order. The first run begins both and the last one ends both; these two
 * may be empty. Between them is nothing where the effort does not suffice.
 */
export function commonRuns<T>(
  before: readonly T[],
  after: readonly T[],
  effort: Effort,
): CommonRun[] {
  let start = 0
  while (start < before.length && start < after.length && before[start] === after[start]) start += 1
  let end = 0
  const shorter = Math.min(before.length, after.length) - start
  while (end < shorter && before.at(-1 - end) === after.at(-1 - end)) end += 1
  const [from, to] = [before, after].map((list) => list.slice(start, list.length - end))
  const inner = from && to ? runsBetween(from, to, effort) : []
  return [
    { x: 0, y: 0, length: start },
    ...inner.map(({ x, y, length }) => ({ x: x + start, y: y + start, length })),
    { x: before.length - end, y: after.length - end, length: end },
  ]
}

/** Items of a list that the other has too, as numbers, and where they stand. */
interface SharedItems {
  ids: Int32Array
  places: Int32Array
}

/** Items that only one list has cost no effort; the others are compared as numbers. */
function runsBetween<T>(before: readonly T[], after: readonly T[], effort: Effort): CommonRun[] {
  if (before.length === 0 || after.length === 0) return []
  const ids = new Map<T, number>()
  for (const item of before) if (!ids.has(item)) ids.set(item, ids.size)
  const inAfter = new Set(after)
  const [a, b] = [
    sharedItems(before, (item) => (inAfter.has(item) ? ids.get(item) : undefined)),
    sharedItems(after, (item) => ids.get(item)),
  ]
  if (a.ids.length === 0 || b.ids.length === 0) return []
  const rounds = furthestPoints(a.ids, b.ids, effort)
  const runs = rounds === null ? [] : walkBack(a, b, rounds)
  return runs.length > EDITS_MAX ? [] : runs
}

function sharedItems<T>(list: readonly T[], idOf: (item: T) => number | undefined): SharedItems {
  const ids: number[] = []
  const places: number[] = []
  for (const [place, item] of list.entries()) {
    const id = idOf(item)
    if (id === undefined) continue
    ids.push(id)
    places.push(place)
  }
  return { ids: Int32Array.from(ids), places: Int32Array.from(places) }
}

/**
 * For each number of edits how far into `before` each diagonal gets; the last entry reaches the end.
 * Diagonal `k` is at `k + edits` of a round's list. Null when it would take too many steps.
 */
function furthestPoints(
  before: Int32Array,
  after: Int32Array,
  effort: Effort,
): Int32Array[] | null {
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

/** The way that led to the end, as runs of the whole lists. */
function walkBack(a: SharedItems, b: SharedItems, rounds: readonly Int32Array[]): CommonRun[] {
  const runs: CommonRun[] = []
  let end = a.ids.length
  let k = a.ids.length - b.ids.length
  for (let edits = rounds.length - 1; edits >= 0; edits -= 1) {
    const last = rounds[edits - 1]
    const start = last ? startOf(last, k, edits) : 0
    for (let at = end - 1; at >= start; at -= 1) {
      addBefore(runs, a.places[at] ?? 0, b.places[at - k] ?? 0)
    }
    if (!last) break
    const added = isAdded(k, edits, last)
    end = added ? start : start - 1
    k += added ? 1 : -1
  }
  return runs.reverse()
}

/** Puts a pair before the runs, last first, that are there: into the last one where it touches it. */
function addBefore(runs: CommonRun[], x: number, y: number): void {
  const run = runs.at(-1)
  if (run?.x !== x + 1 || run.y !== y + 1) runs.push({ x, y, length: 1 })
  else {
    run.x = x
    run.y = y
    run.length += 1
  }
}
