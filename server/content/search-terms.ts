/** How texts become search terms, for the index and for finding the match again in a snippet. */

const WORD = /[\p{L}\p{N}\p{M}]+/gu
const MARKS = /\p{M}+/gu
/** Scripts that put no spaces between words. */
const SPACELESS = /[\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}\p{sc=Thai}\p{sc=Khmer}\p{sc=Lao}]/u

/** A longer term is a code or an address that nobody types. */
const TERM_LENGTH_MAX = 40

let segmenter: Intl.Segmenter | null = null

/** A word without case, accents and compatibility forms, so that `uber` finds `Über`. */
export function foldTerm(word: string): string {
  return word.normalize('NFKD').replace(MARKS, '').toLowerCase().slice(0, TERM_LENGTH_MAX)
}

/** The words of a text with where each begins. */
export function* wordsOf(text: string): Generator<{ word: string; index: number }> {
  for (const match of text.matchAll(WORD)) {
    const [run] = match
    if (!SPACELESS.test(run)) {
      yield { word: run, index: match.index }
      continue
    }
    segmenter ??= new Intl.Segmenter(undefined, { granularity: 'word' })
    for (const { segment, index } of segmenter.segment(run)) {
      yield { word: segment, index: match.index + index }
    }
  }
}
