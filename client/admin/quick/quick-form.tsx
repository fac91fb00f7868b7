/** The form of a quick post in its dialog: one text, kept in this browser until it is published. */
import { type FormEvent, type RefObject, useEffect, useId, useRef } from 'react'
import { useApp } from '../../app-context.ts'
import type { PostDraft } from '../forms/drafts.ts'
import { modifier, onSaveKey, SaveState } from '../forms/editor-bar.tsx'
import { Fault, focusFault } from '../forms/field.tsx'
import { LongTextField } from '../forms/inputs.tsx'
import { useForm } from '../forms/use-form.ts'
import { changePost, type PostEditing } from '../posts/post-rules.ts'
import { quickRules } from './quick-rules.ts'

interface QuickFormProps {
  draft: PostDraft
  isOpen: boolean
  /** Closed with what was typed in it. */
  onClose: () => void
  /** Published: the next one begins empty. */
  onDone: () => void
}

export function QuickForm({ draft: opened, isOpen, onClose, onDone }: QuickFormProps) {
  const { site } = useApp()
  const form: PostEditing = useForm(opened, quickRules(site.time_zone))
  const dialog = useDialog(isOpen)
  const element = useRef<HTMLFormElement>(null)
  const id = useId()
  const onSubmit = async (event: FormEvent) => {
    event.preventDefault()
    if ((await form.save()) === null) return focusFault(element.current)
    // The focus goes back to where it was while the dialog is still there.
    dialog.current?.close()
    onDone()
  }
  const submit = () => element.current?.requestSubmit()
  return (
    <dialog
      ref={dialog}
      className="dialog quick-post"
      aria-labelledby={id}
      // `close` comes a moment after the dialog has gone, when it may be open again already.
      onKeyDown={(event) => {
        if (event.key !== 'Escape' || event.nativeEvent.isComposing) return
        event.preventDefault()
        onClose()
      }}
      onClose={({ currentTarget }) => {
        if (!currentTarget.open) onClose()
      }}
    >
      <form
        ref={element}
        className="dialog-in"
        noValidate
        onSubmit={onSubmit}
        // What is typed is kept as it is typed; publishing is not what the key of a save does.
        onKeyDown={onSaveKey(() => {}, submit)}
      >
        <h2 className="admin-subtitle" id={id}>
          Quick Post
        </h2>
        <LongTextField
          label="Text"
          name="content"
          rows={6}
          value={form.draft.fields.content}
          fault={form.faults.content}
          hint="A short first line becomes the title; otherwise the first words do."
          onChange={(content) => changePost(form, { content })}
        />
        {form.failure && <Failed sentence={form.failure.message} />}
        <QuickBar form={form} dialog={dialog} />
      </form>
    </dialog>
  )
}

/** Toasts wait behind the dialog, so what went wrong is said in it too. */
function Failed({ sentence }: { sentence: string }) {
  return (
    <div role="alert">
      <Fault text={sentence} />
    </div>
  )
}

interface QuickBarProps {
  form: PostEditing
  dialog: RefObject<HTMLDialogElement | null>
}

function QuickBar({ form, dialog }: QuickBarProps) {
  return (
    <>
      <div className="quick-post-bar">
        <button type="submit" className="button button-primary">
          Publish Post
        </button>
        <button type="button" className="button" onClick={() => dialog.current?.close()}>
          Close
        </button>
        <p className="admin-hint quick-post-keys">
          <kbd>{modifier()}</kbd> <kbd>Enter</kbd> publishes, <kbd>Esc</kbd> closes
        </p>
      </div>
      <SaveState form={form} />
    </>
  )
}

/** Opens and closes a modal dialog with a state. */
function useDialog(isOpen: boolean): RefObject<HTMLDialogElement | null> {
  const dialog = useRef<HTMLDialogElement>(null)
  useEffect(() => {
    const { current } = dialog
    if (!isOpen) current?.close()
    else if (current && !current.open) {
      current.showModal()
      current.querySelector('textarea')?.focus()
    }
  }, [isOpen])
  return dialog
}
