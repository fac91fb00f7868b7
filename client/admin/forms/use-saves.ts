/** Saves of one form run one after another, even if the button is pressed ten times. */
import { useRef, useState } from 'react'

interface Saves {
  saving: boolean
  /** Saves what the form has. True when git has it. */
  save(force: boolean): Promise<boolean>
}

/**
 * `send` saves once. A press while that is under way waits for it, and then saves only what was
 * changed meanwhile; when it failed, so has the press.
 */
export function useSaves(
  send: (force: boolean) => Promise<boolean>,
  isUnsaved: () => boolean,
): Saves {
  const [saving, setSaving] = useState(false)
  const line = useRef(Promise.resolve(true))
  const waiting = useRef(0)
  const save = (force: boolean) => {
    const isFirst = waiting.current === 0
    waiting.current += 1
    setSaving(true)
    const saved = line.current
      .then((before) => (isFirst || (before && isUnsaved()) ? send(force) : before))
      .finally(() => {
        waiting.current -= 1
        if (waiting.current === 0) setSaving(false)
      })
    line.current = saved.catch(() => false)
    return saved
  }
  return { saving, save }
}
