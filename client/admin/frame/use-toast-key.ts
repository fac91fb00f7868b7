/** F8 leads to the newest notice that offers something, and from there to the one before. */
import { useEffect } from 'react'
import type { ToastAction } from '../../state/toasts.ts'

const KEY = 'F8'

/** Takes back what a notice tells of. */
export function undoAction(run: () => void): ToastAction {
  return { label: 'Undo', run, hint: `${KEY} leads to Undo.` }
}

export function useToastKey(): void {
  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent) => {
      if (event.key === KEY && focusNewest()) event.preventDefault()
    }
    document.addEventListener('keydown', onKeyDown)
    return () => document.removeEventListener('keydown', onKeyDown)
  }, [])
}

/** Moves the focus to what a notice offers, else to its Close; false where there is no notice. */
function focusNewest(): boolean {
  const buttonsOf = (kind: string) => [
    ...document.querySelectorAll<HTMLElement>(`.toast > button.${kind}`),
  ]
  const offers = buttonsOf('button')
  const buttons = offers.length > 0 ? offers : buttonsOf('icon-button')
  const { activeElement } = document
  const at = activeElement instanceof HTMLElement ? buttons.indexOf(activeElement) : -1
  const next = buttons.at(at > 0 ? at - 1 : -1)
  next?.focus()
  return next !== undefined
}
