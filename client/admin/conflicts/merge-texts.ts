/** What the admin sees of a conflict: fields put together, texts merged with marks. Pure. */
import { type MergedPiece, mergeLines, twoWayMerge } from '#domain/texts/three-way-merge.ts'
import type { PostFields } from '../posts/post-form.ts'

interface MergedText {
  text: string
  /** Whether both changed one place, which marks show now. */
  conflict: boolean
}

/** What the marks call the two texts. */
interface MergeLabels {
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
  const [ours, others] = [linesOf(mine), linesOf(theirs)]
  const pieces = base === null ? twoWayMerge(ours, others) : mergeLines(linesOf(base), ours, others)
  return {
    text: pieces.flatMap((piece) => markedLines(piece, labels)).join('\n'),
    conflict: pieces.some(({ conflict }) => conflict),
  }
}

function markedLines(piece: MergedPiece, { a, b }: MergeLabels): readonly string[] {
  if (!piece.conflict) return piece.lines
  return [`<<<<<<< ${a}`, ...piece.ours, '=======', ...piece.theirs, `>>>>>>> ${b}`]
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
