/**
 * The fields of a form, one row each: how a field is shown, read from the saved version, checked
 * and sent. Form, request body, merge and comparison use the table; a field without a row does not
 * compile.
 */
import type { ComponentType } from 'react'

/** Props of a control. */
export interface ControlProps<Value> {
  label: string
  name: string
  value: Value
  savedValue: Value
  fault?: string | undefined
  hint?: string | undefined
  required?: boolean | undefined
  onChange: (value: Value) => void
  /** Makes saves wait for this work. */
  saveAfter: (work: Promise<unknown>) => void
}

/** A saved record with its revision (blob id). */
export interface Revised {
  revision: string | null
}

/** State of a form: the saved version and the current fields. */
export interface FormState<Fields, Version> {
  /** The saved version; null for something new. */
  version: Version | null
  /** Revision on which the edit is based. */
  revision: string | null
  /** Fields of the saved version, or initial fields of a new record. */
  savedFields: Fields
  fields: Fields
}

/** A control and the part of the form that shows it; neither if the form renders the field itself. */
type ControlSlot<Value> =
  | { Control: ComponentType<ControlProps<Value>>; slot: string }
  | { Control?: never; slot?: never }

type FieldRow<Value, Fields, Version> = ControlSlot<Value> & {
  label: string
  /** The label in the form if it depends on other fields. */
  labelFor?: (state: FormState<Fields, Version>) => string
  /** Value in a new record; absent: ''. */
  empty?: Value
  /** Value of a saved version; absent: the version's own, or `empty` for null. */
  read?: (version: Version) => Value
  /** Fault of an empty value; absent for optional fields. */
  emptyFault?: string | undefined
  /** Whether it is a long text, which comparisons show below the other fields. */
  isLong?: boolean
  hint?: (state: FormState<Fields, Version>) => string | undefined
  /** Whether the form shows it; absent: always. */
  isShown?: (state: FormState<Fields, Version>) => boolean
  /** The value to send; undefined omits the field. Absent: the value, a text without outer space. */
  toSend?: (value: Value, fields: Fields) => unknown
  /** Whether an update sends it even if unchanged. */
  isSent?: (state: FormState<Fields, Version>) => boolean
  /** Fault that prevents a save, as a sentence. The server checks everything else. */
  check?: (value: Value, state: FormState<Fields, Version>) => string | undefined
}

/** A row for each field, with `empty` and `read` where their defaults are of another type. */
type FieldRows<Fields, Version> = {
  readonly [Name in keyof Fields]: FieldRow<Fields[Name], Fields, Version> &
    ('' extends Fields[Name] ? unknown : { empty: Fields[Name] }) &
    (Version extends Readonly<Record<Name, Fields[Name] | null>>
      ? unknown
      : { read: (version: Version) => Fields[Name] })
}

/** Faults by field, each a sentence. */
export type FormFaults = Partial<Record<string, string>>

const isSame = (a: unknown, b: unknown) =>
  a === b || (typeof a === 'object' && JSON.stringify(a) === JSON.stringify(b))

export class FieldTable<Fields, Version> {
  readonly rows: FieldRows<Fields, Version>

  constructor(rows: FieldRows<Fields, Version>) {
    this.rows = rows
  }

  get #names() {
    // Rows and fields have the same keys.
    return Object.keys(this.rows) as (keyof Fields)[]
  }

  /** Names of the fields in a slot of the form. */
  namesIn(slot: string): (keyof Fields)[] {
    return this.#names.filter((name) => this.rows[name].slot === slot)
  }

  /** Initial fields of a new record. */
  emptyFields(): Fields {
    return this.#build((name) => this.rows[name].empty ?? '')
  }

  /** Fields of a saved version. */
  fieldsOf(version: Version): Fields {
    // The cast: a row without `read` is of a field that the version has, too.
    const record = version as Partial<Record<keyof Fields, unknown>>
    return this.#build((name) => {
      const { read, empty = '' } = this.rows[name]
      return read ? read(version) : (record[name] ?? empty)
    })
  }

  /** Applies stored changes to the fields, ignoring unknown names. */
  withChanges(fields: Fields, changes: Partial<Fields>): Fields {
    return this.#build((name) => ({ ...fields, ...changes })[name])
  }

  /** The fields of these names alone. */
  pick(fields: Fields, names: readonly (keyof Fields)[]): Partial<Fields> {
    // The cast: each value has the type of its field.
    return Object.fromEntries(names.map((name) => [name, fields[name]])) as Partial<Fields>
  }

  /** Faults that prevent a save; empty without faults. */
  faultsOf(state: FormState<Fields, Version>): FormFaults {
    const faults: FormFaults = {}
    for (const name of this.#names) {
      const { isShown, emptyFault, check } = this.rows[name]
      const value = state.fields[name]
      const sentence =
        emptyFault && String(value).trim() === '' ? emptyFault : check?.(value, state)
      if (sentence && isShown?.(state) !== false) faults[String(name)] = sentence
    }
    return faults
  }

  /** Names of the fields whose values to send differ. */
  differences(a: Fields, b: Fields): (keyof Fields)[] {
    return this.#names.filter((name) => !isSame(this.#toSend(name, a), this.#toSend(name, b)))
  }

  /** Whether a save would change something. */
  isUnsaved({ fields, savedFields }: Pick<FormState<Fields, Version>, 'fields' | 'savedFields'>) {
    return this.differences(fields, savedFields).length > 0
  }

  /**
   * Request body of a save: all fields of a new record; for an update the changed ones and the
   * revision. JSON omits undefined fields.
   */
  bodyOf(state: FormState<Fields, Version>): object {
    const { version, fields, savedFields, revision } = state
    const changed = version ? this.differences(fields, savedFields) : this.#names
    const names = this.#names.filter(
      (name) => changed.includes(name) || this.rows[name].isSent?.(state),
    )
    const entries = names.map((name) => [name, this.#toSend(name, fields)])
    return { ...Object.fromEntries(entries), ...(version && { revision }) }
  }

  /**
   * Three-way merge by field: my fields, with theirs where I changed nothing and theirs is another
   * value to send. What I typed otherwise stays letter by letter.
   * @param base common base; null if git does not know it
   */
  merge({ mine, base, theirs }: { mine: Fields; base: Fields | null; theirs: Fields }): Fields {
    const changedByMe = base ? this.differences(mine, base) : this.#names
    const isTheirs = (name: keyof Fields) => !changedByMe.includes(name)
    const changedByThem = this.differences(mine, theirs).filter(isTheirs)
    const merged = this.#build((name) => (changedByThem.includes(name) ? theirs : mine)[name])
    // What a field sends may depend on another field.
    return this.differences(merged, theirs).some(isTheirs)
      ? this.#build((name) => (isTheirs(name) ? theirs : mine)[name])
      : merged
  }

  /** The fields as text for a comparison: a line for each value, then the long texts. */
  textOf(fields: Fields): string {
    const lines = this.#names.flatMap((name) => {
      const { label, isLong } = this.rows[name]
      const value = fields[name]
      const line = Array.isArray(value) ? value.join(', ') : value === true ? 'yes' : value || ''
      return isLong || line === '' ? [] : [`${label}: ${line}`]
    })
    const texts = this.#names.filter((name) => this.rows[name].isLong).map((name) => fields[name])
    return [lines.join('\n'), ...texts].filter(Boolean).join('\n\n')
  }

  #build(valueFor: (name: keyof Fields) => unknown): Fields {
    // The cast: each value has the type of its field.
    return Object.fromEntries(this.#names.map((name) => [name, valueFor(name)])) as Fields
  }

  #toSend(name: keyof Fields, fields: Fields): unknown {
    const { toSend } = this.rows[name]
    const value = fields[name]
    if (toSend) return toSend(value, fields)
    return typeof value === 'string' ? value.trim() : value
  }
}
