/** A field with its label above and, when there is one, its fault below, tied to it for readers. */
import { cloneElement, type InputHTMLAttributes, type ReactElement, useId } from 'react'

type Control = ReactElement<InputHTMLAttributes<HTMLElement>>

interface FieldProps {
  label: string
  fault?: string | undefined
  hint?: string | undefined
  /** One input, select or textarea. */
  children: Control
}

export function Field({ label, fault, hint, children }: FieldProps) {
  const id = useId()
  const described = [fault && `${id}-fault`, hint && `${id}-hint`].filter(Boolean).join(' ')
  return (
    <div className="admin-field">
      <label className="admin-label" htmlFor={id}>
        {label}
      </label>
      {cloneElement(children, {
        id,
        dir: 'auto',
        'aria-invalid': fault ? true : undefined,
        'aria-describedby': described || undefined,
      })}
      {fault && <Fault id={`${id}-fault`} text={fault} />}
      {hint && (
        <p className="admin-hint" id={`${id}-hint`}>
          {hint}
        </p>
      )}
    </div>
  )
}

/** What is wrong with a field, in words. */
export function Fault({ id, text }: { id?: string; text: string }) {
  return (
    <p className="admin-fault" id={id}>
      {text}
    </p>
  )
}

/** Moves the focus to the first field that is at fault, once it is shown as such. */
export function focusFault(form: HTMLFormElement | null): void {
  requestAnimationFrame(() => {
    form?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus()
  })
}
