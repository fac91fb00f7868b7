/** The focus of a control that a change has taken away. Browser only. */
import { focusHeading } from './frame/parts.tsx'

const FOCUSABLE = 'a[href], button, input, select, textarea, summary, [tabindex="0"]'

/** A control, what follows it and what precedes it; the same of all that it stands in. */
function* around(control: Element): Generator<Element> {
  for (let at: Element | null = control; at; at = at.parentElement) {
    if (at.matches('main, body')) return
    yield at
    if (at.nextElementSibling) yield at.nextElementSibling
    if (at.previousElementSibling) yield at.previousElementSibling
  }
}

/**
 * When a change takes the focused control away, the focus goes to what is beside it, else to the
 * control that had it before, else to the page's heading.
 * @returns the end of that
 */
export function keepFocus(): () => void {
  let near: readonly Element[] = []
  const end = new AbortController()
  const options = { capture: true, signal: end.signal }
  const follow = ({ target }: Event) => {
    if (target instanceof Element) near = [...around(target), ...near.slice(0, 1)]
  }
  const observer = new MutationObserver(() => {
    const [control] = near
    if (!control || control.isConnected || document.activeElement !== document.body) return
    const places = near.filter((place) => place.isConnected)
    for (const place of places) {
      const next = place.matches(FOCUSABLE) ? place : place.querySelector(FOCUSABLE)
      if (next instanceof HTMLElement) next.focus({ preventScroll: true })
      if (document.activeElement !== document.body) return
    }
    focusHeading()
  })
  document.addEventListener('focusin', follow, options)
  // A press elsewhere gives the focus away on purpose.
  document.addEventListener('pointerdown', () => (near = []), options)
  observer.observe(document.body, { childList: true, subtree: true })
  return () => {
    end.abort()
    observer.disconnect()
  }
}
