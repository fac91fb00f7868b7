/** How texts become search terms, for the index and for finding the match again in a snippet. */
import { hasSpaceless, segmentsOf } from '../../markdown/words.ts'

const WORD = /[\p{L}\p{N}\p{M}]+/gu
const MARKS = /\p{M}+/gu

/** A longer term is a code or an address that nobody types. */
const TERM_LENGTH_MAX = 40
/** Characters of a word that are looked at: ordering many marks takes the square of their number. */
const WORD_LENGTH_MAX = 200

/** A word without case, accents and compatibility forms, so that `uber` finds `Über`. */
export function foldTerm(word: string): string {
  const text = word.slice(0, WORD_LENGTH_MAX).normalize('NFKD')
  return text.replace(MARKS, '').toLowerCase().slice(0, TERM_LENGTH_MAX)
}

/** The words of a text with where each begins. */
export function* wordsOf(text: string): Generator<{ word: string; index: number }> {
  for (const match of text.matchAll(WORD)) {
    const [run] = match
    if (!hasSpaceless(run)) {
      yield { word: run, index: match.index }
      continue
    }
    for (const { segment, index } of segmentsOf(run)) {
      yield { word: segment, index: match.index + index }
    }
  }
}
