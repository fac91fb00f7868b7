/**
 * Keys of the panel, outside text fields and unless shortcuts are turned off: j and k lead through
 * the rows, e edits the row with the focus; other keys press the newest button that names them.
 */
import { onKey } from '../../components/on-key.ts'

/** Starts listening, for the life of the document. */
export function listenToKeys(): void {
  onKey('j', () => focusRow(1))
  onKey('k', () => focusRow(-1))
  onKey('e', (event) => pressButton(event, focusedRow()?.querySelector('[aria-label^="Edit:"]')))
  // Quick Post, Undo, View.
  for (const key of ['n', 'z', 'v']) onKey(key, (event) => pressButton(event, newestOf(key)))
}

/** The newest button that names the key. What an ended session hides is not pressed. */
const newestOf = (key: string) =>
  [...document.querySelectorAll(`[aria-keyshortcuts="${key}"]:not([hidden] *)`)].at(-1)

function pressButton(event: KeyboardEvent, button: Element | null | undefined): void {
  if (!(button instanceof HTMLElement)) return
  // The key is not typed in the field that opens.
  event.preventDefault()
  button.click()
}

const focusedRow = () => document.activeElement?.closest('.admin-row') ?? null

/** Focuses the first control of the next or previous row; without a focused row the first row's. */
function focusRow(step: 1 | -1): void {
  const rows = [...document.querySelectorAll('.admin-row')]
  const row = focusedRow()
  const next = row === null ? rows[0] : rows[rows.indexOf(row) + step]
  next?.querySelector<HTMLElement>('a, button')?.focus()
}
