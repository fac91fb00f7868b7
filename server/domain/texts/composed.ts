/** Texts in the one form that compares equal however their accents were typed. */

/** Characters that are composed; ordering many marks takes the square of their number. */
const COMPOSED_LENGTH_MAX = 4_096

/** The text in NFC; one that is longer than any name stays as it is. */
export function composed(text: string): string {
  return text.length > COMPOSED_LENGTH_MAX ? text : text.normalize('NFC')
}

/** The same in NFKC, in which letters of full width are letters like others. */
export function composedAlike(text: string): string {
  return text.length > COMPOSED_LENGTH_MAX ? text : text.normalize('NFKC')
}
