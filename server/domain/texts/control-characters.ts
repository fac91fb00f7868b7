/** Removes control characters, which could move a cursor, break a line or separate fields. */

const CONTROLS = /[\p{Cc}\p{Zl}\p{Zp}]+/gu
const CONTROLS_IN_LINES = /[^\P{Cc}\n\t]+/gu
const LINE_ENDINGS = /\r\n?|[\x85\p{Zl}\p{Zp}]/gu

/**
 * One line: each run of control characters and line breaks becomes a space; trimmed. Half of a
 * character, which YAML may escape and no address has, is replaced.
 */
export function cleanLine(text: string): string {
  return text
    .replace(CONTROLS, ' ')
    .replace(/\p{Surrogate}/gu, '\ufffd')
    .trim()
}

/** Keeps lines and tabs; each run of other control characters becomes a space; trimmed. */
export function cleanLines(text: string): string {
  return text.replace(LINE_ENDINGS, '\n').replace(CONTROLS_IN_LINES, ' ').trim()
}
