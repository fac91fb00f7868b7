import { useEffect, useRef } from 'react'
import { lastNavigation } from '../start/navigation.ts'

/** An uncontrolled field that follows the address on Back, but keeps text typed before hydration. */
export function useFieldValue(value: string) {
  const field = useRef<HTMLInputElement>(null)
  useEffect(() => {
    if (field.current && lastNavigation() !== 'load') field.current.value = value
  }, [value])
  return field
}
