/** The controls of forms, each with its label above and its fault below. */
import {
  cloneElement,
  type HTMLAttributes,
  type InputHTMLAttributes,
  type KeyboardEvent,
  type ReactElement,
  type ReactNode,
  type RefObject,
  useId,
} from 'react'
import { formatInstant } from '#domain/days/zone.ts'
import { useApp } from '../../app-context.ts'
import { pressedKey } from '../../components/on-key.ts'
import { useHeir } from '../../components/use-heir.ts'
import { Button, MomentText } from '../frame/parts.tsx'
import type { ControlProps, Revised } from './field-table.ts'
import type { Form } from './use-form.ts'

/** Renders the fields in a slot of the form, in the order of their rows. @param className of a box */
export function FormFields<Fields extends object, Version extends Revised>(props: {
  form: Form<Fields, Version>
  slot: string
  className?: string
}) {
  const { form, slot, className } = props
  const fields = form.table.namesIn(slot).map((name) => {
    const { Control, label, labelFor, isShown, hint, emptyFault } = form.table.rows[name]
    if (!Control || isShown?.(form) === false) return null
    return (
      <Control
        key={String(name)}
        label={labelFor?.(form) ?? label}
        name={String(name)}
        value={form.fields[name]}
        savedValue={form.savedFields[name]}
        fault={form.faults[String(name)]}
        hint={hint?.(form)}
        // The form of a saved record has no markers.
        required={emptyFault !== undefined && form.version === null}
        // The control's value has the type of this field.
        onChange={(value) => form.change({ [name]: value } as unknown as Partial<Fields>)}
        saveAfter={form.saveAfter}
      />
    )
  })
  return className ? <div className={className}>{fields}</div> : fields
}

interface FieldProps {
  label: string
  fault?: string | undefined
  hint?: string | undefined
  /** Whether the label is hidden since a placeholder repeats it. */
  hidesLabel?: boolean
  /** One input, select or textarea. */
  children: ReactElement<InputHTMLAttributes<HTMLElement>>
}

/** A control with label, fault and hint, linked for screen readers. */
export function Field({ label, fault, hint, hidesLabel, children }: FieldProps) {
  const id = useId()
  const described = [fault && `${id}-fault`, hint && `${id}-hint`].filter(Boolean).join(' ')
  return (
    <div className="admin-field stack tight">
      <label className={hidesLabel ? 'visually-hidden' : 'admin-label'} htmlFor={id}>
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

/** The fault of a field. */
export function Fault({ id, text }: { id?: string; text: string }) {
  return (
    <p className="admin-fault" id={id}>
      {text}
    </p>
  )
}

type LineProps = ControlProps<string>

/**
 * Makes a control.
 * @param element an input or a textarea without its value; its placeholder may be the label
 */
export function lineField(element: ReactElement<InputHTMLAttributes<HTMLInputElement>>) {
  const { placeholder, className = 'input' } = element.props
  return function LineControl(props: LineProps) {
    const { label, fault, hint, savedValue, onChange, saveAfter, ...input } = props
    return (
      <Field label={label} fault={fault} hint={hint} hidesLabel={placeholder === label}>
        {cloneElement(element, {
          ...input,
          className,
          onChange: (event) => onChange(event.target.value),
        })}
      </Field>
    )
  }
}

export const LineField = lineField(<input type="text" />)
export const AddressField = lineField(<input type="url" placeholder="https://" />)
export const DayField = lineField(<input type="date" />)
/** Date and time in the site's time zone. */
export const MomentField = lineField(<input type="datetime-local" />)
/** A number; see typed-number.ts. */
export const DecimalField = lineField(<input type="text" inputMode="decimal" />)
/** A short text of several lines. */
export const LinesField = lineField(<textarea rows={3} />)
export const LongTextField = lineField(<textarea rows={6} />)
/** One line that wraps, so it is a textarea. */
export const TitleField = lineField(
  <textarea className="input title-input" rows={1} placeholder="Title" />,
)

interface ChoiceProps<Value extends string> extends ControlProps<Value> {
  choices: readonly (readonly [value: Value, words: string])[]
}

/** A select. */
export function Choice<Value extends string>(props: ChoiceProps<Value>) {
  const { label, fault, hint, savedValue, choices, onChange, saveAfter, ...select } = props
  return (
    <Field label={label} fault={fault} hint={hint}>
      <select
        {...select}
        className="input"
        // Every option is one of the choices.
        onChange={(event) => onChange(event.target.value as Value)}
      >
        {choices.map(([choice, words]) => (
          <option key={choice} value={choice}>
            {words}
          </option>
        ))}
      </select>
    </Field>
  )
}

/** A checkbox. */
export function CheckField({ label, name, value, onChange }: ControlProps<boolean>) {
  return (
    <label className="check">
      <input
        type="checkbox"
        name={name}
        checked={value}
        onChange={(event) => onChange(event.target.checked)}
      />
      {label}
    </label>
  )
}

/**
 * Handles the keys of a form: Ctrl+S saves and stays, Ctrl+Enter submits, and Enter in a line goes
 * on to the next field, since a save may publish.
 */
export function onFormKey(save: () => unknown, form?: RefObject<HTMLFormElement | null>) {
  return (event: KeyboardEvent) => {
    const { target, repeat, defaultPrevented } = event
    const key = defaultPrevented ? '' : pressedKey(event)
    const isLine = target instanceof Element && target.matches('input, .title-input')
    const run = {
      'Ctrl+s': save,
      ...(form && { 'Ctrl+Enter': () => form.current?.requestSubmit() }),
      ...(isLine && { Enter: () => focusNext(target) }),
    }[key]
    if (!run) return
    event.preventDefault()
    if (!repeat) run()
  }
}

function focusNext(field: Element): void {
  const fields = [...(field.closest('form')?.elements ?? [])].filter((element) =>
    element.matches('input:not([type=file]), select, textarea'),
  )
  const next = fields[fields.indexOf(field) + 1]
  if (next instanceof HTMLElement) next.focus()
}

type FormProgress = Pick<
  Form<object, Revised>,
  'saving' | 'unsaved' | 'isCacheable' | 'saved' | 'restoredAt' | 'discard' | 'typedIn'
>

interface EditorBarProps {
  /** Label of the button that saves and closes. */
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

/** State of the form (saving, saved, unsaved …), as a live region. */
export function SaveState({ form }: { form: FormProgress }) {
  const { site } = useApp()
  const [tone, words] = saveStateText(form, site.time_zone)
  return (
    <p className="admin-hint editor-state" role="status">
      {words && <span className={`status tone-${tone}`}>{words}</span>}
    </p>
  )
}

function saveStateText(form: FormProgress, timeZone: string): [tone: string, words: string] {
  const { saving, unsaved, isCacheable, saved } = form
  if (saving) return ['gray', 'Saving...']
  if (unsaved && !isCacheable) return ['red', 'Unsaved changes, and this browser cannot keep them']
  if (unsaved) return ['yellow', 'Unsaved changes, kept in this browser']
  if (!saved) return ['gray', '']
  if (!saved.commit) return ['green', 'Saved already, nothing has changed']
  return ['green', `Saved · ${formatInstant(saved.at, timeZone).slice(11, 16)}`]
}

/** A box above a form with choices; once they are gone, the focus is where it was typed last. */
export function FormNotice(props: HTMLAttributes<HTMLElement> & Pick<FormProgress, 'typedIn'>) {
  const { typedIn, ...section } = props
  const box = useHeir<HTMLElement>(({ nextElementSibling }) => [
    typedIn.current,
    nextElementSibling,
  ])
  return <section ref={box} {...section} />
}

/** Notice that the form was opened with an unsaved text. */
export function RestoredNotice({ form }: { form: FormProgress }) {
  if (form.restoredAt === null || !form.unsaved) return null
  return (
    <FormNotice className="row box restored" role="status" typedIn={form.typedIn}>
      <span>
        Your unsaved text of <MomentText at={form.restoredAt} /> is back.
      </span>
      <Button isSmall onClick={() => form.discard()}>
        Discard it
      </Button>
    </FormNotice>
  )
}
