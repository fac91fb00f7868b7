/**
 * What every form of the admin does with what is typed: it is kept in the browser at each change
 * until it is saved, held for this tab, and not left without a question.
 */
import { type RefObject, useCallback, useEffect, useMemo, useRef, useState } from 'react'
import { guardLeaving } from '../../state/unsaved-forms.ts'
import { type Draft, forgetDraft, holdDraft, keepDraft } from './drafts.ts'

interface KeptDraft<D extends Draft> {
  draft: D
  /** The same, for what runs later than the render that saw it. */
  newest: RefObject<D>
  /** Whether there is something that a save would change. */
  unsaved: boolean
  /** Whether this browser can keep it. */
  kept: boolean
  /** Goes on with another state of the draft. */
  put(next: D): void
}

/** Follows a draft from its opening; `isUnsaved` is whether it differs from what it started from. */
export function useDraft<D extends Draft>(
  opened: D,
  isUnsaved: (draft: D) => boolean,
): KeptDraft<D> {
  const [draft, setDraft] = useState(opened)
  const [kept, setKept] = useState(true)
  const newest = useRef(draft)
  const unsaved = useMemo(() => isUnsaved(draft), [draft, isUnsaved])
  // At once and not in an effect: a form that closes with its save has no further effects.
  const put = useCallback(
    (next: D) => {
      newest.current = next
      setDraft(next)
      if (isUnsaved(next)) void keepDraft({ ...next, keptAt: Date.now() }).then(setKept)
      else void forgetDraft(next.key)
    },
    [isUnsaved],
  )
  useEffect(() => holdDraft(opened.key), [opened.key])
  useEffect(() => (unsaved ? guardLeaving() : undefined), [unsaved])
  return { draft, newest, unsaved, kept, put }
}
