/** A field of a form whose value stands in the address. */
import { useEffect, useRef } from 'react'
import { lastMove } from '../start/moves.ts'

/**
 * Follows the address on Back and Forward: the field stays, with the focus in it. What was typed
 * before the page was hydrated stays too.
 */
export function useFieldValue(value: string) {
  const field = useRef<HTMLInputElement>(null)
  useEffect(() => {
    if (field.current && lastMove() !== 'load') field.current.value = value
  }, [value])
  return field
}
