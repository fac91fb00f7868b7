/** Cuts plain text to a length, at a word boundary if possible. */

/** Characters to strip before an ellipsis. */
const LOOSE_END = /[\s,;:\u2013\u2014-]+$/u

/** One line, cut to `length` characters; ends in `…` only if something was cut. */
export function cutText(text: string, length: number): { text: string; cut: boolean } {
  const line = text.replace(/\s+/g, ' ').trim()
  // A character has at most two code units, so twice as many suffice.
  const characters = line.length <= length ? null : [...line.slice(0, 2 * length + 2)]
  if (characters === null || characters.length <= length) return { text: line, cut: false }
  const head = characters.slice(0, length).join('')
  const atWord = characters[length] === ' ' ? head : head.replace(/\s+\S*$/, '')
  // A text without spaces (Japanese, a long address) is cut anywhere.
  const trimmed = atWord.length >= head.length / 2 ? atWord : head
  return { text: `${trimmed.replace(LOOSE_END, '') || trimmed}…`, cut: true }
}
