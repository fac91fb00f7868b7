/**
 * Line merge of two texts that came from one: for saves that started from an older revision, for
 * undoing a commit, and for showing the admin what clashes. Its effort is bounded, so that no text
 * can hold up anything; what would take more is a conflict.
 */
import { type LineChange, lineChanges } from './line-changes.ts'
import { compareLists } from './list-diff.ts'

/** Lines that come from one text, or what each text has where both changed one place. */
export type MergedPiece =
  | { conflict: false; lines: readonly string[] }
  | { conflict: true; ours: readonly string[]; theirs: readonly string[] }

/** Lines of the base where the texts differ from it, and what each changed there. */
interface Place {
  start: number
  end: number
  ours: LineChange[]
  theirs: LineChange[]
}

/** Steps of a comparison without a base, some 10 ms. */
const STEPS_MAX = 1_000_000

/** The lines of a text; after a newline at the end stands an empty one. */
function linesOf(text: string): string[] {
  return text.split('\n')
}

/**
 * Merges what `ours` and `theirs` each changed in `base`. When both changed the same place in
 * different ways, `clean` is false and `text` is `ours`.
 */
export function threeWayMerge(
  base: string,
  ours: string,
  theirs: string,
): { clean: boolean; text: string } {
  if (ours === theirs || theirs === base) return { clean: true, text: ours }
  if (ours === base) return { clean: true, text: theirs }
  const pieces = mergeLines(linesOf(base), linesOf(ours), linesOf(theirs))
  if (pieces.some(({ conflict }) => conflict)) return { clean: false, text: ours }
  const merged = pieces.flatMap((piece) => (piece.conflict ? [] : piece.lines))
  return { clean: true, text: merged.join('\n') }
}

/** The merged text piece by piece; changes that overlap or touch are one place, as in git. */
export function mergeLines(
  base: readonly string[],
  ours: readonly string[],
  theirs: readonly string[],
): MergedPiece[] {
  const pieces: MergedPiece[] = []
  let at = 0
  for (const place of placesOf(lineChanges(base, ours), lineChanges(base, theirs))) {
    pieces.push({ conflict: false, lines: base.slice(at, place.start) })
    pieces.push(mergedPlace(place, ours, theirs))
    at = place.end
  }
  return [...pieces, { conflict: false, lines: base.slice(at) }]
}

/** Two texts whose base is not known: wherever they differ is a conflict. */
export function twoWayMerge(ours: readonly string[], theirs: readonly string[]): MergedPiece[] {
  const compared = compareLists(ours, theirs, { stepsLeft: STEPS_MAX })
  return compared.flatMap(({ same, removed, added }): MergedPiece[] => [
    { conflict: false, lines: same },
    ...(removed.length + added.length > 0
      ? [{ conflict: true as const, ours: removed, theirs: added }]
      : []),
  ])
}

function placesOf(ours: readonly LineChange[], theirs: readonly LineChange[]): Place[] {
  const places: Place[] = []
  const changes = [
    ...ours.map((change) => ({ side: 'ours' as const, change })),
    ...theirs.map((change) => ({ side: 'theirs' as const, change })),
  ].sort((a, b) => a.change.start - b.change.start)
  for (const { side, change } of changes) {
    let place = places.at(-1)
    if (!place || change.start > place.end) {
      place = { start: change.start, end: change.end, ours: [], theirs: [] }
      places.push(place)
    }
    place.end = Math.max(place.end, change.end)
    place[side].push(change)
  }
  return places
}

function mergedPlace(
  place: Place,
  ours: readonly string[],
  theirs: readonly string[],
): MergedPiece {
  const mine = linesAt(place, place.ours, ours)
  const others = linesAt(place, place.theirs, theirs)
  if (mine && others && !isSame(mine, others)) return { conflict: true, ours: mine, theirs: others }
  return { conflict: false, lines: mine ?? others ?? [] }
}

/** What a text has at the place; null where it changed nothing there. */
function linesAt({ start, end }: Place, changes: readonly LineChange[], text: readonly string[]) {
  const [first, last] = [changes[0], changes.at(-1)]
  if (!first || !last) return null
  return text.slice(first.from - (first.start - start), last.to + (end - last.end))
}

function isSame(a: readonly string[], b: readonly string[]): boolean {
  return a.length === b.length && a.every((line, index) => line === b[index])
}
