/** Keyboard shortcuts outside text fields. */
const TYPING =
  'input:not([type=checkbox], [type=radio]), textarea, select, [contenteditable], dialog[open]'

/** Calls `run` when this key is pressed without modifiers; returns a function that stops it. */
export function onKey(key: string, run: (event: KeyboardEvent) => void): () => void {
  const onKeyDown = (event: KeyboardEvent) => {
    const { target, ctrlKey, metaKey, altKey, repeat, isComposing } = event
    if (event.key !== key || ctrlKey || metaKey || altKey || repeat || isComposing) return
    if (!(target instanceof Element && target.closest(TYPING))) run(event)
  }
  document.addEventListener('keydown', onKeyDown)
  return () => document.removeEventListener('keydown', onKeyDown)
}
