/** The unsaved forms of one kind that are open in no tab, as a list to go on with or throw away. */
import { useCallback, useEffect, useState } from 'react'
import { addToast } from '../../state/toasts.ts'
import { type Draft, forgetDraft, keepDraft, takeDraft, waitingDrafts } from './drafts.ts'

type DraftOf<Kind extends Draft['kind']> = Extract<Draft, { kind: Kind }>

export interface WaitingDrafts<D extends Draft> {
  drafts: readonly D[]
  /** Looks again: a form was opened or closed. */
  refresh(): void
  /** The draft to go on with; null, with a message, when another tab has saved or thrown it away. */
  take(draft: D): Promise<D | null>
  discard(draft: D): void
}

/** Follows the drafts of a kind: looks again when the tab is looked at and when another lets one go. */
export function useWaitingDrafts<Kind extends Draft['kind']>(
  kind: Kind,
): WaitingDrafts<DraftOf<Kind>> {
  const [drafts, setDrafts] = useState<readonly DraftOf<Kind>[]>([])
  // A refresh ends the look before it, and that one's waiting for other tabs.
  const [look, setLook] = useState(() => new AbortController())
  const refresh = useCallback(() => setLook(new AbortController()), [])
  useEffect(() => {
    const { signal } = look
    void waitingDrafts(kind, { onFree: refresh, signal }).then((found) => {
      if (!signal.aborted) setDrafts(found)
    })
    return () => look.abort()
  }, [kind, look, refresh])
  useEffect(() => {
    document.addEventListener('visibilitychange', refresh)
    return () => document.removeEventListener('visibilitychange', refresh)
  }, [refresh])

  const take = async (draft: DraftOf<Kind>) => {
    const taken = await takeDraft(draft)
    refresh()
    if (taken === null) {
      const description = 'Another tab has saved it or thrown it away.'
      addToast({ title: 'No longer unsaved', description })
      return null
    }
    if (taken.isCopy) {
      const description = 'You go on with a copy, and neither overwrites the other.'
      addToast({ title: 'Open in another tab too', description })
    }
    return taken.draft
  }
  const discard = (draft: DraftOf<Kind>) => {
    const bringBack = () => void keepDraft(draft).then(refresh)
    void forgetDraft(draft.key).then(refresh)
    addToast({ title: 'Unsaved text discarded', action: { label: 'Undo', run: bringBack } })
  }
  return { drafts, refresh, take, discard }
}
