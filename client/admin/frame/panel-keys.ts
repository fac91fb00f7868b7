/** Keys of the panel's lists, outside text fields and unless shortcuts are turned off. */
import { onKey } from '../../components/on-key.ts'
import { dismissToast, useToasts } from '../../state/toasts.ts'

/**
 * j and k lead through the rows, e edits the row with the focus; z undoes the last act, v opens what
 * it made public.
 */
const KEYS: Readonly<Record<string, () => void>> = {
  j: () => focusRow(1),
  k: () => focusRow(-1),
  e: editRow,
  z: undoNewest,
  v: viewNewest,
}

/** Starts listening; returns a function that stops it. */
export function listenToKeys(): () => void {
  const stops = Object.entries(KEYS).map(([key, run]) => onKey(key, run))
  return () => {
    for (const stop of stops) stop()
  }
}

const focusedRow = () => document.activeElement?.closest('.admin-row') ?? null

/** Focuses the first control of the next or previous row; without a focused row the first row's. */
function focusRow(step: 1 | -1): void {
  const rows = [...document.querySelectorAll('.admin-row')]
  const row = focusedRow()
  const next = row === null ? rows[0] : rows[rows.indexOf(row) + step]
  next?.querySelector<HTMLElement>('a, button')?.focus()
}

function editRow(): void {
  const buttons = [...(focusedRow()?.querySelectorAll('button') ?? [])]
  buttons.find(({ textContent }) => textContent === 'Edit')?.click()
}

function undoNewest(): void {
  const { toasts } = useToasts.getState()
  const toast = toasts.findLast(({ action }) => action?.label === 'Undo')
  if (!toast) return
  toast.action?.run()
  dismissToast(toast.id)
}

function viewNewest(): void {
  const { toasts } = useToasts.getState()
  const href = toasts.findLast(({ link }) => link)?.link?.href
  if (href !== undefined) open(href, '_blank', 'noopener')
}
