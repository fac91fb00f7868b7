/**
 * The fields of a form, one row each: a row says how a field is shown, read from what is saved,
 * checked and sent. Form, body, merge and comparison come from the table; a field without a row
 * does not compile.
 */
import type { ComponentType } from 'react'

/** What a control is given. */
export interface ControlProps<Value> {
  label: string
  name: string
  value: Value
  /** The value of the saved version. */
  start: Value
  fault?: string | undefined
  hint?: string | undefined
  required?: boolean | undefined
  onChange: (value: Value) => void
}

/** What is saved has one of these in git. */
export interface Revised {
  revision: string | null
}

/** A form as it is: what is saved, and what it has now. */
export interface FormState<Fields, Version> {
  /** The saved version; null for something new. */
  version: Version | null
  /** Of the version that the writing began with. */
  revision: string | null
  /** The fields of the saved version, or those that something new begins with. */
  start: Fields
  fields: Fields
  /** Names what a create makes, over retries and reloads. */
  createKey: string
}

/** A control and where the form shows it; neither where the form shows the field itself. */
type Shown<Value> =
  | { Control: ComponentType<ControlProps<Value>>; place: string }
  | { Control?: never; place?: never }

type FieldRow<Value, Fields, Version> = Shown<Value> & {
  label: string
  /** Of something new. */
  empty: Value
  read: (version: Version) => Value
  /** What is said of an empty one; absent: it may be empty. */
  required?: string | undefined
  /** A text of several lines, compared below the fields of one. */
  isText?: boolean
  hint?: (state: FormState<Fields, Version>) => string | undefined
  /** Absent: always. */
  isShown?: (state: FormState<Fields, Version>) => boolean
  /** What a save has of it; undefined: nothing. Absent: the value as it is. */
  sent?: (value: Value, fields: Fields) => unknown
  /** Whether an update has it though it was not changed. */
  isSent?: (state: FormState<Fields, Version>) => boolean
  /** A sentence when it cannot be sent. What else is wrong the server says, which checks it all. */
  fault?: (value: Value) => string | undefined
}

/** A row for each field. */
type FieldRows<Fields, Version> = {
  readonly [Name in keyof Fields]: FieldRow<Fields[Name], Fields, Version>
}

/** A sentence for each field that is at fault. */
export type FormFaults = Partial<Record<string, string>>

const isSame = (a: unknown, b: unknown) => JSON.stringify(a) === JSON.stringify(b)

export class FieldTable<Fields, Version> {
  readonly rows: FieldRows<Fields, Version>

  constructor(rows: FieldRows<Fields, Version>) {
    this.rows = rows
  }

  get #names() {
    // The keys of the rows are those of the fields.
    return Object.keys(this.rows) as (keyof Fields)[]
  }

  /** The fields that the form shows at a place. */
  namesAt(place: string): (keyof Fields)[] {
    return this.#names.filter((name) => this.rows[name].place === place)
  }

  /** What something new begins with. */
  emptyFields(): Fields {
    return this.#build((name) => this.rows[name].empty)
  }

  /** The fields of a saved version. */
  fieldsOf(version: Version): Fields {
    return this.#build((name) => this.rows[name].read(version))
  }

  /** The fields with some of them as they were stored; what the table does not know is left out. */
  withChanges(fields: Fields, changes: Partial<Fields>): Fields {
    return this.#build((name) => ({ ...fields, ...changes })[name])
  }

  /** What keeps a form from being sent; empty when nothing does. */
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

  /** The names of the fields that two forms would send differently. */
  differences(a: Fields, b: Fields): (keyof Fields)[] {
    return this.#names.filter((name) => !isSame(this.#sent(name, a), this.#sent(name, b)))
  }

  /**
   * What a save sends: all fields of something new, else those that differ from the saved ones and the
   * revision. As JSON it has no field that is undefined.
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
   * Mine with what only they have changed.
   * @param base what both began with; null where git does not know it
   */
  merge({ mine, base, theirs }: { mine: Fields; base: Fields | null; theirs: Fields }): Fields {
    const changedByMe = base ? this.differences(mine, base) : this.#names
    return this.#build((name) => (changedByMe.includes(name) ? mine : theirs)[name])
  }

  /** A form as a text to compare: a line for each field that has a value, then the texts. */
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
    // Each name with the value of its row.
    return Object.fromEntries(this.#names.map((name) => [name, valueFor(name)])) as Fields
  }

  #sent(name: keyof Fields, fields: Fields): unknown {
    const { sent } = this.rows[name]
    return sent ? sent(fields[name], fields) : fields[name]
  }
}
