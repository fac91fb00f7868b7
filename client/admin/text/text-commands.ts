/** The toolbar's commands on a text and its selection, and edits of a textarea. */

export const TEXT_COMMANDS = ['bold', 'italic', 'link', 'heading', 'list', 'quote', 'code'] as const
export type TextCommand = (typeof TEXT_COMMANDS)[number]

interface Selection {
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
  const isOn =
    start >= size && text.slice(start - size, start) === mark && text.startsWith(mark, end)
  if (isOn) {
    const from = start - size
    return { from, to: end + size, insert: text.slice(start, end), start: from, end: end - size }
  }
  // Emphasis ends at an empty line, so each paragraph gets its own marks.
  const paragraphs = (text.slice(start, end) || sample).split(/(\s*\n\s*\n\s*)/)
  const insert = paragraphs.map((part) => (part.trim() ? mark + part + mark : part)).join('')
  const outer = paragraphs.length === 1 ? size : 0
  return {
    ...{ from: start, to: end, insert },
    ...{ start: start + outer, end: start + insert.length - outer },
  }
}

function codeEdit(selection: Selection): Edit {
  const { text, start, end } = selection
  const chosen = text.slice(start, end)
  if (!chosen.includes('\n')) return wrapped(selection, '`', 'code')
  const before = start === 0 || text[start - 1] === '\n' ? '' : '\n'
  const insert = `${before}\`\`\`\n${chosen.replace(/\n$/, '')}\n\`\`\`\n`
  const from = start + before.length + 4
  return { from: start, to: end, insert, start: from, end: from + chosen.length }
}

const ADDRESS = 'https://'
const WHOLE_ADDRESS = /^https?:\/\/\S+$/

function linkEdit({ text, start, end }: Selection): Edit {
  const chosen = text.slice(start, end)
  if (WHOLE_ADDRESS.test(chosen)) {
    const insert = `[link text](${chosen})`
    return { from: start, to: end, insert, start: start + 1, end: start + 10 }
  }
  const label = chosen || 'link text'
  const from = start + label.length + 3
  const insert = `[${label}](${ADDRESS})`
  return { from: start, to: end, insert, start: from, end: from + ADDRESS.length }
}

function prefixed({ text, start, end }: Selection, prefix: string): Edit {
  const from = text.lastIndexOf('\n', start - 1) + 1
  const lineEnd = text.indexOf('\n', end)
  const to = lineEnd < 0 ? text.length : lineEnd
  const lines = text.slice(from, to).split('\n')
  const isOn = lines.every((line) => line.startsWith(prefix))
  const insert = lines.map((line) => (isOn ? line.slice(prefix.length) : prefix + line)).join('\n')
  return { from, to, insert, start: from, end: from + insert.length }
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
  if (!isFocused || !document.execCommand(command, false, insert)) applyBeside(area, edit)
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
