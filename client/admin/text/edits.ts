/** Applies edits to a text area so that the browser's own undo can take them back. */
import type { Edit } from './text-commands.ts'

/** Puts an edit into the area, with the focus and the edit's selection. */
export function applyEdit(area: HTMLTextAreaElement, edit: Edit): void {
  area.focus()
  area.setSelectionRange(edit.from, edit.to)
  write(area, edit)
  area.setSelectionRange(edit.start, edit.end)
}

/** The same, but whoever types meanwhile goes on where they are. */
export function applyBeside(area: HTMLTextAreaElement, edit: Edit): void {
  const { activeElement } = document
  const { selectionStart, selectionEnd } = area
  area.focus({ preventScroll: true })
  area.setSelectionRange(edit.from, edit.to)
  write(area, edit)
  const growth = edit.insert.length - (edit.to - edit.from)
  const moved = (position: number) => (position >= edit.to ? position + growth : position)
  area.setSelectionRange(moved(selectionStart), moved(selectionEnd))
  if (activeElement instanceof HTMLElement && activeElement !== area) activeElement.focus()
}

function write(area: HTMLTextAreaElement, { from, to, insert }: Edit): void {
  // The old command is the only way to write that the browser's own undo can take back. It writes
  // where the focus is, which an area behind its preview does not get.
  const isFocused = document.activeElement === area
  const isWritten =
    isFocused && document.execCommand(insert === '' ? 'delete' : 'insertText', false, insert)
  if (isWritten) return
  area.setRangeText(insert, from, to, 'end')
  area.dispatchEvent(new Event('input', { bubbles: true }))
}

/** Goes to a line of the text, the first of which is 1, and selects it. */
export function selectLine(area: HTMLTextAreaElement, line: number): void {
  const lines = area.value.split('\n')
  const start = lines.slice(0, line - 1).join('\n').length + (line > 1 ? 1 : 0)
  area.setSelectionRange(start, start + (lines[line - 1]?.length ?? 0))
  // A browser scrolls to what is selected when the focus comes.
  area.blur()
  area.focus()
}
