/** What ends a form, always in reach: its buttons, and what has become of what was typed. */
import type { KeyboardEvent } from 'react'
import { formatInstant } from '#domain/days/zone.ts'
import { useApp } from '../../app-context.ts'
import type { Draft } from './drafts.ts'
import type { Form } from './use-form.ts'

interface EditorBarProps {
  /** What the button says that saves and closes. */
  action: string
  form: Pick<Form<Draft, unknown>, 'saving' | 'unsaved' | 'kept' | 'saved'>
  /** Keeps what is not to be published yet; absent where there is no such thing. */
  onSaveDraft?: (() => void) | undefined
  /** Absent where something else closes the form. */
  onCancel?: () => void
}

export function EditorBar(props: EditorBarProps) {
  const { action, form, onSaveDraft, onCancel } = props
  return (
    <div className="editor-actions">
      <button type="submit" className="button button-primary">
        {action}
      </button>
      {onSaveDraft && (
        <button type="button" className="button" onClick={onSaveDraft}>
          Save Draft
        </button>
      )}
      {onCancel && (
        <button type="button" className="button" onClick={onCancel}>
          Cancel
        </button>
      )}
      <SaveState form={form} />
    </div>
  )
}

/** What has become of what was typed, as a live region. */
export function SaveState({ form }: Pick<EditorBarProps, 'form'>) {
  const { site } = useApp()
  const [tone, words] = stateWords(form, site.time_zone)
  const commit = form.saved?.commit
  return (
    <p className="editor-state" role="status">
      {words && (
        <span className={`status tone-${tone}`} title={commit ? `Commit ${commit}` : undefined}>
          {words}
        </span>
      )}
    </p>
  )
}

function stateWords({ saving, unsaved, kept, saved }: EditorBarProps['form'], timeZone: string) {
  if (saving) return ['gray', 'Saving...'] as const
  if (unsaved && !kept)
    return ['red', 'Unsaved changes, and this browser cannot keep them'] as const
  if (unsaved) return ['yellow', 'Unsaved changes, kept in this browser'] as const
  if (saved?.commit) {
    return ['green', `Saved · ${formatInstant(saved.at, timeZone).slice(11, 16)}`] as const
  }
  return saved
    ? (['green', 'Saved already, nothing has changed'] as const)
    : (['gray', ''] as const)
}

/** The key that goes with a letter, as this system calls it. */
export function modifier(): string {
  return /Mac|iPhone|iPad/.test(navigator.userAgent) ? '⌘' : 'Ctrl'
}

/** Ctrl+S or ⌘S anywhere in a form saves and stays; with Enter they do what its button does. */
export function onSaveKey(save: () => void, submit?: () => void) {
  return (event: KeyboardEvent) => {
    if (!(event.ctrlKey || event.metaKey) || event.altKey) return
    const act = event.key === 'Enter' ? submit : event.key.toLowerCase() === 's' ? save : undefined
    if (act === undefined) return
    event.preventDefault()
    // A key that is held down is one press.
    if (!event.repeat) act()
  }
}
