/**
 * Texts of one or more lines without the characters that are no text: what would move a terminal's
 * cursor, end a line where none ends, or be taken for a mark between fields.
 */

const CONTROLS = /[\p{Cc}\p{Zl}\p{Zp}]+/gu
const CONTROLS_IN_LINES = /[^\P{Cc}\n\t]+/gu
const LINE_ENDINGS = /\r\n?|[\x85\p{Zl}\p{Zp}]/gu

/** The text as one line: a space for each run of control characters and line breaks, none around. */
export function cleanLine(text: string): string {
  return text.replace(CONTROLS, ' ').trim()
}

/** The text with its lines and tabs, a space for each run of other control characters. */
export function cleanLines(text: string): string {
  return text.replace(LINE_ENDINGS, '\n').replace(CONTROLS_IN_LINES, ' ').trim()
}
