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
/** What comparing the words of one change costs at least, and what each of its characters adds. */
const STEPS_PER_CHANGE = 500
const STEPS_PER_CHARACTER = 10

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
      : [{ ...stretch, removed: '', added: '' }, ...wordStretches(stretch, effort)],
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

/** What changed inside a change, word by word as far as the effort goes. */
function wordStretches({ removed, added }: Stretch, effort: Effort): Stretch[] {
  effort.stepsLeft -= STEPS_PER_CHANGE
  if (effort.stepsLeft <= 0) return [{ same: '', removed, added }]
  const head = commonBeginning(removed, added)
  const rest = [removed, added].map((text) => text.slice(head.length))
  const tail = commonEnd(rest[0] ?? '', rest[1] ?? '')
  const [old = '', now = ''] = rest.map((text) => text.slice(0, text.length - tail.length))
  effort.stepsLeft -= (old.length + now.length) * STEPS_PER_CHARACTER
  const middle =
    effort.stepsLeft > 0
      ? stretchesOf(wordsOf(old), wordsOf(now), effort)
      : [{ same: '', removed: old, added: now }]
  const kept = (same: string) => ({ same, removed: '', added: '' })
  return [kept(head), ...middle, kept(tail)]
}

/** What both texts begin with, up to the last space in it. */
function commonBeginning(a: string, b: string): string {
  let at = 0
  let end = 0
  for (; at < a.length && a[at] === b[at]; at += 1) if (isSpace(a, at)) end = at + 1
  return a.slice(0, end)
}

/** What both texts end with, from the first space in it. */
function commonEnd(a: string, b: string): string {
  let length = 0
  let kept = 0
  while (length < Math.min(a.length, b.length) && a.at(-1 - length) === b.at(-1 - length)) {
    length += 1
    if (isSpace(a, a.length - length)) kept = length
  }
  return a.slice(a.length - kept)
}

function isSpace(text: string, at: number): boolean {
  return text[at] === ' ' || text[at] === '\n'
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
