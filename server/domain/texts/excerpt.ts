/** Cuts plain text to a length, at a word boundary if possible, never inside a grapheme. */

/** Characters to strip before an ellipsis. */
const LOOSE_END = /[\s.,;:\u2013\u2014-]+$/u

/** One line, cut to `length` characters; ends in `…` only if something was cut. */
export function cutText(text: string, length: number): { text: string; cut: boolean } {
  const line = text.replace(/\s+/g, ' ').trim()
  // A character has at most two code units, so twice as many suffice.
  const characters = line.length <= length ? null : [...line.slice(0, 2 * length + 2)]
  if (characters === null || characters.length <= length) return { text: line, cut: false }
  const head = characters.slice(0, length).join('')
  const words = characters[length] === ' ' ? head : head.replace(/\s+\S*$|\S+$/, '')
  // A text without spaces (Japanese, a long address) is cut anywhere.
  const hasWords = words.length >= head.length / 2
  const trimmed = hasWords ? words : line.slice(0, graphemeStart(line, head.length)) || head
  return { text: `${trimmed.replace(LOOSE_END, '') || trimmed}…`, cut: true }
}

/** Characters that are segmented before an index, and after it; pairs of flags need the first. */
const NEAR_LENGTH = 1_000

let segmenter: Intl.Segmenter | null = null

/** Index of the first code unit of the grapheme (a flag, a letter with its marks) at `index`. */
export function graphemeStart(text: string, index: number): number {
  // Created at first use: texts with spaces never need it.
  segmenter ??= new Intl.Segmenter(undefined, { granularity: 'grapheme' })
  const start = Math.max(text.lastIndexOf(' ', index) + 1, index - NEAR_LENGTH)
  const near = segmenter.segment(text.slice(start, index + NEAR_LENGTH))
  return start + (near.containing(index - start)?.index ?? index - start)
}
