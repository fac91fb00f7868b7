/**
 * Counts words. Scripts without spaces need `Intl.Segmenter`, whose time is quadratic in the length
 * of its input (a minute for 500 KB), so it gets pieces; a word at the end of a piece may count
 * twice.
 */

/** A call has a fixed cost, that of about a hundred characters. */
const PIECES = /.{1,400}/gsu
/** Scripts without spaces between words; Hangul has them and is counted by its spaces. */
const SPACELESS =
  /[\u0e00-\u0eff\u1000-\u109f\u1780-\u17ff\u2e80-\u2fff\u3005-\u30ff\u3400-\u9fff\uf900-\ufaff\uff66-\uff9d\u{20000}-\u{3ffff}]/u

let segmenter: Intl.Segmenter | null = null

/** Whether a character of such a script is in the text. */
export function hasSpaceless(text: string): boolean {
  return SPACELESS.test(text)
}

/** Number of words in plain text: by spaces, or by the segmenter for scripts without spaces. */
export function countWordsOf(text: string): number {
  let words = 0
  for (const [token] of text.matchAll(/\S+/g)) words += SPACELESS.test(token) ? segmented(token) : 1
  return words
}

function segmented(token: string): number {
  // Created at first use: most sites never need it.
  segmenter ??= new Intl.Segmenter(undefined, { granularity: 'word' })
  let words = 0
  for (const [piece] of token.matchAll(PIECES)) {
    for (const { isWordLike } of segmenter.segment(piece)) if (isWordLike) words += 1
  }
  return words
}
