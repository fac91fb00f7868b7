/** A field of a form whose value stands in the address. */
import { useEffect, useRef } from 'react'

/**
 * Follows the address on Back and Forward: the field stays, with the focus in it. What was typed
 * before the page was hydrated stays too.
 */
export function useFieldValue(value: string) {
  const field = useRef<HTMLInputElement>(null)
  const shown = useRef(value)
  useEffect(() => {
    if (field.current && shown.current !== value) field.current.value = value
    shown.current = value
  }, [value])
  return field
}
