/** Applies edits to a text area so that the browser's own undo can take them back. */
import type { Edit } from './text-commands.ts'

/** Puts an edit into the area, with the focus and the edit's selection. */
export function applyEdit(area: HTMLTextAreaElement, edit: Edit): void {
  const { from, to, insert } = edit
  area.focus()
  area.setSelectionRange(from, to)
  // The old command is the only way to write that the browser's own undo can take back. It writes
  // where the focus is, which an area behind its preview does not get.
  const isFocused = document.activeElement === area
  const command = insert === '' ? 'delete' : 'insertText'
  if (!isFocused || !document.execCommand(command, false, insert)) applyBeside(area, edit)
  area.setSelectionRange(edit.start, edit.end)
}

/** The same, but whoever types meanwhile goes on where they are. */
export function applyBeside(area: HTMLTextAreaElement, { from, to, insert }: Edit): void {
  area.setRangeText(insert, from, to, 'preserve')
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
