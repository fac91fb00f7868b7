/** What changed between two texts, word by word, for a person to read. */
import { type Comparison, compareLists, type Effort } from './list-diff.ts'

export interface DiffPart {
  kind: 'same' | 'added' | 'removed'
  text: string
}

interface Stretch {
  same: string
  removed: string
  added: string
}

/** Steps of one comparison, some 20 ms; what is left then is shown whole, old and new. */
const STEPS_MAX = 2_000_000

const WORD = /[\p{L}\p{N}]+/gu
const LONELY = /^[^\p{L}\p{N}\n]{1,3}$/u
const linesOf = (text: string) => text.match(/[^\n]*\n|[^\n]+$/g) ?? []
const wordsOf = (text: string) => text.match(/\s+|[\p{L}\p{N}]+|[^\s\p{L}\p{N}]/gu) ?? []

/** The parts of both texts in reading order; neighbours differ in kind. */
export function wordDiff(before: string, after: string): DiffPart[] {
  const effort = { stepsLeft: STEPS_MAX }
  const byLine = joined(stretchesOf(linesOf(before), linesOf(after), effort))
  const stretches = byLine.flatMap((stretch) =>
    stretch.removed === '' || stretch.added === ''
      ? [stretch]
      : [
          { ...stretch, removed: '', added: '' },
          ...stretchesOf(wordsOf(stretch.removed), wordsOf(stretch.added), effort),
        ],
  )
  return withoutLonelyMarks(joined(stretches)).flatMap(partsOf)
}

/** Words in the parts of one kind. */
export function countWords(parts: readonly DiffPart[], kind: DiffPart['kind']): number {
  return parts
    .filter((part) => part.kind === kind)
    .reduce((sum, { text }) => sum + (text.match(WORD)?.length ?? 0), 0)
}

function stretchesOf(before: string[], after: string[], effort: Effort): Stretch[] {
  const textOf = ({ same, removed, added }: Comparison<string>) => ({
    same: same.join(''),
    removed: removed.join(''),
    added: added.join(''),
  })
  return compareLists(before, after, effort).map(textOf)
}

/** One stretch for each change: the text before it that stayed, and what it did. */
function joined(stretches: readonly Stretch[]): Stretch[] {
  const result: Stretch[] = []
  for (const { same, removed, added } of stretches) {
    const last = result.at(-1)
    if (last === undefined || (same !== '' && (last.removed !== '' || last.added !== ''))) {
      result.push({ same, removed, added })
      continue
    }
    last.same += same
    last.removed += removed
    last.added += added
  }
  return result
}

/** A space or a comma between two replaced words is no text that stayed. */
function withoutLonelyMarks(stretches: readonly Stretch[]): Stretch[] {
  const result: Stretch[] = []
  const isReplacement = ({ removed, added }: Stretch) => removed !== '' && added !== ''
  for (const stretch of stretches) {
    const last = result.at(-1)
    const isLonely = LONELY.test(stretch.same)
    if (last === undefined || !isLonely || !isReplacement(last) || !isReplacement(stretch)) {
      result.push({ ...stretch })
      continue
    }
    last.removed += stretch.same + stretch.removed
    last.added += stretch.same + stretch.added
  }
  return result
}

function partsOf({ same, removed, added }: Stretch): DiffPart[] {
  const parts: DiffPart[] = [
    { kind: 'same', text: same },
    { kind: 'removed', text: removed },
    { kind: 'added', text: added },
  ]
  return parts.filter(({ text }) => text !== '')
}
