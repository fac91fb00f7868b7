/**
 * How texts are compared for the search (without case, accents, punctuation and compatibility forms),
 * and the piece of a text that shows a match.
 */
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
  const wanted = Math.max(0, Math.min(match - LEAD_LENGTH, line.length - SNIPPET_LENGTH))
  const start = wanted === 0 ? 0 : afterSpace(line, wanted, match)
  const end =
    start + SNIPPET_LENGTH >= line.length ? line.length : beforeSpace(line, start + SNIPPET_LENGTH)
  const piece = line.slice(start, end).trim()
  return `${start > 0 ? '…' : ''}${piece}${end < line.length ? '…' : ''}`
}

function afterSpace(text: string, index: number, match: number): number {
  const space = text.indexOf(' ', index)
  return space === -1 || space >= match ? wholeCharacter(text, index) : space + 1
}

function beforeSpace(text: string, index: number): number {
  const space = text.lastIndexOf(' ', index)
  return space < index - LEAD_LENGTH ? wholeCharacter(text, index) : space
}

/** The index, or the one before when it would cut a character in two. */
function wholeCharacter(text: string, index: number): number {
  const code = text.charCodeAt(index)
  return code >= 0xdc00 && code <= 0xdfff ? index - 1 : index
}
