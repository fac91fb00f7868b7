/** What ends a form: its buttons, and what has become of what was typed. */
import type { ReactNode } from 'react'
import { formatInstant } from '#domain/days/zone.ts'
import { useApp } from '../../app-context.ts'
import { Button, MomentText } from '../frame/parts.tsx'
import type { Revised } from './field-table.ts'
import type { Form } from './use-form.ts'

type FormProgress = Pick<
  Form<object, Revised>,
  'saving' | 'unsaved' | 'kept' | 'saved' | 'restoredAt' | 'discard'
>

interface EditorBarProps {
  /** What the button says that saves and closes. */
  action: string
  form: FormProgress
  onCancel?: (() => void) | undefined
  children?: ReactNode
}

export function EditorBar({ action, form, onCancel, children }: EditorBarProps) {
  return (
    <div className="row editor-actions">
      <button type="submit" className="button button-primary" title="Ctrl+Enter">
        {action}
      </button>
      {children}
      {onCancel && <Button onClick={onCancel}>Cancel</Button>}
      <SaveState form={form} />
    </div>
  )
}

/** What has become of what was typed, as a live region. */
export function SaveState({ form }: { form: FormProgress }) {
  const { site } = useApp()
  const [tone, words] = stateWords(form, site.time_zone)
  return (
    <p className="admin-hint editor-state" role="status">
      {words && <span className={`status tone-${tone}`}>{words}</span>}
    </p>
  )
}

function stateWords({ saving, unsaved, kept, saved }: FormProgress, timeZone: string) {
  if (saving) return ['gray', 'Saving...'] as const
  if (unsaved && !kept) {
    return ['red', 'Unsaved changes, and this browser cannot keep them'] as const
  }
  if (unsaved) return ['yellow', 'Unsaved changes, kept in this browser'] as const
  if (saved?.commit) {
    return ['green', `Saved · ${formatInstant(saved.at, timeZone).slice(11, 16)}`] as const
  }
  return saved
    ? (['green', 'Saved already, nothing has changed'] as const)
    : (['gray', ''] as const)
}

/** Says that the form has a text that was not saved the last time; `reopen` is its Undo's. */
export function Restored({ form, reopen }: { form: FormProgress; reopen: () => void }) {
  if (form.restoredAt === null || !form.unsaved) return null
  return (
    <p className="row box restored" role="status">
      <span>
        Your unsaved text of <MomentText at={form.restoredAt} /> is back.
      </span>
      <Button isSmall onClick={() => form.discard(reopen)}>
        Discard it
      </Button>
    </p>
  )
}
