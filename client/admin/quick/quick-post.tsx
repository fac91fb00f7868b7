/** The composer of a short post: `n` opens it from anywhere in the panel, Ctrl+Enter publishes. */
import { useCallback, useEffect, useState } from 'react'
import { useSession } from '../../state/session.ts'
import type { PostDraft } from '../forms/drafts.ts'
import { QuickForm } from './quick-form.tsx'
import { openQuickPost } from './quick-rules.ts'

/** Where a letter is typed, or does something of its own. */
const TYPING =
  'input:not([type=checkbox], [type=radio]), textarea, select, [contenteditable], dialog[open]'

export function QuickPost() {
  const { draft, isOpen, open, close, done } = useQuickPost()
  return (
    <>
      <button
        type="button"
        className="button"
        aria-haspopup="dialog"
        aria-keyshortcuts="n"
        title="Quick Post (n)"
        onClick={open}
      >
        Quick Post
      </button>
      {draft && (
        <QuickForm key={draft.key} draft={draft} isOpen={isOpen} onClose={close} onDone={done} />
      )}
    </>
  )
}

/** The text stays here while the composer is closed, until it is published. */
function useQuickPost() {
  const [draft, setDraft] = useState<PostDraft | null>(null)
  const [isOpen, setOpen] = useState(false)
  const loggedIn = useSession(({ token }) => token !== null)
  const open = useCallback(() => {
    // A text that is on its way is taken once.
    if (isOpen) return
    setOpen(true)
    if (draft === null) void openQuickPost().then(setDraft)
  }, [isOpen, draft])
  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent) => {
      if (!loggedIn || !isQuickKey(event)) return
      event.preventDefault()
      open()
    }
    document.addEventListener('keydown', onKeyDown)
    return () => document.removeEventListener('keydown', onKeyDown)
  }, [loggedIn, open])
  return {
    draft,
    // A dialog would keep the login of a session that has ended out of reach.
    isOpen: isOpen && loggedIn,
    open,
    // After the next login it is there as it was.
    close: () => setOpen(!loggedIn),
    done() {
      setOpen(false)
      setDraft(null)
    },
  }
}

function isQuickKey(event: KeyboardEvent): boolean {
  const { key, code, target } = event
  if (event.ctrlKey || event.metaKey || event.altKey || event.shiftKey) return false
  if (event.repeat || event.isComposing || event.defaultPrevented) return false
  const field = target instanceof Element ? target.closest(TYPING) : null
  // For a moment the focus stays in a dialog that has closed.
  if (field && field.getClientRects().length > 0) return false
  // The same key where the keyboard writes another script.
  return key === 'n' || (code === 'KeyN' && !/^[a-z]$/i.test(key))
}
