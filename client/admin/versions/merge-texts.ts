/** Two texts as one, with marks where both changed one place. Pure. */
import { diffLines } from 'diff'
import { diff3Merge } from 'node-diff3'

/** What a merge leaves where both texts changed one place. */
export const CONFLICT_MARK = /^(<{7}|>{7}) /m

/** Longer work is given up: then both texts stand whole between marks. */
const MERGE_MS_MAX = 1_000
/** diff3 has no limit of its own, and its time grows with the product of lines that repeat. */
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
  const clash = (a: readonly string[], b: readonly string[]) =>
    a.length + b.length === 0
      ? []
      : [`<<<<<<< ${names[0]}`, ...a, '=======', ...b, `>>>>>>> ${names[1]}`]
  const [ours, others] = [mine.split('\n'), theirs.split('\n')]
  const isLong = ours.length + others.length > MERGED_LINES_MAX
  if (isLong) return clash(ours, others).join('\n')
  if (base === null) return mergeTwo(mine, theirs, clash) ?? clash(ours, others).join('\n')
  return diff3Merge(ours, base.split('\n'), others, { excludeFalseConflicts: true })
    .flatMap(({ ok, conflict }) => ok ?? (conflict ? clash(conflict.a, conflict.b) : []))
    .join('\n')
}

type Clash = (a: readonly string[], b: readonly string[]) => readonly string[]

/** Without a base every difference is a clash; null when that took too long. */
function mergeTwo(mine: string, theirs: string, clash: Clash): string | null {
  // With an ending, so that the last lines compare equal.
  const parts = diffLines(`${mine}\n`, `${theirs}\n`, { timeout: MERGE_MS_MAX })
  if (parts === undefined) return null
  const linesOf = (value: string) => value.replace(/\n$/, '').split('\n')
  const merged: string[] = []
  let removed: string[] = []
  for (const { value, added, removed: isRemoved } of [...parts, { value: '' }]) {
    const lines = value === '' ? [] : linesOf(value)
    if (isRemoved) removed = lines
    else if (added) {
      merged.push(...clash(removed, lines))
      removed = []
    } else {
      if (removed.length > 0) merged.push(...clash(removed, []))
      removed = []
      merged.push(...lines)
    }
  }
  return merged.join('\n')
}
