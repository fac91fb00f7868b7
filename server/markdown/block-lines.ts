/** What a single line of markdown is, judged by itself: fence, item, rule, html. */

const HTML_BLOCK_NAMES =
  'address|article|aside|base|basefont|blockquote|body|caption|center|col|colgroup|dd|details|dialog|dir|div|dl|dt|fieldset|figcaption|figure|footer|form|frame|frameset|h[1-6]|head|header|hr|html|iframe|legend|li|link|main|menu|menuitem|nav|noframes|ol|optgroup|option|p|param|search|section|summary|table|tbody|td|tfoot|th|thead|title|tr|track|ul'
const HTML_RAW = /^<(?:script|pre|style|textarea)(?:[\s>]|$)/i
const HTML_BLOCK = new RegExp(`^</?(?:${HTML_BLOCK_NAMES})(?:\\s|/?>|$)`, 'i')
const HTML_ALONE = /^<(?:\/[A-Za-z][\w-]*\s*|[A-Za-z][\w-]*(?:\s[^<>]*)?)>\s*$/
export const BULLET = /^([-+*])(?:[ \t]|$)/
export const NUMBER = /^(\d{1,9})[.)](?:[ \t]|$)/
export const HEADING = /^#{1,6}(?:[ \t]|$)/
export const FENCE = /^(?:`{3,}(?=[^`]*$)|~{3,})/

export const DEFINITION = /^\[(\^?)((?:[^[\]\\]|\\.){1,999})\]:/
export const TASK = /^\[[ xX]\](?=\s)/

const LETTER = /^[A-Za-z\u00aa-\uffff]/

/** Whether the line can only be text, in a paragraph. */
export function beginsWithLetter(line: string): boolean {
  return LETTER.test(line)
}

/** The line behind its `>` marks, `depthMax` at most, and how many they were. */
export function withoutQuoteMarks(
  line: string,
  depthMax = Infinity,
): { text: string; depth: number } {
  let depth = 0
  let from = 0
  for (let at = 0; at < line.length; at += 1) {
    const code = line.charCodeAt(at)
    if (code === 62 && depth < depthMax) {
      depth += 1
      if (line.charCodeAt(at + 1) === 32) at += 1
      from = at + 1
    } else if (code !== 32 || at - from >= 4) break
  }
  return { text: from === 0 ? line : line.slice(from), depth }
}

/** Leading white space in characters and in columns, a tab reaching the next fourth. */
export function indentOf(line: string): { length: number; columns: number } {
  let columns = 0
  let length = 0
  for (; length < line.length; length += 1) {
    const code = line.charCodeAt(length)
    if (code === 32) columns += 1
    else if (code === 9) columns += 4 - (columns % 4)
    else break
  }
  return { length, columns }
}

/** How many times the text begins with the character. */
export function runOf(text: string, character: string): number {
  let length = 0
  while (character !== '' && text[length] === character) length += 1
  return length
}

/** Whether the line ends a paragraph that it could otherwise continue lazily. */
export function startsBlock(content: string): boolean {
  return (
    BULLET.test(content) ||
    NUMBER.test(content) ||
    HEADING.test(content) ||
    FENCE.test(content) ||
    isThematicBreak(content)
  )
}

/** `===` or `---` below a heading. */
export function isSetextLine(content: string): boolean {
  const first = content[0]
  if (first !== '=' && first !== '-') return false
  return content.slice(runOf(content, first)).trim() === ''
}

/** `---`, `* * *` and the like. */
export function isThematicBreak(content: string): boolean {
  const first = content[0]
  if (first !== '-' && first !== '*' && first !== '_') return false
  const mark = first.charCodeAt(0)
  let count = 0
  for (let at = 0; at < content.length; at += 1) {
    const code = content.charCodeAt(at)
    if (code === mark) count += 1
    else if (code !== 32 && code !== 9) return false
  }
  return count >= 3
}

/** `| --- | :-: |`, trimmed. */
export function isDelimiterRow(line: string): boolean {
  if (!line.includes('-')) return false
  for (const character of line) if (!'|:- \t'.includes(character)) return false
  return line.includes('|') || line.includes(':')
}

/** What ends the block of html that the line begins ('' is a blank line); null if it begins none. */
export function htmlEndOf(content: string, interrupts: boolean): string | null {
  if (content.startsWith('<!--')) return '-->'
  if (content.startsWith('<?')) return '?>'
  if (/^<![A-Za-z]/.test(content)) return '>'
  const raw = HTML_RAW.exec(content)
  if (raw)
    return `</${raw[0]
      .slice(1)
      .replace(/[\s>]$/, '')
      .toLowerCase()}>`
  if (HTML_BLOCK.test(content)) return ''
  return !interrupts && HTML_ALONE.test(content) ? '' : null
}
