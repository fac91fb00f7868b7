/** The keys of the editor as a small list; Ctrl+/ opens it too, Escape closes it. */
import { useEffect, useId, useRef } from 'react'

const TEXT = [
  ['B', 'Bold'],
  ['I', 'Italic'],
  ['K', 'Link'],
] as const
const HELP = ['/', 'This list'] as const

interface KeyboardHelpProps {
  /** What the form's button does. */
  action: string
  /** Whether a save is that of a draft. */
  isDraft: boolean
  /** Whether the form has a text with marks. */
  withText: boolean
}

export function KeyboardHelp(props: KeyboardHelpProps) {
  const dialog = useRef<HTMLDialogElement>(null)
  const id = useId()
  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent) => {
      if (event.key !== '/' || !(event.ctrlKey || event.metaKey)) return
      event.preventDefault()
      if (!dialog.current?.open) dialog.current?.showModal()
    }
    document.addEventListener('keydown', onKeyDown)
    return () => document.removeEventListener('keydown', onKeyDown)
  }, [])
  return (
    <>
      <button
        type="button"
        className="button keyboard-help-button"
        aria-haspopup="dialog"
        aria-keyshortcuts="Control+/ Meta+/"
        onClick={() => dialog.current?.showModal()}
      >
        Keys
      </button>
      {/* biome-ignore lint/a11y/useKeyWithClickEvents: Escape closes a dialog by itself */}
      <dialog
        ref={dialog}
        className="dialog"
        aria-labelledby={id}
        onClick={(event) => {
          // The dialog itself is hit only beside what it holds.
          if (event.target === dialog.current) dialog.current.close()
        }}
      >
        <div className="dialog-in">
          <h2 className="admin-subtitle" id={id}>
            Keys
          </h2>
          <KeyList {...props} />
          <button type="button" className="button" onClick={() => dialog.current?.close()}>
            Close
          </button>
        </div>
      </dialog>
    </>
  )
}

function KeyList({ action, isDraft, withText }: KeyboardHelpProps) {
  const keys = [
    ['S', isDraft ? 'Save a draft and stay' : 'Save and stay'],
    ['Enter', action],
    ...(withText ? TEXT : []),
    HELP,
  ] as const
  return (
    <dl className="keys">
      {keys.map(([key, words]) => (
        <div key={key}>
          <dt>
            <kbd>{modifier()}</kbd> <kbd>{key}</kbd>
          </dt>
          <dd>{words}</dd>
        </div>
      ))}
      <div>
        <dt>
          <kbd>n</kbd>
        </dt>
        <dd>A quick post, from outside a field</dd>
      </div>
      <div>
        <dt>
          <kbd>F8</kbd>
        </dt>
        <dd>To the newest message and its Undo</dd>
      </div>
      <div>
        <dt>
          <kbd>Esc</kbd>
        </dt>
        <dd>Close a list like this one</dd>
      </div>
    </dl>
  )
}

/** The key that goes with a letter, as this system calls it. */
export function modifier(): string {
  return /Mac|iPhone|iPad/.test(navigator.userAgent) ? '⌘' : 'Ctrl'
}
