/**
 * How texts are compared for the search (without case, accents, punctuation and compatibility forms),
 * and the piece of a text that shows a match.
 */
import { cutText } from '#domain/texts/excerpt.ts'
import { hasSpaceless } from '../../markdown/words.ts'

const WORD = /[\p{L}\p{N}\p{M}]+/gu
const BETWEEN_WORDS = /[^\p{L}\p{N}]+/gu
const MARKS = /\p{M}+/gu

/** Shorter words are too like each other to be taken for one another. */
const SIMILAR_LENGTH_MIN = 4

/** Characters of a snippet, about. */
const SNIPPET_LENGTH = 160
/** Characters shown before the match, at most. */
const LEAD_LENGTH = 50

/** The words of a text, folded, each after one space, so that `uber` finds `Über`. */
export function foldText(text: string): string {
  // Marks go first: to order many of them takes the square of their number.
  const plain = text.replace(MARKS, '').normalize('NFKD').replace(MARKS, '').toLowerCase()
  return ` ${plain.replace(BETWEEN_WORDS, ' ').trim()}`
}

/** Whether a folded text has a folded word, or words, as the beginning of one of its words. */
export function hasWord(text: string, word: string): boolean {
  return text.includes(` ${word}`) || (hasSpaceless(word) && text.includes(word))
}

/** Whether a letter more, less or another makes one folded word of the other. */
export function isSimilar(a: string, b: string): boolean {
  if (a.length < SIMILAR_LENGTH_MIN || Math.abs(a.length - b.length) > 1) return false
  let start = 0
  while (start < a.length && a[start] === b[start]) start += 1
  let end = 0
  while (end < Math.min(a.length, b.length) - start && a.at(-1 - end) === b.at(-1 - end)) end += 1
  return Math.max(a.length, b.length) - start - end === 1
}

/** Where the first word of a text is that begins with one of the folded words; 0 where none does. */
function placeOfWord(text: string, words: readonly string[]): number {
  for (const { 0: word, index } of text.matchAll(WORD)) {
    const folded = foldText(word)
    if (words.some((wanted) => hasWord(folded, wanted))) return index
  }
  return 0
}

/** Plain text around the first word that begins with one of `words` (folded), else its beginning. */
export function snippetOf(text: string, words: readonly string[]): string {
  const line = text.replace(/\s+/g, ' ').trim()
  const match = placeOfWord(line, words)
  const lead = Math.max(0, Math.min(match - LEAD_LENGTH, line.length - SNIPPET_LENGTH))
  const word = lead === 0 ? 0 : line.indexOf(' ', lead) + 1
  const start = word > match ? lead : word
  // Not between the two halves of a character.
  const piece = line.slice(start).replace(/^[\udc00-\udfff]/, '')
  return `${start > 0 ? '…' : ''}${cutText(piece, SNIPPET_LENGTH).text}`
}
