/** Keeps the focus when a change removes the focused control. Browser only. */
import { focusHeading } from './frame/parts.tsx'

const FOCUSABLE = 'a[href], button, input, select, textarea, summary, [tabindex="0"]'

/** An element and its siblings, then the same for each ancestor. */
function candidatesNear(at: Element | null): Element[] {
  if (!at || at.matches('main, body')) return []
  const beside = [at, at.nextElementSibling, at.previousElementSibling]
  return [...beside.filter((element) => element !== null), ...candidatesNear(at.parentElement)]
}

/**
 * When the focused control is removed, moves the focus to a control near it, else to the one
 * focused before, else to the page's heading.
 */
export function keepFocus(): void {
  let near: readonly Element[] = []
  const observer = new MutationObserver(() => {
    if (!near[0] || near[0].isConnected || document.activeElement !== document.body) return
    for (const place of near.filter(({ isConnected }) => isConnected)) {
      const next = place.matches(FOCUSABLE) ? place : place.querySelector(FOCUSABLE)
      if (next instanceof HTMLElement) next.focus({ preventScroll: true })
      if (document.activeElement !== document.body) return
    }
    focusHeading()
  })
  document.addEventListener('focusin', ({ target }) => {
    if (target instanceof Element) near = [...candidatesNear(target), ...near.slice(0, 1)]
  })
  // A press elsewhere moves the focus on purpose.
  document.addEventListener('pointerdown', () => (near = []))
  observer.observe(document.body, { childList: true, subtree: true })
}
