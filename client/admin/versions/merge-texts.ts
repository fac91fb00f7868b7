/** Two texts as one, with marks where both changed one place. Pure. */
import { diff3Merge } from 'node-diff3'

/** What a merge leaves where both texts changed one place. */
export const CONFLICT_MARK = /^(<{7}|>{7}) /m

/** diff3 has no limit, and its time grows with the product of lines that repeat. */
const MERGED_LINES_MAX = 20_000

interface MergeInput {
  mine: string
  /** What both began with; null where git does not know it. */
  base: string | null
  theirs: string
  /** What the marks call the two texts. */
  names: readonly [mine: string, theirs: string]
}

/** The merged text; it has marks (`CONFLICT_MARK`) where the two cannot be put together. */
export function mergeTexts({ mine, base, theirs, names }: MergeInput): string {
  if (mine === theirs || theirs === base) return mine
  if (mine === base) return theirs
  const clash = (a: readonly string[], b: readonly string[]) => [
    ...[`<<<<<<< ${names[0]}`, ...a, '======='],
    ...[...b, `>>>>>>> ${names[1]}`],
  ]
  const [ours, others] = [mine.split('\n'), theirs.split('\n')]
  // Then both stand whole between marks.
  const isWhole = base === null || ours.length + others.length > MERGED_LINES_MAX
  if (isWhole) return clash(ours, others).join('\n')
  return diff3Merge(ours, base.split('\n'), others, { excludeFalseConflicts: true })
    .flatMap(({ ok, conflict }) => ok ?? (conflict ? clash(conflict.a, conflict.b) : []))
    .join('\n')
}
