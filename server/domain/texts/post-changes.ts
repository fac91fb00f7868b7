/** How a post's text changed after everybody could read it: what readers are shown of its past. */
import type { Day } from '../days/day.ts'
import { countWords, type DiffPart, wordDiff } from './word-diff.ts'

/** Text that stayed, left out where it is long, and text that came or went. */
export interface ChangePart {
  kind: DiffPart['kind'] | 'gap'
  text: string
}

/** One public text of a post against the one before. */
export interface PostChange {
  /** Since when it could be read; ISO 8601 with the offset of the site's zone. */
  at: string
  day: Day
  /** Words, of title and text. */
  added: number
  removed: number
  /** Null where the title stayed. */
  title: ChangePart[] | null
  text: ChangePart[]
  /** Whether the change is longer than what is shown of it. */
  text_cut: boolean
}

/** All that readers can see of a post's changes. */
export interface PostChanges {
  id: string
  title: string
  /** Newest first. */
  changes: PostChange[]
  /** Whether there were more before. */
  more: boolean
}

interface Text {
  title: string
  content: string
}

/** Characters of unchanged text beside a change. */
const CONTEXT_LENGTH = 160
/** Of it, before a line may end the rest. */
const LINE_LENGTH_MIN = 40
/** Characters shown of one change. */
const SHOWN_LENGTH_MAX = 8_000

/** What one text changed in another, as much of it as is shown. */
export function compareTexts(before: Text, after: Text): Omit<PostChange, 'at' | 'day'> {
  const title = before.title === after.title ? null : wordDiff(before.title, after.title)
  const text = wordDiff(before.content, after.content)
  const all = [...(title ?? []), ...text]
  const shown = shortened(withGaps(text))
  return {
    added: countWords(all, 'added'),
    removed: countWords(all, 'removed'),
    title,
    text: shown,
    text_cut: lengthOf(shown) < lengthOf(withGaps(text)),
  }
}

/** Long unchanged stretches keep what is near a change; a text that is all the same is empty. */
export function withGaps(parts: readonly DiffPart[]): ChangePart[] {
  if (parts.every(({ kind }) => kind === 'same')) return []
  return parts.flatMap((part, index): ChangePart[] => {
    if (part.kind !== 'same') return [part]
    if (part.text.length <= CONTEXT_LENGTH) return [part]
    const head = index === 0 ? '' : headOf(part.text)
    const tail = index === parts.length - 1 ? '' : tailOf(part.text)
    if (head.length + tail.length >= part.text.length) return [part]
    const ends: ChangePart[] = [
      { kind: 'same', text: head },
      { kind: 'gap', text: '' },
      { kind: 'same', text: tail },
    ]
    return ends.filter(({ kind, text }) => kind === 'gap' || text !== '')
  })
}

/** To the end of a line, or of a word where the line is long. */
function headOf(text: string): string {
  const head = text.slice(0, CONTEXT_LENGTH)
  const line = head.indexOf('\n', LINE_LENGTH_MIN)
  return line < 0 ? head.replace(/\s\S*$/, '') : head.slice(0, line + 1)
}

/** From the beginning of a line, or of a word where the line is long. */
function tailOf(text: string): string {
  const tail = text.slice(-CONTEXT_LENGTH)
  const line = tail.lastIndexOf('\n', CONTEXT_LENGTH - LINE_LENGTH_MIN)
  return line < 0 ? tail.replace(/^\S*\s/, '') : tail.slice(line)
}

function shortened(parts: readonly ChangePart[]): ChangePart[] {
  const shown: ChangePart[] = []
  let left = SHOWN_LENGTH_MAX
  for (const part of parts) {
    if (left <= 0) break
    // Not between the two halves of a character.
    shown.push({ ...part, text: part.text.slice(0, left).replace(/[\ud800-\udbff]$/, '') })
    left -= part.text.length
  }
  return shown
}

/** Characters of some parts. */
export function lengthOf(parts: readonly ChangePart[]): number {
  return parts.reduce((sum, { text }) => sum + text.length, 0)
}
