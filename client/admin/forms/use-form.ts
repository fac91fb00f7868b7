/**
 * State and saves of a form of the panel. Each change is stored in this browser, saves run one at
 * a time, and a refused save sets the faults or the conflict.
 */
import { type RefObject, useEffect, useRef, useState } from 'react'
import { createStore, type StoreApi, useStore } from 'zustand'
import type { SavedMeta } from '#domain/answers/admin-answers.ts'
import type { Answer } from '#domain/answers/public-answers.ts'
import { ApiError, call } from '../../data/api-client.ts'
import { readStored, store } from '../../state/stored.ts'
import { addToast } from '../../state/toasts.ts'
import { showFailed, showSaved, type Words } from '../frame/messages.ts'
import { refreshStatus } from '../frame/status.ts'
import type { FieldTable, FormFaults, FormState, Revised } from './field-table.ts'

/** Rules of one kind of form. */
export interface FormRules<Fields extends object, Version extends Revised> {
  table: FieldTable<Fields, Version>
  /** Storage key of the unsaved text, such as `post:new`. */
  nameOf(version: Version | null): string
  /** API path of an update; for null of a create. */
  pathOf(version: Version | null): string
  /** Method of an update. */
  method: 'PUT' | 'PATCH'
  savedWords(version: Version, sent: FormState<Fields, Version>): Words
  failedWords(sent: FormState<Fields, Version>): string
  /** Reads the versions of a conflict if the API names them differently. */
  conflictOf?(body: ApiError['body']): ConflictVersions<Version>
}

/** The versions of a refused save. */
interface ConflictVersions<Version> {
  /** The server's version; null if deleted. */
  current: Version | null
  /** The version that the edit began with; null if git does not know it. */
  base: Version | null
}

interface FormModelState<Fields, Version> extends FormState<Fields, Version> {
  faults: FormFaults
  saving: boolean
  /** Whether this browser could store the unsaved text. */
  isCacheable: boolean
  /** The last save; `commit` null without a change, `at` in milliseconds since 1970. */
  saved: { commit: string | null; at: number } | null
  /** Error of the last save; null after a change. */
  error: ApiError | null
  conflict: ConflictVersions<Version> | null
}

/** A form for its screen: current state and actions. */
export interface Form<Fields extends object, Version extends Revised>
  extends FormModelState<Fields, Version>,
    Omit<FormModel<Fields, Version>, 'state'> {
  /** Whether a save would change something. */
  unsaved: boolean
  /** Ref of the form element, used to focus a field at fault. */
  element: RefObject<HTMLFormElement | null>
}

/**
 * @param version the saved version; null for a new record
 * @param initial initial fields of a new record
 */
export function useForm<Fields extends object, Version extends Revised>(
  rules: FormRules<Fields, Version>,
  version: Version | null,
  initial: Partial<Fields> = {},
): Form<Fields, Version> {
  const [{ state, ...form }] = useState(() => new FormModel(rules, version, initial))
  const shown = useStore(state)
  const unsaved = form.table.differences(shown.fields, shown.savedFields).length > 0
  useEffect(() => (unsaved ? askBeforeClosing() : undefined), [unsaved])
  const element = useRef<HTMLFormElement>(null)
  const save = async (changes?: Partial<Fields>) => {
    const saved = await form.save(changes)
    if (saved === null) focusFault(element.current)
    return saved
  }
  return { ...form, ...shown, unsaved, element, save }
}

class FormModel<Fields extends object, Version extends Revised> {
  readonly table: FieldTable<Fields, Version>
  readonly state: StoreApi<FormModelState<Fields, Version>>
  /** Time of the unsaved text that the form was opened with; null without one. */
  readonly restoredAt: number | null
  readonly #rules: FormRules<Fields, Version>
  #queue: Promise<unknown> = Promise.resolve()
  #waiting = 0

  /** A form of a version, with the unsaved text of this browser. */
  constructor(
    rules: FormRules<Fields, Version>,
    version: Version | null,
    initial: Partial<Fields>,
  ) {
    const { table, nameOf } = rules
    const savedFields = version ? table.fieldsOf(version) : table.emptyFields()
    const unsaved = readUnsaved<Fields>(nameOf(version))
    this.#rules = rules
    this.table = table
    this.restoredAt = unsaved?.at ?? null
    this.state = createStore(() => ({
      version,
      savedFields,
      fields: table.withChanges(savedFields, unsaved?.changes ?? initial),
      revision: unsaved ? unsaved.revision : (version?.revision ?? null),
      createKey: unsaved?.createKey ?? newCreateKey(),
      faults: {},
      saving: false,
      isCacheable: true,
      saved: null,
      error: null,
      conflict: null,
    }))
  }

  readonly change = (changes: Partial<Fields>): void => {
    const { fields, faults } = this.state.getState()
    const others = Object.entries(faults).filter(([name]) => !(name in changes))
    this.state.setState({ error: null, faults: Object.fromEntries(others) })
    this.#setAndStore({ fields: { ...fields, ...changes } })
  }

  /**
   * @param changes fields that the save sets
   * @returns the saved version if everything is committed, else null
   */
  readonly save = (changes?: Partial<Fields>): Promise<Version | null> => {
    if (changes) this.#setAndStore({ fields: { ...this.state.getState().fields, ...changes } })
    const isFirst = this.#waiting === 0
    this.#waiting += 1
    this.state.setState({ saving: true, error: null })
    const result = this.#queue.then(() => {
      const { version } = this.state.getState()
      // Nothing was changed since the save that this one has waited for.
      if (!isFirst && version && this.#unsaved() === null) return version
      return this.#checkAndSend()
    })
    this.#queue = result.catch(() => null)
    return result.finally(() => {
      this.#waiting -= 1
      if (this.#waiting === 0) this.state.setState({ saving: false })
    })
  }

  /** Continues with another saved version. @param fields default: those of the version */
  readonly rebase = (version: Version, fields = this.table.fieldsOf(version)): void => {
    const savedFields = this.table.fieldsOf(version)
    this.state.setState({ conflict: null })
    this.#setAndStore({ version, revision: version.revision, savedFields, fields })
  }

  /** Discards the unsaved text; the toast's Undo restores it and calls `reopen`. */
  readonly discard = (reopen?: () => void): void => {
    const unsaved = this.#unsaved()
    this.#setAndStore({ fields: this.state.getState().savedFields })
    if (unsaved === null) return
    const run = () => {
      this.change(unsaved.changes)
      reopen?.()
    }
    addToast({ title: 'Unsaved text discarded', action: { label: 'Undo', run } })
  }

  /** Delays later saves until this work has ended. */
  readonly saveAfter = (work: Promise<unknown>): void => {
    this.#queue = Promise.all([this.#queue, work.catch(() => null)])
  }

  // Not in an effect: a form that closes after its save runs no further effects.
  #setAndStore(part: Partial<FormState<Fields, Version>>): void {
    const before = this.#rules.nameOf(this.state.getState().version)
    this.state.setState(part as Partial<FormModelState<Fields, Version>>)
    const name = this.#rules.nameOf(this.state.getState().version)
    if (name !== before) storeUnsaved(before, null)
    this.state.setState({ isCacheable: storeUnsaved(name, this.#unsaved()) })
  }

  /** The unsaved text to store; null if the form equals the saved version. */
  #unsaved(): Unsaved<Fields> | null {
    const { fields, savedFields, revision, createKey } = this.state.getState()
    const names = this.table.differences(fields, savedFields)
    if (names.length === 0) return null
    // The cast: each value has the type of its field.
    const changes = Object.fromEntries(names.map((name) => [name, fields[name]])) as Partial<Fields>
    return { revision, createKey, changes }
  }

  async #checkAndSend(): Promise<Version | null> {
    const sent = this.state.getState()
    const faults = this.table.faultsOf(sent)
    this.state.setState({ faults })
    if (Object.keys(faults).length > 0) return null
    try {
      const { data, meta } = await this.#send(sent)
      const { fields } = this.state.getState()
      if (this.table.differences(fields, sent.fields).length === 0) this.rebase(data)
      // Text typed during the save lacks the merged changes: the next save merges again.
      else if (!meta?.merged) this.rebase(data, fields)
      this.state.setState({ saved: { commit: meta?.commit ?? null, at: Date.now() } })
      showSaved(this.#rules.savedWords(data, sent), meta)
      void refreshStatus()
      return this.#unsaved() === null ? data : null
    } catch (error) {
      if (error instanceof ApiError && error.body.code === 'idempotency_key_reused') {
        // An earlier attempt created it, but its answer was lost: save later changes as an update.
        this.rebase(error.body.current as Version, this.state.getState().fields)
        return this.#checkAndSend()
      }
      if (error instanceof ApiError) this.#noteFailure(error)
      showFailed(this.#rules.failedWords(sent), error)
      return null
    }
  }

  #send(sent: FormState<Fields, Version>): Promise<Answer<Version, SavedMeta>> {
    const { table, pathOf, method } = this.#rules
    const { version, createKey } = sent
    const [how, headers] = version ? [method] : ['POST', { 'idempotency-key': createKey }]
    return call(how, pathOf(version), table.bodyOf(sent), headers)
  }

  #noteFailure(error: ApiError): void {
    const { body } = error
    this.state.setState({ error, ...(body.fields && { faults: body.fields }) })
    if (body.code !== 'conflict') return
    // The answer to a stale save has both versions.
    const conflict = this.#rules.conflictOf?.(body) ?? (body as unknown)
    this.state.setState({ conflict: conflict as ConflictVersions<Version> })
  }
}

/** Focuses the first field at fault, after the faults are rendered. */
function focusFault(form: HTMLElement | null): void {
  requestAnimationFrame(() => {
    const field = form?.querySelector<HTMLElement>('[aria-invalid="true"]')
    field?.closest('details')?.setAttribute('open', '')
    field?.focus()
  })
}

/** Asks before the tab closes. The text is stored, but this may be the only tab that shows it. */
function askBeforeClosing(): () => void {
  const ask = (event: BeforeUnloadEvent) => event.preventDefault()
  addEventListener('beforeunload', ask)
  return () => removeEventListener('beforeunload', ask)
}

const PREFIX = 'draft:'
const FORMAT = 1

interface Unsaved<Fields> extends Pick<FormState<Fields, unknown>, 'revision' | 'createKey'> {
  changes: Partial<Fields>
}

interface Stored<Fields> extends Unsaved<Fields> {
  format: typeof FORMAT
  /** Milliseconds since 1970. */
  at: number
}

/** Unsaved text of a form by its name, such as `post:new`; null without one. */
function readUnsaved<Fields>(name: string): Stored<Fields> | null {
  try {
    // Written by `storeUnsaved`; another format comes from another version of the program.
    const stored = JSON.parse(readStored(PREFIX + name) ?? 'null') as Stored<Fields> | null
    return stored?.format === FORMAT ? stored : null
  } catch {
    return null
  }
}

/** Stores an unsaved text, or with null removes it; false if storage is not available. */
function storeUnsaved<Fields>(name: string, unsaved: Unsaved<Fields> | null): boolean {
  const text = unsaved && JSON.stringify({ format: FORMAT, at: Date.now(), ...unsaved })
  return store(PREFIX + name, text)
}

/** Names of the forms of a kind, such as `post`, with an unsaved text. */
export function unsavedNames(kind: string): string[] {
  const savedFields = `${PREFIX}${kind}:`
  try {
    const keys = Object.keys(localStorage).filter((key) => key.startsWith(savedFields))
    return keys.map((key) => key.slice(savedFields.length))
  } catch {
    return []
  }
}

/** A unique idempotency key for a create. */
function newCreateKey(): string {
  return `${Date.now().toString(36)}-${Math.random().toString(36).slice(2, 10)}`
}
