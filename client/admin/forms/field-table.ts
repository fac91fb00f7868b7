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
  /** Value in the saved version. */
  start: Value
  fault?: string | undefined
  hint?: string | undefined
  required?: boolean | undefined
  onChange: (value: Value) => void
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
  start: Fields
  fields: Fields
  /** Idempotency key of a create, kept over retries and reloads. */
  createKey: string
}

/** A control and its place in the form; neither for a field that the form renders itself. */
type Shown<Value> =
  | { Control: ComponentType<ControlProps<Value>>; place: string }
  | { Control?: never; place?: never }

type FieldRow<Value, Fields, Version> = Shown<Value> & {
  label: string
  /** Value in a new record. */
  empty: Value
  read: (version: Version) => Value
  /** Fault of an empty value; absent for optional fields. */
  required?: string | undefined
  /** Whether it is a text of several lines, which comparisons show below the other fields. */
  isText?: boolean
  hint?: (state: FormState<Fields, Version>) => string | undefined
  /** Whether the form shows it; absent: always. */
  isShown?: (state: FormState<Fields, Version>) => boolean
  /** The value to send; undefined omits the field. Absent: the value itself. */
  sent?: (value: Value, fields: Fields) => unknown
  /** Whether an update sends it even if unchanged. */
  isSent?: (state: FormState<Fields, Version>) => boolean
  /** Fault that prevents a save, as a sentence. The server checks everything else. */
  fault?: (value: Value) => string | undefined
}

/** A row for each field. */
type FieldRows<Fields, Version> = {
  readonly [Name in keyof Fields]: FieldRow<Fields[Name], Fields, Version>
}

/** Faults by field, each a sentence. */
export type FormFaults = Partial<Record<string, string>>

const isSame = (a: unknown, b: unknown) => JSON.stringify(a) === JSON.stringify(b)

export class FieldTable<Fields, Version> {
  readonly rows: FieldRows<Fields, Version>

  constructor(rows: FieldRows<Fields, Version>) {
    this.rows = rows
  }

  get #names() {
    // Rows and fields have the same keys.
    return Object.keys(this.rows) as (keyof Fields)[]
  }

  /** Names of the fields at a place of the form. */
  namesAt(place: string): (keyof Fields)[] {
    return this.#names.filter((name) => this.rows[name].place === place)
  }

  /** Initial fields of a new record. */
  emptyFields(): Fields {
    return this.#build((name) => this.rows[name].empty)
  }

  /** Fields of a saved version. */
  fieldsOf(version: Version): Fields {
    return this.#build((name) => this.rows[name].read(version))
  }

  /** Applies stored changes to the fields, ignoring unknown names. */
  withChanges(fields: Fields, changes: Partial<Fields>): Fields {
    return this.#build((name) => ({ ...fields, ...changes })[name])
  }

  /** Faults that prevent a save; empty without faults. */
  faultsOf(state: FormState<Fields, Version>): FormFaults {
    const faults: FormFaults = {}
    for (const name of this.#names) {
      const { isShown, required, fault } = this.rows[name]
      const value = state.fields[name]
      const sentence = required && String(value).trim() === '' ? required : fault?.(value)
      if (sentence && isShown?.(state) !== false) faults[String(name)] = sentence
    }
    return faults
  }

  /** Names of the fields that differ as sent. */
  differences(a: Fields, b: Fields): (keyof Fields)[] {
    return this.#names.filter((name) => !isSame(this.#sent(name, a), this.#sent(name, b)))
  }

  /**
   * Request body of a save: all fields of a new record; for an update the changed ones and the
   * revision. JSON omits undefined fields.
   */
  bodyOf(state: FormState<Fields, Version>): object {
    const { version, fields, start, revision } = state
    const changed = version ? this.differences(fields, start) : this.#names
    const names = this.#names.filter(
      (name) => changed.includes(name) || this.rows[name].isSent?.(state),
    )
    const entries = names.map((name) => [name, this.#sent(name, fields)])
    return { ...Object.fromEntries(entries), ...(version && { revision }) }
  }

  /**
   * Three-way merge by field: my fields, with theirs where I changed nothing.
   * @param base common base; null if git does not know it
   */
  merge({ mine, base, theirs }: { mine: Fields; base: Fields | null; theirs: Fields }): Fields {
    const changedByMe = base ? this.differences(mine, base) : this.#names
    return this.#build((name) => (changedByMe.includes(name) ? mine : theirs)[name])
  }

  /** The fields as text for a comparison: a line for each value, then the long texts. */
  textOf(fields: Fields): string {
    const lines = this.#names.flatMap((name) => {
      const { label, isText } = this.rows[name]
      const value = fields[name]
      const words = Array.isArray(value) ? value.join(', ') : value === true ? 'yes' : value || ''
      return isText || words === '' ? [] : [`${label}: ${words}`]
    })
    const texts = this.#names.filter((name) => this.rows[name].isText).map((name) => fields[name])
    return [lines.join('\n'), ...texts].filter(Boolean).join('\n\n')
  }

  #build(valueFor: (name: keyof Fields) => unknown): Fields {
    // Each value is of the type of its name.
    return Object.fromEntries(this.#names.map((name) => [name, valueFor(name)])) as Fields
  }

  #sent(name: keyof Fields, fields: Fields): unknown {
    const { sent } = this.rows[name]
    return sent ? sent(fields[name], fields) : fields[name]
  }
}
