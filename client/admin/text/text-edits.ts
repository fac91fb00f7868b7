/** Applies edits to a text area so that the browser's own undo can take them back. */
import type { Edit } from './text-commands.ts'

/** Goes to a line of the text, the first of which is 1, and selects it. */
export function selectLine(area: HTMLTextAreaElement, line: number): void {
  const lines = area.value.split('\n')
  const start = lines.slice(0, line - 1).join('\n').length + (line > 1 ? 1 : 0)
  area.setSelectionRange(start, start + (lines[line - 1]?.length ?? 0))
  // A browser scrolls to what is selected when the focus comes.
  area.blur()
  area.focus()
}

/**
 * @param isIdle whether nothing else is going on in the area: it then gets the focus and the edit's
 *   selection; otherwise the one who types there goes on typing
 */
export function applyEdit(area: HTMLTextAreaElement, edit: Edit, { isIdle = true } = {}): void {
  const { activeElement } = document
  const { selectionStart, selectionEnd } = area
  area.focus({ preventScroll: !isIdle })
  area.setSelectionRange(edit.from, edit.to)
  // The old command is the only way to write that the browser's own undo can take back. It writes
  // where the focus is, which an area behind its preview does not get.
  const isFocused = document.activeElement === area
  if (!isFocused || !document.execCommand('insertText', false, edit.insert)) {
    area.setRangeText(edit.insert, edit.from, edit.to, 'end')
    area.dispatchEvent(new Event('input', { bubbles: true }))
  }
  if (isIdle) {
    area.setSelectionRange(edit.start, edit.end)
    return
  }
  const growth = edit.insert.length - (edit.to - edit.from)
  const moved = (position: number) => (position >= edit.to ? position + growth : position)
  area.setSelectionRange(moved(selectionStart), moved(selectionEnd))
  if (activeElement instanceof HTMLElement && activeElement !== area) activeElement.focus()
}
