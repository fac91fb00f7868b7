/** The fields that the forms of posts and projects are made of, each with its label and fault. */
import type { InputHTMLAttributes } from 'react'
import { Field } from './field.tsx'

interface InputProps {
  label: string
  name: string
  value: string
  fault?: string | undefined
  hint?: string | undefined
  onChange: (value: string) => void
}

type TextFieldProps = InputProps &
  Pick<InputHTMLAttributes<HTMLInputElement>, 'type' | 'required' | 'placeholder'>

/** One line: text, an address, a date. */
export function TextField({ label, fault, hint, onChange, ...input }: TextFieldProps) {
  return (
    <Field label={label} fault={fault} hint={hint}>
      <input {...input} className="input" onChange={(event) => onChange(event.target.value)} />
    </Field>
  )
}

/** A web address. */
export function AddressField(props: Omit<TextFieldProps, 'type' | 'placeholder'>) {
  return <TextField type="url" placeholder="https://" {...props} />
}

interface DateFieldProps extends InputProps {
  /** `date`: a day; `datetime-local`: a day and a time on the site's clock. */
  type: 'date' | 'datetime-local'
  required?: boolean
  /** What was chosen, in words. */
  hint: string | undefined
}

/** A date, said in words below. */
export function DateField(props: DateFieldProps) {
  return <TextField {...props} />
}

/** A few lines that grow with their text. */
export function LongTextField({
  rows,
  label,
  fault,
  hint,
  onChange,
  ...input
}: InputProps & { rows: number }) {
  return (
    <Field label={label} fault={fault} hint={hint}>
      <textarea
        {...input}
        className="input"
        rows={rows}
        onChange={(event) => onChange(event.target.value)}
      />
    </Field>
  )
}

interface TitleFieldProps {
  value: string
  fault?: string | undefined
  onChange: (value: string) => void
}

/** A title of one line, however many rows it takes to show: Enter sends the form as in an input. */
export function TitleField({ value, fault, onChange }: TitleFieldProps) {
  return (
    <Field label="Title" fault={fault}>
      <textarea
        name="title"
        className="input title-input"
        rows={1}
        required
        value={value}
        onChange={(event) => onChange(event.target.value.replace(/\s*[\r\n]+\s*/g, ' '))}
        onKeyDown={(event) => {
          if (event.key !== 'Enter' || event.nativeEvent.isComposing) return
          event.preventDefault()
          event.currentTarget.form?.requestSubmit()
        }}
      />
    </Field>
  )
}

interface ChoiceFieldProps<Value extends string> {
  label: string
  name: string
  value: Value
  choices: readonly (readonly [value: Value, words: string])[]
  fault?: string | undefined
  onChange: (value: Value) => void
}

/** One of a few. */
export function ChoiceField<Value extends string>({
  label,
  name,
  value,
  choices,
  fault,
  onChange,
}: ChoiceFieldProps<Value>) {
  return (
    <Field label={label} fault={fault}>
      <select
        name={name}
        className="input"
        value={value}
        // The options are the choices.
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

interface CheckProps {
  label: string
  checked: boolean
  onChange: (checked: boolean) => void
}

/** Yes or no. */
export function Check({ label, checked, onChange }: CheckProps) {
  return (
    <label className="check">
      <input
        type="checkbox"
        checked={checked}
        onChange={(event) => onChange(event.target.checked)}
      />
      {label}
    </label>
  )
}
