/** Optional numbers in text fields: phones offer a comma or a point, as the language has it. */
import { DecimalField } from './fields.tsx'

/** A number as text for its field; empty for null. */
export const numberText = (number: number | null) => (number === null ? '' : String(number))

/** The number that is typed, null for nothing; NaN if it is none. */
export function typedNumber(text: string): number | null {
  const plain = text.trim().replace(',', '.').replace('−', '-')
  if (plain === '') return null
  // Not by `Number` alone, for which `0x10` is sixteen.
  return /^[-+]?(?:\d+(?:\.\d*)?|\.\d+)$/.test(plain) ? Number(plain) : Number.NaN
}

/** What the row of a number has in a table of fields. */
export const NUMBER = {
  Control: DecimalField,
  check: (text: string) =>
    Number.isFinite(typedNumber(text) ?? 0) ? undefined : 'Enter a number like 3.5.',
  toSend: typedNumber,
}
