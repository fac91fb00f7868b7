/**
 * The state of a form of the panel, and what each event makes of it. Typed text leaves the fields
 * only by an act of the admin, and each of these acts has a way back. Pure: use-form.ts sends the
 * requests and keeps the unsaved text.
 */
import type { ApiError } from '../../data/api-client.ts'
import type { FieldTable, FormFaults, FormState, Revised } from './field-table.ts'

/**
 * A create that was sent and has no answer yet. Its key belongs to these texts: if it made another
 * one, that post is not this form's.
 */
interface Attempt<Fields> {
  key: string
  /** What was sent with the key, the newest last. */
  texts: readonly Fields[]
}

/** The newest texts of a key that are kept: each is as long as the post. */
const ATTEMPT_TEXTS_MAX = 3

/** The versions of a refused save. */
interface ConflictVersions<Version> {
  current: Version
  /** The version that the edit began with; null if unknown. */
  base: Version | null
}

/** What of a form is stored in this browser until it is saved or discarded. */
export interface Unsaved<Fields> {
  revision: string | null
  attempt?: Attempt<Fields> | null
  /** The fields that differ from the saved version. */
  changes: Partial<Fields>
  /** The other fields, for the case that the saved version is deleted meanwhile. */
  rest?: Partial<Fields>
}

export interface FormModelState<Fields, Version> extends FormState<Fields, Version> {
  /** Name of the unsaved text, such as `post:<id>`. */
  name: string
  attempt: Attempt<Fields> | null
  /** Time of the unsaved text that the form shows since it was opened; null without one. */
  restoredAt: number | null
  /** Whether the record was deleted, so that a save creates it anew. */
  isGone: boolean
  saving: boolean
  /** Whether another save was asked for during the present one. */
  again: boolean
  /** What the present save has sent; null before. */
  sent: FormState<Fields, Version> | null
  faults: FormFaults
  /** Error of the last save; null after a change. */
  error: ApiError | null
  conflict: ConflictVersions<Version> | null
  /** The last save; `commit` null without a change, `at` in milliseconds since 1970. */
  saved: { commit: string | null; at: number } | null
}

/** What happens to a form, with what comes along. */
export interface FormEvents<Fields, Version> {
  type: { changes: Partial<Fields> }
  /** A save is asked for. */
  save: { changes?: Partial<Fields> | undefined }
  /** The save begins, with a new key for a text that has none. */
  send: { key: string }
  done: { version: Version; commit: string | null; at: number; merged: boolean }
  fail: { error: ApiError | null }
  conflict: ConflictVersions<Version>
  /** The key of the create has made `current` before. */
  reused: { current: Version }
  /** The record was deleted. */
  gone: object
  takeTheirs: ConflictVersions<Version>
  keepMine: ConflictVersions<Version>
  discard: object
  /** An act is taken back: its text is unsaved again. */
  putBack: { unsaved: Unsaved<Fields> }
  /** A save is undone on the server, which has what it had before. */
  undone: { before: FormState<Fields, Version> }
  /** The record has another address. */
  move: { version: Version }
}

/** What the transitions need of a form's rules. */
export interface TransitionRules<Fields, Version> {
  table: FieldTable<Fields, Version>
  nameOf(version: Version | null): string
}

type Transitions<Fields, Version> = {
  readonly [Name in keyof FormEvents<Fields, Version>]: (
    state: FormModelState<Fields, Version>,
    event: FormEvents<Fields, Version>[Name],
  ) => Partial<FormModelState<Fields, Version>>
}

/** What each event changes in the state of a form. */
export function transitionsOf<Fields extends object, Version extends Revised>({
  table,
  nameOf,
}: TransitionRules<Fields, Version>): Transitions<Fields, Version> {
  type State = FormModelState<Fields, Version>

  const ended = { saving: false, again: false, sent: null }

  /** The form goes on with a saved version. */
  const continueWith = (version: Version, fields: Fields): Partial<State> => ({
    version,
    revision: version.revision,
    savedFields: table.fieldsOf(version),
    fields,
    name: nameOf(version),
    attempt: null,
    conflict: null,
    isGone: false,
  })

  /** What was typed stays as it was typed; what the server has decided comes from it. */
  const settled = (fields: Fields, sent: Fields, version: Version) =>
    table.merge({ mine: fields, base: sent, theirs: table.fieldsOf(version) })

  return {
    type: ({ fields, faults }, { changes }) => ({
      fields: { ...fields, ...changes },
      faults: Object.fromEntries(Object.entries(faults).filter(([name]) => !(name in changes))),
      error: null,
    }),

    save: ({ fields, saving }, { changes }) => ({
      fields: { ...fields, ...changes },
      saving: true,
      again: saving,
      error: null,
    }),

    send(state, { key }) {
      const { version, revision, savedFields, fields, attempt } = state
      const faults = table.faultsOf(state)
      if (Object.keys(faults).length > 0) return { ...ended, faults }
      const earlier = attempt?.texts.filter((text) => table.differences(text, fields).length > 0)
      const texts = [...(earlier ?? []), fields].slice(-ATTEMPT_TEXTS_MAX)
      return {
        faults,
        again: false,
        sent: { version, revision, savedFields, fields },
        attempt: version ? null : { key: attempt?.key ?? key, texts },
      }
    },

    done(state, { version, commit, at, merged }) {
      const { fields, again } = state
      const sent = state.sent?.fields ?? fields
      const wasTyped = table.differences(fields, sent).length > 0
      // Text typed during the save lacks the merged changes: the next save merges again.
      const next = merged && wasTyped ? {} : continueWith(version, settled(fields, sent, version))
      const saving = again && table.isUnsaved({ ...state, ...next })
      return { ...next, ...ended, saving, saved: { commit, at } }
    },

    fail: ({ faults }, { error }) => ({ ...ended, error, faults: error?.body.fields ?? faults }),

    conflict: (_, conflict) => ({ ...ended, conflict }),

    reused(state, { current }) {
      const { fields, attempt } = state
      const own = attempt?.texts.find((text) => table.isMadeOf(current, text))
      if (own === undefined) return { ...ended, conflict: { current, base: null } }
      // Its answer was lost. What was typed since is saved as an update.
      const next = continueWith(current, settled(fields, own, current))
      return { ...next, ...ended, saving: table.isUnsaved({ ...state, ...next }) }
    },

    gone: () => ({
      ...ended,
      version: null,
      revision: null,
      savedFields: table.emptyFields(),
      attempt: null,
      conflict: null,
      isGone: true,
    }),

    takeTheirs: (_, { current }) => continueWith(current, table.fieldsOf(current)),

    keepMine({ version, fields }, { current, base }) {
      // The key of a new text has made another one: this one is created with its own.
      if (version === null) return { conflict: null, attempt: null }
      const theirs = table.fieldsOf(current)
      const merged = table.merge({ mine: fields, base: base && table.fieldsOf(base), theirs })
      return continueWith(current, merged)
    },

    discard: ({ savedFields }) => ({
      fields: savedFields,
      attempt: null,
      conflict: null,
      faults: {},
      error: null,
    }),

    putBack: ({ savedFields, version }, { unsaved }) => ({
      fields: table.withChanges(savedFields, {
        ...(version === null && unsaved.rest),
        ...unsaved.changes,
      }),
      revision: unsaved.revision,
      attempt: unsaved.attempt ?? null,
      conflict: null,
    }),

    // An undone create keeps the name of its text, since another one may have that of a new form.
    undone: (_, { before: { version, revision, savedFields } }) => ({
      version,
      revision,
      savedFields,
      attempt: null,
      conflict: null,
      saved: null,
    }),

    move: ({ fields }, { version }) => continueWith(version, fields),
  }
}

/** A form that was just opened, with the unsaved text of this browser if there is one. */
export function openedForm<Fields extends object, Version extends Revised>(
  rules: TransitionRules<Fields, Version>,
  opened: {
    version: Version | null
    initial: Partial<Fields>
    stored: (Unsaved<Fields> & { at: number }) | null
    isGone: boolean
  },
): FormModelState<Fields, Version> {
  const { version, initial, stored, isGone } = opened
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
    attempt: null,
    restoredAt: stored?.at ?? null,
    isGone,
    saving: false,
    again: false,
    sent: null,
    faults: {},
    error: null,
    conflict: null,
    saved: null,
  }
  if (stored === null) return state
  return { ...state, ...transitionsOf(rules).putBack(state, { unsaved: stored }) }
}

/** What of a form is to be stored; null if it equals the saved version. */
export function unsavedOf<Fields, Version>(
  table: FieldTable<Fields, Version>,
  { fields, savedFields, revision, attempt }: FormModelState<Fields, Version>,
): Unsaved<Fields> | null {
  const names = table.differences(fields, savedFields)
  if (names.length === 0) return null
  const { changes, rest } = table.split(fields, names)
  return { revision, attempt, changes, rest }
}
