/** A piece of a text around the word that was searched for. */
import { placeOfWord } from './search-words.ts'

/** Characters of a snippet, about. */
const SNIPPET_LENGTH = 160
/** Characters shown before the match, at most. */
const LEAD_LENGTH = 50

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
