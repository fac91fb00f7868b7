/** Moves the focus when the element that has it is removed: whoever removes it names the heirs. */
import { type RefObject, useLayoutEffect, useRef } from 'react'

const CONTROL = 'a[href], button:not(:disabled), input, select, textarea, summary, [tabindex="0"]'

/** Focuses the heading of the page. */
export function focusHeading(): void {
  document.querySelector<HTMLElement>('main h1')?.focus({ preventScroll: true })
}

/** Focuses an element or the first control in it; false if there is none. */
export function focusIn(element: Element | null | undefined): boolean {
  const control = element?.matches(CONTROL) ? element : element?.querySelector(CONTROL)
  if (!(control instanceof HTMLElement)) return false
  control.focus({ preventScroll: true })
  return document.activeElement === control
}

/**
 * If the element of the returned ref contains the focus when it is removed, the first heir with a
 * control has it next, else the heading of the page.
 * @param heirs called once, before the removal
 */
export function useHeir<E extends HTMLElement>(
  heirs: (element: E) => readonly (Element | null | undefined)[] = () => [],
): RefObject<E | null> {
  const ref = useRef<E>(null)
  // biome-ignore lint/correctness/useExhaustiveDependencies: only the removal counts
  useLayoutEffect(() => {
    const { current: element } = ref
    // The cleanup runs while the element is still in the document.
    return () => {
      if (!element?.contains(document.activeElement)) return
      if (!heirs(element).some(focusIn)) focusHeading()
    }
  }, [])
  return ref
}

/** The heirs of an item of a list: the next item, or the one before. */
export const itemsBeside = (item: Element) => [item.nextElementSibling, item.previousElementSibling]
