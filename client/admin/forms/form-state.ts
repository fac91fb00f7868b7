/**
 * The state of a form of the panel, and what each event makes of it. Typed text leaves the fields
 * only by an act of the admin, and each of these acts has a way back. Pure: use-form.ts sends the
 * requests and keeps the unsaved text.
 */
import type { ApiError } from '../../data/api-client.ts'
import type { FieldTable, FormFaults, FormState, Revised } from './field-table.ts'

/** What of a form is stored in this browser until it is saved or discarded. */
export interface Unsaved<Fields> {
  revision: string | null
  /** Idempotency key of a create, which ends with its text. */
  key?: string | null
  /** The fields that differ from the saved version. */
  changes: Partial<Fields>
  /** All fields, for the case that the saved version is deleted meanwhile. */
  rest?: Partial<Fields>
}

/** What a save has changed: `commit` null without a change, `at` in milliseconds since 1970. */
interface Saved {
  commit: string | null
  at: number
}

export interface FormModelState<Fields, Version> extends FormState<Fields, Version> {
  /** Idempotency key of a create that was sent. */
  key: string | null
  /** Name of the unsaved text, such as `post:<id>`. */
  name: string
  /** Time of the unsaved text that the form shows since it was opened; null without one. */
  restoredAt: number | null
  /** Whether the record was deleted: the next save creates it again. */
  isGone: boolean
  saving: boolean
  /** Whether another save follows the present one. */
  again: boolean
  /** What the present save has sent; null before. */
  sent: FormState<Fields, Version> | null
  /** What a save has sent whose answer was lost: the server may have it. */
  lost: Fields | null
  faults: FormFaults
  /** Error of the last save; null after a change. */
  error: ApiError | null
  /** Versions of a refused save; `base`, with which the edit began, is null if unknown. */
  conflict: { current: Version; base: Version | null } | null
  saved: Saved | null
}

/** What a form becomes by an event. */
export type Transition<Fields, Version> = (
  state: FormModelState<Fields, Version>,
) => Partial<FormModelState<Fields, Version>>

/** What the transitions need of a form's rules. */
export interface TransitionRules<Fields, Version> {
  table: FieldTable<Fields, Version>
  nameOf(version: Version | null): string
}

/** What each event changes in the state of a form. */
export function transitionsOf<Fields extends object, Version extends Revised>({
  table,
  nameOf,
}: TransitionRules<Fields, Version>) {
  type State = FormModelState<Fields, Version>
  type Change = Partial<State>

  const ended = { saving: false, again: false, sent: null }

  /** The form edits this saved version from now on. */
  const continueWith = (version: Version, fields: Fields): Change => ({
    version,
    revision: version.revision,
    savedFields: table.fieldsOf(version),
    fields,
    name: nameOf(version),
    key: null,
    lost: null,
    conflict: null,
    isGone: false,
  })

  /** An earlier save of this form has made `current`; the next one has what was typed since. */
  const reused = (
    { fields, savedFields }: State,
    current: Version,
    base: Fields = savedFields,
  ): Change => {
    const merged = table.merge({ mine: fields, base, theirs: table.fieldsOf(current) })
    return { ...continueWith(current, merged), ...ended, saving: true }
  }

  return {
    reused,

    type: ({ fields, faults }: State, changes: Partial<Fields>): Change => ({
      fields: { ...fields, ...changes },
      faults: Object.fromEntries(Object.entries(faults).filter(([name]) => !(name in changes))),
      error: null,
    }),

    /** A save is asked for. */
    save: ({ fields, saving }: State, changes?: Partial<Fields>): Change => ({
      fields: { ...fields, ...changes },
      saving: true,
      again: saving,
      error: null,
    }),

    /** The save begins. @param key for a new text */
    send(state: State, key: string): Change {
      const { version, revision, savedFields, fields } = state
      const faults = table.faultsOf(state)
      if (Object.keys(faults).length > 0) return { ...ended, faults }
      return {
        faults,
        key: version ? null : (state.key ?? key),
        sent: { version, revision, savedFields, fields },
        again: false,
      }
    },

    done(state: State, version: Version, isMerged: boolean, saved: Saved): Change {
      const { fields, again } = state
      const sent = state.sent?.fields ?? fields
      const wasTyped = table.differences(fields, sent).length > 0
      // What was typed stays as it was typed; what the server has decided comes from it. Text typed
      // during the save lacks the merged changes: the next save merges again.
      const mine = { mine: fields, base: sent, theirs: table.fieldsOf(version) }
      const next = isMerged && wasTyped ? {} : continueWith(version, table.merge(mine))
      return { ...next, ...ended, saved, saving: again && table.isUnsaved({ ...state, ...next }) }
    },

    fail: ({ faults, key, sent }: State, error: ApiError | null): Change => ({
      ...ended,
      error,
      ...(error?.statusCode === 0 && sent && { lost: sent.fields }),
      faults: error?.body.fields ?? faults,
      // The record that the key created is gone: the next save creates another.
      key: error?.body.code === 'idempotency_key_reused' ? null : key,
    }),

    /** The record is another than the edit began with. */
    conflict(state: State, conflict: NonNullable<State['conflict']>): Change {
      const { current } = conflict
      const { lost } = state
      const isOurs = lost && table.differences(table.fieldsOf(current), lost).length === 0
      return isOurs ? reused(state, current, lost) : { ...ended, conflict }
    },

    /** The record was deleted. */
    gone: (_: State): Change => ({
      ...ended,
      version: null,
      revision: null,
      savedFields: table.emptyFields(),
      conflict: null,
      isGone: true,
    }),

    takeTheirs: ({ conflict }: State): Change =>
      conflict ? continueWith(conflict.current, table.fieldsOf(conflict.current)) : {},

    keepMine({ fields, conflict }: State): Change {
      if (conflict === null) return {}
      const { current, base } = conflict
      const theirs = table.fieldsOf(current)
      const merged = table.merge({ mine: fields, base: base && table.fieldsOf(base), theirs })
      return continueWith(current, merged)
    },

    discard: ({ savedFields }: State): Change => ({
      fields: savedFields,
      key: null,
      conflict: null,
      faults: {},
      error: null,
    }),

    /** An act is taken back: its text is unsaved again. */
    putBack: ({ savedFields, version }: State, unsaved: Unsaved<Fields>): Change => ({
      fields: table.withChanges(savedFields, {
        ...(version === null && unsaved.rest),
        ...unsaved.changes,
      }),
      revision: unsaved.revision,
      key: unsaved.key ?? null,
      conflict: null,
    }),

    /**
     * A save is undone on the server, which has what it had before. An undone create keeps the name
     * of its text, since another one may have that of a new form.
     */
    undone: (_: State, before: FormState<Fields, Version>): Change => ({
      version: before.version,
      revision: before.revision,
      savedFields: before.savedFields,
      key: null,
      conflict: null,
      saved: null,
    }),

    /** The record has another address. */
    move: ({ fields }: State, version: Version): Change => continueWith(version, fields),
  }
}

/** What a form is opened with. */
export interface Opened<Fields, Version> {
  /** The saved version; null for a new record, or one that is gone. */
  version: Version | null
  /** Initial fields of a new record. */
  initial?: Partial<Fields> | undefined
  /** Whether the record was deleted and only its unsaved text is left. */
  isGone?: boolean | undefined
}

/** A form that was just opened. @param stored the unsaved text of this browser, if there is one */
export function openedForm<Fields extends object, Version extends Revised>(
  rules: TransitionRules<Fields, Version>,
  { version, initial = {}, isGone = false }: Opened<Fields, Version>,
  stored: (Unsaved<Fields> & { at: number }) | null,
): FormModelState<Fields, Version> {
  const { table, nameOf } = rules
  // What a new record begins with is no change.
  const savedFields = version ? table.fieldsOf(version) : table.emptyFields()
  const firstFields = isGone ? savedFields : table.withChanges(savedFields, initial)
  const state = {
    version,
    revision: version?.revision ?? null,
    savedFields: firstFields,
    fields: firstFields,
    name: nameOf(version),
    key: null,
    restoredAt: stored?.at ?? null,
    isGone,
    saving: false,
    again: false,
    sent: null,
    lost: null,
    faults: {},
    error: null,
    conflict: null,
    saved: null,
  }
  return stored ? { ...state, ...transitionsOf(rules).putBack(state, stored) } : state
}

/** What of a form is to be stored; null if it equals the saved version. */
export function unsavedOf<Fields, Version>(
  table: FieldTable<Fields, Version>,
  { fields, savedFields, revision, key }: FormModelState<Fields, Version>,
): Unsaved<Fields> | null {
  const names = table.differences(fields, savedFields)
  if (names.length === 0) return null
  return { revision, key, changes: table.pick(fields, names), rest: fields }
}
