/** What the admin sees of a conflict: fields put together, texts merged with marks. Pure. */
import { diffComm, merge } from 'node-diff3'
import type { PostFields } from './post-form.ts'

export interface MergedText {
  text: string
  /** Whether both changed one place, which marks show now. */
  conflict: boolean
}

/** What the marks call the two texts. */
export interface MergeLabels {
  a: string
  b: string
}

const LABELS: MergeLabels = { a: 'mine', b: 'theirs' }
const linesOf = (text: string) => text.split('\n')

/** Both texts as one; `base` is what they came from, null when git does not know it. */
export function mergeTexts(
  mine: string,
  base: string | null,
  theirs: string,
  labels: MergeLabels = LABELS,
): MergedText {
  if (mine === theirs) return { text: mine, conflict: false }
  if (base === null) return { text: markedDifferences(mine, theirs, labels), conflict: true }
  const { conflict, result } = merge(linesOf(mine), linesOf(base), linesOf(theirs), {
    excludeFalseConflicts: true,
    label: labels,
  })
  return { text: result.join('\n'), conflict }
}

/** One line the same, or lines of each that differ; the library declares lists of nothing. */
type Piece = { common: string[] } | { common?: undefined; buffer1: string[]; buffer2: string[] }

function markedDifferences(mine: string, theirs: string, { a, b }: MergeLabels): string {
  const pieces = diffComm(linesOf(mine), linesOf(theirs)) as unknown as Piece[]
  return pieces
    .flatMap((piece) =>
      piece.common
        ? piece.common
        : [`<<<<<<< ${a}`, ...piece.buffer1, '=======', ...piece.buffer2, `>>>>>>> ${b}`],
    )
    .join('\n')
}

/**
 * The form that has both changes: each field is theirs where I left it as it was, else mine. The
 * text is left to `mergeTexts`.
 */
export function mergeForms(
  mine: PostFields,
  base: PostFields | null,
  theirs: PostFields,
): { fields: PostFields; clashes: (keyof PostFields)[] } {
  const clashes: (keyof PostFields)[] = []
  const entries = Object.entries(mine).map(([name, value]) => {
    // The names are those of the form.
    const key = name as keyof PostFields
    if (key === 'content' || same(value, theirs[key])) return [key, value]
    if (base && same(value, base[key])) return [key, theirs[key]]
    if (!base || !same(theirs[key], base[key])) clashes.push(key)
    return [key, value]
  })
  // Every field of `mine`, with a value of its own kind.
  return { fields: Object.fromEntries(entries) as unknown as PostFields, clashes }
}

const same = (a: unknown, b: unknown) => JSON.stringify(a) === JSON.stringify(b)
