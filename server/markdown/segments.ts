/**
 * Words of scripts that put no spaces between them, by the segmenter of the language's dictionary.
 * Its time grows with the square of what it is given at once (a minute for 500 KB), so it is given
 * pieces; a word at the end of one may come in two parts.
 */

/** Each call costs as much as a hundred characters. */
const PIECE_LENGTH_MAX = 400

/** Scripts without spaces between words; Hangul has them and is counted by its spaces. */
const SPACELESS =
  '\\u0e00-\\u0eff\\u1000-\\u109f\\u1780-\\u17ff\\u2e80-\\u2fff\\u3005-\\u30ff\\u3400-\\u9fff\\uf900-\\ufaff\\uff66-\\uff9d\\u{20000}-\\u{3ffff}'
const HAS_SPACELESS = new RegExp(`[${SPACELESS}]`, 'u')
/** Runs of such scripts, with their punctuation. */
const SPACELESS_RUN = new RegExp(
  `[${SPACELESS}\\u3000-\\u3004\\uff00-\\uff0f\\uff1a-\\uff20]{1,200}`,
  'gu',
)
/** Characters of such runs that are segmented together, since each call has its price. */
const SEGMENTED_LENGTH = 200

let segmenter: Intl.Segmenter | null = null

/** Whether a character of such a script is in the text. */
export function hasSpaceless(text: string): boolean {
  return HAS_SPACELESS.test(text)
}

/** The words of a text and what stands between them, each with where it begins in the text. */
export function* segmentsOf(
  text: string,
): Generator<{ segment: string; index: number; isWordLike?: boolean }> {
  // Made at the first need: most sites never have one.
  segmenter ??= new Intl.Segmenter(undefined, { granularity: 'word' })
  for (let start = 0; start < text.length; ) {
    const end = pieceEnd(text, start)
    for (const part of segmenter.segment(text.slice(start, end))) {
      yield { ...part, index: start + part.index }
    }
    start = end
  }
}

/** Words of a plain text: what stands between spaces, and the words of scripts without spaces. */
export function countWordsOf(text: string): number {
  if (!hasSpaceless(text)) return countSpaced(text)
  let words = 0
  let runs = ''
  const others = text.replace(SPACELESS_RUN, (run) => {
    runs += `${run}\n`
    if (runs.length >= SEGMENTED_LENGTH) {
      words += countSegmented(runs)
      runs = ''
    }
    return ' '
  })
  return words + countSegmented(runs) + countSpaced(others)
}

function countSpaced(text: string): number {
  let words = 0
  for (const _ of text.matchAll(/\S+/g)) words += 1
  return words
}

function countSegmented(text: string): number {
  let words = 0
  for (const { isWordLike } of segmentsOf(text)) if (isWordLike) words += 1
  return words
}

/** Not between the two halves of a character. */
function pieceEnd(text: string, start: number): number {
  const end = start + PIECE_LENGTH_MAX
  const code = text.charCodeAt(end)
  return code >= 0xdc00 && code <= 0xdfff ? end + 1 : end
}
