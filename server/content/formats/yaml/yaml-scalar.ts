/**
 * Values as YAML that every reader takes for the same text: YAML 1.2 and 1.1, and our own. What
 * could be read as a number, a date, a flag, a comment or a mark of YAML is quoted.
 */

/** A text, a flag, a list of names, or a date that may stand bare. */
export type YamlInput = string | boolean | readonly string[] | { date: string }

export type QuoteStyle = 'plain' | 'single' | 'double'

/** Words that YAML 1.1 or 1.2 reads as a flag, as nothing or, in one reader, as a number (`E0`). */
const WORDS = /^(?:y|yes|n|no|on|off|true|false|null|e[-+.\d_]+)$/i
/** Begins like a word, or like '10 things'; only then can no reader take it for something else. */
const PLAIN_START = /^(?:[\p{L}_(“‘„«¿¡]|\d+\s+\p{L})/u
const NOT_PLAIN = /:\s|:$|\s#|^\s|\s$/
const UNPRINTABLE = /[\p{Cc}\p{Cs}\u2028\u2029\ufeff\ufffe\uffff]/u
/** Would end or split a value inside `[…]`. */
const NOT_IN_LIST = /[,[\]{}]/
const TO_ESCAPE = /[\u007f-\u009f\u2028\u2029\ufeff\ufffe\uffff]/g
/** A date as we write it, and that every reader of dates may take for one. */
const DATE = /^\d{4}-\d\d-\d\d(?:[T ]\d\d:\d\d(?::\d\d)?(?:Z|[+-]\d\d:\d\d)?)?$/

/** The text in one line of YAML, in the wanted style where that reads back as the same text. */
export function formatScalar(text: string, style: QuoteStyle = 'plain', isInList = false): string {
  if (style === 'plain' && isPlain(text) && !(isInList && NOT_IN_LIST.test(text))) return text
  if (style === 'single' && !UNPRINTABLE.test(text)) {
    return `'${text.replaceAll("'", "''")}'`
  }
  return formatJson(text)
}

/** Any value in one line of JSON, which is YAML too. */
export function formatJson(value: unknown): string {
  // What JSON leaves raw and a reader of YAML may stumble over is escaped as well.
  return JSON.stringify(value).replace(TO_ESCAPE, (character) => {
    return `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`
  })
}

/** Names as a list in one line, `[Writing, Fitness & Health]`. */
export function formatList(names: readonly string[]): string {
  return `[${names.map((name) => formatScalar(name, 'plain', true)).join(', ')}]`
}

/** The value as YAML in one line; a date is bare where it is written in the usual way. */
export function formatValue(value: YamlInput, style: QuoteStyle = 'plain'): string {
  if (typeof value === 'boolean') return String(value)
  if (typeof value === 'string') return formatScalar(value, style)
  if (!('date' in value)) return formatList(value)
  return style === 'plain' && DATE.test(value.date) ? value.date : formatScalar(value.date, style)
}

function isPlain(text: string): boolean {
  return (
    PLAIN_START.test(text) && !WORDS.test(text) && !NOT_PLAIN.test(text) && !UNPRINTABLE.test(text)
  )
}
