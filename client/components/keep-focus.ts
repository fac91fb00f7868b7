/** The focus of a control that a change has taken away. Browser only. */
import { focusHeading } from './frame/parts.tsx'

const FOCUSABLE = 'a[href], button, input, select, textarea, summary, [tabindex="0"]'

/** A control and what is beside it, then the same of all that it stands in. */
function around(at: Element | null): Element[] {
  if (!at || at.matches('main, body')) return []
  const beside = [at, at.nextElementSibling, at.previousElementSibling]
  return [...beside.filter((element) => element !== null), ...around(at.parentElement)]
}

/**
 * When a change takes the focused control away, the focus goes to what is beside it, else to the
 * control that had it before, else to the page's heading.
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
    if (target instanceof Element) near = [...around(target), ...near.slice(0, 1)]
  })
  // A press elsewhere gives the focus away on purpose.
  document.addEventListener('pointerdown', () => (near = []))
  observer.observe(document.body, { childList: true, subtree: true })
}
