/** Unicode normalization of short texts. */

/** Longer texts stay unchanged: normalization is quadratic in consecutive marks. */
const COMPOSED_LENGTH_MAX = 4_096

/** NFC of a name. */
export function composed(text: string): string {
  return text.length > COMPOSED_LENGTH_MAX ? text : text.normalize('NFC')
}

/** NFKC of a name, in which full-width letters equal others. */
export function composedAlike(text: string): string {
  return text.length > COMPOSED_LENGTH_MAX ? text : text.normalize('NFKC')
}
