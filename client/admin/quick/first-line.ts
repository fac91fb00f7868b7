/** A title out of a text that has none: its first line, or the first words of it. */
import { cutText } from '#domain/texts/excerpt.ts'

/** Characters; a longer first line is a paragraph. */
const TITLE_MAX = 80
/** Characters of a line that are looked at: marks in a longer one would cost their square. */
const LINE_MAX = 400
/** Lines that are part of what follows: lists, quotes, tables, images, code. */
const BLOCK = /^(?:\s*(?:[-*+>|]|\d+[.)])(?:\s|$)|\s*(?:```|~~~|!\[)| {4}|\t)/

/**
 * The first line as title and what comes after it. Where that line is no title but the start of the
 * text, its first words are the title and the text stays whole.
 */
export function splitFirstLine(text: string): { title: string; rest: string } {
  const whole = text.replace(/^(?:[ \t]*\r?\n)+/, '').trimEnd()
  const [line = ''] = whole.split(/\r?\n/, 1)
  const { text: title, cut } = cutText(plainWords(line.slice(0, LINE_MAX)), TITLE_MAX)
  if (title === '' || cut || line.length > LINE_MAX || BLOCK.test(line)) {
    return { title: title || whole.slice(0, TITLE_MAX).trim(), rest: whole }
  }
  return { title, rest: whole.slice(line.length).replace(/^(?:[ \t]*\r?\n)+/, '') }
}

/** A line without the marks of markdown. */
function plainWords(line: string): string {
  return line
    .replace(/^\s*(?:#{1,6}\s+|[-*+>]\s+|\d+[.)]\s+)+/, '')
    .replace(/!?\[([^\]]*)\]\([^)]*\)/g, '$1')
    .replace(/(\*\*|__|~~|`|\*)([^\s*_~`](?:.*?\S)?)\1/g, '$2')
    .replace(/\s+/g, ' ')
    .trim()
}
