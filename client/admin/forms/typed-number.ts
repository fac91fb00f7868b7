/** Optional numbers in text fields: phones offer a comma or a point, as the language has it. */

/** A number as text for its field; empty for null. */
export const numberText = (number: number | null) => (number === null ? '' : String(number))

/** The number that is typed, null for nothing; NaN, or an infinity, if it is none. */
export function typedNumber(text: string): number | null {
  const plain = text.trim().replace(',', '.').replace('−', '-')
  return plain === '' ? null : Number(plain)
}

/** The fault of a text that is no number. */
export function numberFault(text: string): string | undefined {
  return Number.isFinite(typedNumber(text) ?? 0) ? undefined : 'Enter a number like 3.5.'
}
