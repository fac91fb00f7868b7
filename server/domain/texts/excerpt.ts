/** Cutting plain text to a length, at a word where there is one. */

/** What should not stand before an ellipsis. */
const LOOSE_END = /[\s,;:–—-]+$/u

/** The text in one line, cut to `length` characters; ends in `…` only when something was cut. */
export function cutText(text: string, length: number): { text: string; cut: boolean } {
  const line = text.replace(/\s+/g, ' ').trim()
  // Two code units may be one character, so twice as many are enough to tell.
  const characters = line.length <= length ? null : [...line.slice(0, 2 * length + 2)]
  if (characters === null || characters.length <= length) return { text: line, cut: false }
  const head = characters.slice(0, length).join('')
  const atWord = characters[length] === ' ' ? head : head.replace(/\s+\S*$/, '')
  // A text without spaces (Japanese, a long address) is cut where it stands.
  const kept = atWord.length >= head.length / 2 ? atWord : head
  return { text: `${kept.replace(LOOSE_END, '') || kept}…`, cut: true }
}
