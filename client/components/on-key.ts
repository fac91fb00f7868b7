/** Keys: shortcuts outside text fields, and moves within a group of controls. */
import type { KeyboardEvent as ReactKeyboardEvent } from 'react'
import { usePreferences } from '../state/stored.ts'

/** Key code of an event that an input method handles, also where it does not say so otherwise. */
const COMPOSING = 229

/**
 * A key with its modifiers, such as `Enter`, `/`, `Ctrl+s` (also for ⌘) or `Shift+Tab`. Empty while
 * an input method composes, whose Enter, Escape and arrows are not for the page.
 */
export function pressedKey(event: KeyboardEvent | ReactKeyboardEvent): string {
  const { isComposing } = 'nativeEvent' in event ? event.nativeEvent : event
  const { key, keyCode, ctrlKey, metaKey, altKey, shiftKey } = event
  if (isComposing || keyCode === COMPOSING) return ''
  const isCtrl = ctrlKey || metaKey
  // Shift is part of a character, as of `/` on some keyboards.
  const isCharacter = key.length === 1 && !isCtrl
  const modifiers = [isCtrl && 'Ctrl', altKey && 'Alt', shiftKey && !isCharacter && 'Shift']
  const name = isCtrl && key.length === 1 ? key.toLowerCase() : key
  return [...modifiers, name].filter(Boolean).join('+')
}

const TYPING =
  'input:not([type=checkbox], [type=radio]), textarea, select, [contenteditable], dialog[open]'

/**
 * Calls `run` when this key is pressed outside text fields, unless the visitor has turned shortcuts
 * off; returns a function that stops it.
 */
export function onKey(key: string, run: (event: KeyboardEvent) => void): () => void {
  const onKeyDown = (event: KeyboardEvent) => {
    const { target, repeat } = event
    if (repeat || pressedKey(event) !== key) return
    const isTyping = target instanceof Element && target.closest(TYPING)
    if (!isTyping && usePreferences.getState().hasShortcuts) run(event)
  }
  document.addEventListener('keydown', onKeyDown)
  return () => document.removeEventListener('keydown', onKeyDown)
}

/**
 * Moves the focus, and with it the only Tab stop (a roving tabindex), from one of `controls` to
 * another. Home and End lead to the first and the last.
 * @param steps number of controls that a key moves the focus by
 */
export function moveFocus(
  event: ReactKeyboardEvent,
  controls: readonly (HTMLElement | SVGElement)[],
  steps: Readonly<Record<string, number>>,
): void {
  // The cast: another target is not found.
  const from = controls.indexOf(event.target as HTMLElement)
  const key = pressedKey(event)
  const ends: Record<string, number> = { Home: 0, End: controls.length - 1 }
  const to = ends[key] ?? from + (steps[key] ?? Number.NaN)
  const next = controls[to]
  if (from < 0 || !next) return
  event.preventDefault()
  controls[from]?.setAttribute('tabindex', '-1')
  next.setAttribute('tabindex', '0')
  next.focus()
}
