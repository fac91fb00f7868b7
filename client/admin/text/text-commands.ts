/** The toolbar's commands on a text and its selection, and edits of a textarea. */

export const TEXT_COMMANDS = ['bold', 'italic', 'link', 'heading', 'list', 'quote', 'code'] as const
export type TextCommand = (typeof TEXT_COMMANDS)[number]

/** A text with its selection, or its caret where both are the same. */
export interface Selection {
  text: string
  start: number
  end: number
}

/** Replace `from`..`to` by `insert`, then select `start`..`end`. */
export interface Edit {
  from: number
  to: number
  insert: string
  start: number
  end: number
}

/** The edit that replaces `from`..`to` by these three parts and selects the middle one. */
export function replacement(
  from: number,
  to: number,
  before: string,
  chosen = '',
  after = '',
): Edit {
  const start = from + before.length
  return { from, to, insert: before + chosen + after, start, end: start + chosen.length }
}

const PREFIXES = { heading: '## ', list: '- ', quote: '> ' } as const

/** The edit of a command; on text that has the marks it removes them. */
export function textEdit(command: TextCommand, selection: Selection): Edit {
  if (command === 'bold') return wrapped(selection, '**', 'bold text')
  if (command === 'italic') return wrapped(selection, '_', 'italic text')
  if (command === 'code') return codeEdit(selection)
  return command === 'link' ? linkEdit(selection) : prefixed(selection, PREFIXES[command])
}

function wrapped({ text, start, end }: Selection, mark: string, sample: string): Edit {
  const size = mark.length
  const chosen = text.slice(start, end)
  const isOn =
    start >= size && text.slice(start - size, start) === mark && text.startsWith(mark, end)
  if (isOn) return replacement(start - size, end + size, '', chosen)
  // Emphasis ends at an empty line, so each paragraph gets its own marks.
  const paragraphs = chosen.split(/(\s*\n\s*\n\s*)/)
  if (paragraphs.length === 1) return replacement(start, end, mark, chosen || sample, mark)
  const marked = paragraphs.map((part) => (part.trim() ? mark + part + mark : part))
  return replacement(start, end, '', marked.join(''))
}

function codeEdit(selection: Selection): Edit {
  const { text, start, end } = selection
  const chosen = text.slice(start, end)
  if (!chosen.includes('\n')) return wrapped(selection, '`', 'code')
  const before = start === 0 || text[start - 1] === '\n' ? '' : '\n'
  return replacement(start, end, `${before}\`\`\`\n`, chosen.replace(/\n$/, ''), '\n```\n')
}

const WHOLE_ADDRESS = /^https?:\/\/\S+$/

function linkEdit({ text, start, end }: Selection): Edit {
  const chosen = text.slice(start, end)
  return WHOLE_ADDRESS.test(chosen)
    ? replacement(start, end, '[', 'link text', `](${chosen})`)
    : replacement(start, end, `[${chosen || 'link text'}](`, 'https://', ')')
}

function prefixed({ text, start, end }: Selection, prefix: string): Edit {
  const from = lineStart(text, start)
  const to = lineEnd(text, end)
  const lines = text.slice(from, to).split('\n')
  const isOn = lines.every((line) => line.startsWith(prefix))
  const made = lines.map((line) => (isOn ? line.slice(prefix.length) : prefix + line))
  return replacement(from, to, '', made.join('\n'))
}

/** A line of a list: quote marks and indent, marker, spaces, task box. */
const ITEM = /^((?:[ \t]*>)*[ \t]*)([-*+]|\d{1,9}[.)])([ \t]+)(\[[ xX]\][ \t]+)?/
const QUOTE = /^(?:[ \t]*>)+ ?/
const FENCE = /^ {0,3}(?:```|~~~)/gm

/**
 * What Enter, Tab or Shift+Tab does in a list or a quote, and in the alt text of an image.
 * @returns null if the key does as anywhere
 */
export function keyEdit(key: string, selection: Selection): Edit | null {
  if (key === 'Enter') return altEnd(selection) ?? nextItem(selection)
  if (key === 'Tab') return altEnd(selection) ?? indented(selection, 1)
  return key === 'Shift+Tab' ? indented(selection, -1) : null
}

/** Whether a position is in a fenced code block. */
const isInCode = (text: string, position: number) =>
  (text.slice(0, position).match(FENCE)?.length ?? 0) % 2 === 1

const lineStart = (text: string, position: number) => text.lastIndexOf('\n', position - 1) + 1

function lineEnd(text: string, position: number): number {
  const end = text.indexOf('\n', position)
  return end < 0 ? text.length : end
}

/** A new item or quoted line; on an empty one the list or quote ends. */
function nextItem({ text, start, end }: Selection): Edit | null {
  const from = lineStart(text, start)
  const line = text.slice(from, lineEnd(text, end))
  const item = ITEM.exec(line)
  const [mark] = item ?? QUOTE.exec(line) ?? ['']
  if (mark === '' || isInCode(text, start) || start - from < mark.length) return null
  // Without an empty line what follows would belong to the last item.
  if (line.trim() === mark.trim()) return replacement(from, from + line.length, '\n')
  const [, before = '', marker = '', space = '', box] = item ?? [mark, mark]
  const next = marker.replace(/\d+/, (number) => String(Number(number) + 1))
  return replacement(start, end, `\n${before}${next}${space}${box ? '[ ] ' : ''}`)
}

/** Moves items below the one before them, or out again. Elsewhere Tab moves the focus. */
function indented({ text, start, end }: Selection, direction: 1 | -1): Edit | null {
  const from = lineStart(text, start)
  const to = lineEnd(text, end)
  const lines = text.slice(from, to).split('\n')
  const [, indent, marker] = ITEM.exec(lines[0] ?? '') ?? []
  if (indent === undefined || marker === undefined) return null
  const [, above] = ITEM.exec(text.slice(lineStart(text, from - 1), from)) ?? []
  const step = ' '.repeat(marker.length + 1)
  const isPossible =
    direction === 1
      ? from > 0 && above !== undefined && above.length >= indent.length
      : indent !== ''
  if (!isPossible || indent.includes('>')) return null
  const moved = lines.map((line) =>
    direction === 1 ? step + line : line.replace(new RegExp(`^(?:\\t| {1,${step.length}})`), ''),
  )
  const insert = moved.join('\n')
  const shift = (moved[0]?.length ?? 0) - (lines[0]?.length ?? 0)
  const first = Math.max(from, start + shift)
  return { from, to, insert, start: first, end: Math.max(first, end + insert.length - (to - from)) }
}

/** From the alt text of an image to the paragraph after it. */
function altEnd({ text, start, end }: Selection): Edit | null {
  const from = lineStart(text, start)
  const image = /!\[[^[\]\n]*$/.exec(text.slice(from, start))
  const rest = /^[^[\]\n]*\]\([^()\n]*\)/.exec(text.slice(end))
  if (image === null || rest === null || start !== end) return null
  const to = end + rest[0].length
  const [gap = ''] = /^\n{0,2}/.exec(text.slice(to)) ?? []
  const isInLine = gap === '' && to < text.length
  return replacement(to, to + gap.length, isInLine ? '' : '\n\n')
}

/** The address that a paste puts behind the chosen words, as a link; null for any other paste. */
export function pasteEdit(pasted: string, { text, start, end }: Selection): Edit | null {
  const words = text.slice(start, end)
  const isLink = WHOLE_ADDRESS.test(pasted) && words.trim() !== '' && !/[\n[\]]/.test(words)
  if (!isLink || WHOLE_ADDRESS.test(words) || isInCode(text, start)) return null
  return replacement(start, end, `[${words}](${pasted})`)
}

/** Applies an edit with the browser's undo, focuses the textarea and sets the selection. */
export function applyEdit(area: HTMLTextAreaElement, edit: Edit): void {
  const { from, to, insert } = edit
  area.focus()
  area.setSelectionRange(from, to)
  // The deprecated execCommand is the only edit that the browser's undo covers. It edits the
  // focused element, and a textarea hidden by the preview cannot be focused.
  const isFocused = document.activeElement === area
  const command = insert === '' ? 'delete' : 'insertText'
  const isMove = from === to && insert === ''
  if (!isMove && !(isFocused && document.execCommand(command, false, insert))) {
    applyBeside(area, edit)
  }
  area.setSelectionRange(edit.start, edit.end)
}

/** Applies an edit without moving focus or caret. */
export function applyBeside(area: HTMLTextAreaElement, { from, to, insert }: Edit): void {
  area.setRangeText(insert, from, to, 'preserve')
  area.dispatchEvent(new Event('input', { bubbles: true }))
}

/** Selects a line of the text and scrolls to it. @param line counted from 1 */
export function selectLine(area: HTMLTextAreaElement, line: number): void {
  const lines = area.value.split('\n')
  const start = lines.slice(0, line - 1).join('\n').length + (line > 1 ? 1 : 0)
  area.setSelectionRange(start, start + (lines[line - 1]?.length ?? 0))
  // Browsers scroll to the selection on focus.
  area.blur()
  area.focus()
}
