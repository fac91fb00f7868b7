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

interface FieldRow<Value, Fields, Version> {
  label: string
  /** Of something new. */
  empty: Value
  read: (version: Version) => Value
  /** Absent: the form shows it itself. */
  Control?: ComponentType<ControlProps<Value>>
  required?: boolean
  /** A text of several lines, which a merge puts together line by line. */
  isText?: boolean
  hint?: (state: FormState<Fields, Version>) => string | undefined
  /** Absent: always. */
  isShown?: (state: FormState<Fields, Version>) => boolean
  /** What a save has of it; undefined: nothing. Absent: the value as it is. */
  sent?: (value: Value, fields: Fields) => unknown
  /** Whether an update has it though it was not changed. */
  isSent?: (state: FormState<Fields, Version>) => boolean
  /** A sentence when it cannot be sent. */
  fault?: (value: Value, state: FormState<Fields, Version>) => string | undefined
}

export type FieldTable<Fields, Version> = {
  readonly [Name in keyof Fields]: FieldRow<Fields[Name], Fields, Version>
}

/** A sentence for each field that is at fault. */
export type FormFaults = Partial<Record<string, string>>

/** The names of a table, in its order. */
function namesOf<Fields, Version>(table: FieldTable<Fields, Version>): (keyof Fields)[] {
  // The keys of the table are those of the fields.
  return Object.keys(table) as (keyof Fields)[]
}

function build<Fields, Version>(
  table: FieldTable<Fields, Version>,
  valueFor: (name: keyof Fields) => unknown,
): Fields {
  // Each name with the value of its row.
  return Object.fromEntries(namesOf(table).map((name) => [name, valueFor(name)])) as Fields
}

/** What something new begins with. */
export function emptyFields<Fields, Version>(table: FieldTable<Fields, Version>): Fields {
  return build(table, (name) => table[name].empty)
}

/** The fields of a saved version. */
export function fieldsOf<Fields, Version>(
  table: FieldTable<Fields, Version>,
  version: Version,
): Fields {
  return build(table, (name) => table[name].read(version))
}

/** The fields with some of them as they were stored; what the table does not know is left out. */
export function withChanges<Fields extends object, Version>(
  table: FieldTable<Fields, Version>,
  fields: Fields,
  changes: Partial<Fields>,
): Fields {
  return build(table, (name) => (name in changes ? changes[name] : fields[name]))
}

/** What keeps a form from being sent; empty when nothing does. */
export function faultsOf<Fields, Version>(
  table: FieldTable<Fields, Version>,
  state: FormState<Fields, Version>,
): FormFaults {
  const faults: FormFaults = {}
  for (const name of namesOf(table)) {
    const { isShown, fault } = table[name]
    const sentence = (isShown?.(state) ?? true) && fault?.(state.fields[name], state)
    if (sentence) faults[String(name)] = sentence
  }
  return faults
}

function sentOf<Fields, Version>(
  table: FieldTable<Fields, Version>,
  name: keyof Fields,
  fields: Fields,
): unknown {
  const { sent } = table[name]
  return sent ? sent(fields[name], fields) : fields[name]
}

const isSame = (a: unknown, b: unknown) => JSON.stringify(a) === JSON.stringify(b)

/** The names of the fields that two forms would send differently. */
export function differences<Fields, Version>(
  table: FieldTable<Fields, Version>,
  a: Fields,
  b: Fields,
): (keyof Fields)[] {
  return namesOf(table).filter((name) => !isSame(sentOf(table, name, a), sentOf(table, name, b)))
}

/** What a create sends: every field that has something to say. */
export function createBody<Fields, Version>(
  table: FieldTable<Fields, Version>,
  fields: Fields,
): object {
  const entries = namesOf(table).map((name) => [name, sentOf(table, name, fields)] as const)
  const isSaid = (value: unknown) => value !== undefined && value !== null && value !== ''
  return Object.fromEntries(entries.filter(([, value]) => isSaid(value)))
}

/** What an update sends: the fields that differ from the saved ones, and the revision. */
export function updateBody<Fields, Version>(
  table: FieldTable<Fields, Version>,
  state: FormState<Fields, Version>,
): object {
  const { fields, start, revision } = state
  const changed = differences(table, fields, start)
  const names = namesOf(table).filter(
    (name) => changed.includes(name) || table[name].isSent?.(state),
  )
  const entries = names.map((name) => [name, sentOf(table, name, fields)] as const)
  const body = Object.fromEntries(entries.filter(([, value]) => value !== undefined))
  return { ...body, revision }
}

/**
 * The form that has both changes: each field is theirs where mine is as it was, else mine.
 * @param base what both began with; null where git does not know it
 */
export function mergeFields<Fields, Version>(
  table: FieldTable<Fields, Version>,
  { mine, base, theirs }: { mine: Fields; base: Fields | null; theirs: Fields },
): { fields: Fields; clashes: (keyof Fields)[] } {
  const differ = differences(table, mine, theirs)
  const changedByMe = base && differences(table, mine, base)
  const changedByThem = base && differences(table, theirs, base)
  const isTheirs = (name: keyof Fields) => changedByMe !== null && !changedByMe.includes(name)
  return {
    fields: build(table, (name) => (isTheirs(name) ? theirs : mine)[name]),
    clashes: differ.filter((name) => !isTheirs(name) && (changedByThem?.includes(name) ?? true)),
  }
}

/** A form as a text to compare: a line for each field that has a value, then the texts. */
export function formText<Fields, Version>(
  table: FieldTable<Fields, Version>,
  fields: Fields,
): string {
  const names = namesOf(table)
  const lines = names.flatMap((name) => {
    const value = fields[name]
    const words = Array.isArray(value) ? value.join(', ') : value === true ? 'yes' : value || ''
    return table[name].isText || words === '' ? [] : [`${table[name].label}: ${words}`]
  })
  const texts = names.filter((name) => table[name].isText).map((name) => fields[name])
  return [lines.join('\n'), ...texts].filter(Boolean).join('\n\n')
}
