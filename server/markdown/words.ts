/**
 * Words, also of scripts that put no spaces between them, by the segmenter of the language's
 * dictionary. Its time grows with the square of what it is given at once (a minute for 500 KB), so
 * it is given pieces; a word at the end of one may come in two parts.
 */

/** Each call costs as much as a hundred characters. */
const PIECE_LENGTH_MAX = 400
/** Scripts without spaces between words; Hangul has them and is counted by its spaces. */
const SPACELESS =
  /[\u0e00-\u0eff\u1000-\u109f\u1780-\u17ff\u2e80-\u2fff\u3005-\u30ff\u3400-\u9fff\uf900-\ufaff\uff66-\uff9d\u{20000}-\u{3ffff}]/u

let segmenter: Intl.Segmenter | null = null

/** Whether a character of such a script is in the text. */
export function hasSpaceless(text: string): boolean {
  return SPACELESS.test(text)
}

/** Words of a plain text: what stands between spaces, and the words of scripts without spaces. */
export function countWordsOf(text: string): number {
  let words = 0
  for (const [token] of text.matchAll(/\S+/g)) words += SPACELESS.test(token) ? segmented(token) : 1
  return words
}

function segmented(token: string): number {
  // Made at the first need: most sites never have one.
  segmenter ??= new Intl.Segmenter(undefined, { granularity: 'word' })
  let words = 0
  for (let start = 0; start < token.length; ) {
    let end = start + PIECE_LENGTH_MAX
    // Not between the two halves of a character.
    if (/^[\udc00-\udfff]/.test(token.charAt(end))) end += 1
    for (const { isWordLike } of segmenter.segment(token.slice(start, end))) {
      if (isWordLike) words += 1
    }
    start = end
  }
  return words
}
