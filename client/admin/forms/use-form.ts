/**
 * One form of the panel, from the first letter to the save: what is typed is stored in this browser
 * at each change, saves wait for each other, and a refused save leaves its faults or its conflict.
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

/** What a kind of form has for its own. */
export interface FormRules<Fields extends object, Version extends Revised> {
  table: FieldTable<Fields, Version>
  /** Names the unsaved text, as `post:new`. */
  nameOf(version: Version | null): string
  /** Where the API has it; of null where it makes something new. */
  pathOf(version: Version | null): string
  /** Of an update. */
  method: 'PUT' | 'PATCH'
  savedWords(version: Version, sent: FormState<Fields, Version>): Words
  failedWords(sent: FormState<Fields, Version>): string
  /** The versions of a refused save, where the API spells them differently. */
  conflictOf?(failure: ApiError['failure']): FormConflict<Version>
}

/** What the server had when a save was refused: the version of now and the one of the beginning. */
interface FormConflict<Version> {
  /** Null where it is gone. */
  current: Version | null
  /** Null where git does not know it. */
  base: Version | null
}

interface Shown<Fields, Version> extends FormState<Fields, Version> {
  faults: FormFaults
  saving: boolean
  /** Whether this browser can store what is unsaved. */
  kept: boolean
  /** The last save, its commit null where nothing had changed, `at` in milliseconds since 1970. */
  saved: { commit: string | null; at: number } | null
  /** How the last save failed; null once the form was changed. */
  failure: ApiError | null
  conflict: FormConflict<Version> | null
}

/** A form as its screen has it: the state of now, and what can be done. */
export interface Form<Fields extends object, Version extends Revised>
  extends Shown<Fields, Version>,
    Omit<FormModel<Fields, Version>, 'state'> {
  /** Whether a save would change something. */
  unsaved: boolean
  /** Of the form, where it has fields that can be at fault. */
  element: RefObject<HTMLFormElement | null>
}

/**
 * @param version what is edited; null for something new
 * @param initial what something new begins with, where that is known
 */
export function useForm<Fields extends object, Version extends Revised>(
  rules: FormRules<Fields, Version>,
  version: Version | null,
  initial: Partial<Fields> = {},
): Form<Fields, Version> {
  const [{ state, ...form }] = useState(() => new FormModel(rules, version, initial))
  const shown = useStore(state)
  const unsaved = form.table.differences(shown.fields, shown.start).length > 0
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
  readonly state: StoreApi<Shown<Fields, Version>>
  /** When the text that the form was opened with was typed; null where it began with the saved one. */
  readonly restoredAt: number | null
  readonly #rules: FormRules<Fields, Version>
  #queue: Promise<unknown> = Promise.resolve()
  #waiting = 0

  /** The form of a version, with what this browser has of it unsaved. */
  constructor(
    rules: FormRules<Fields, Version>,
    version: Version | null,
    initial: Partial<Fields>,
  ) {
    const { table, nameOf } = rules
    const start = version ? table.fieldsOf(version) : table.emptyFields()
    const unsaved = readUnsaved<Fields>(nameOf(version))
    this.#rules = rules
    this.table = table
    this.restoredAt = unsaved?.at ?? null
    this.state = createStore(() => ({
      ...{ version, start, fields: table.withChanges(start, unsaved?.changes ?? initial) },
      revision: unsaved ? unsaved.revision : (version?.revision ?? null),
      createKey: unsaved?.createKey ?? newCreateKey(),
      ...{ faults: {}, saving: false, kept: true, saved: null, failure: null, conflict: null },
    }))
  }

  readonly change = (changes: Partial<Fields>): void => {
    const { fields, faults } = this.state.getState()
    const others = Object.entries(faults).filter(([name]) => !(name in changes))
    this.state.setState({ failure: null, faults: Object.fromEntries(others) })
    this.#put({ fields: { ...fields, ...changes } })
  }

  /**
   * @param changes what the save itself changes
   * @return the saved version when git has all that was typed, else null
   */
  readonly save = (changes?: Partial<Fields>): Promise<Version | null> => {
    if (changes) this.#put({ fields: { ...this.state.getState().fields, ...changes } })
    const isFirst = this.#waiting === 0
    this.#waiting += 1
    this.state.setState({ saving: true, failure: null })
    const result = this.#queue.then(() => {
      const { version } = this.state.getState()
      // The press before this one has saved it all.
      if (!isFirst && version && this.#unsaved() === null) return version
      return this.#checkAndSend()
    })
    this.#queue = result.catch(() => null)
    return result.finally(() => {
      this.#waiting -= 1
      if (this.#waiting === 0) this.state.setState({ saving: false })
    })
  }

  /** Goes on from another saved version, with its fields unless others are given or those here are kept. */
  readonly goOn = (version: Version, fields?: Fields | 'kept'): void => {
    const start = this.table.fieldsOf(version)
    const kept = fields === 'kept' ? this.state.getState().fields : fields
    this.state.setState({ conflict: null })
    this.#put({ version, revision: version.revision, start, fields: kept ?? start })
  }

  /** Forgets what is unsaved; the toast brings it back and calls `reopen`. */
  readonly discard = (reopen?: () => void): void => {
    const unsaved = this.#unsaved()
    this.#put({ fields: this.state.getState().start })
    if (unsaved === null) return
    const run = () => {
      this.change(unsaved.changes)
      reopen?.()
    }
    addToast({ title: 'Unsaved text discarded', action: { label: 'Undo', run } })
  }

  /** Saves wait for this. */
  readonly hold = (work: Promise<unknown>): void => {
    this.#queue = Promise.all([this.#queue, work.catch(() => null)])
  }

  // At once and not in an effect: a form that closes with its save has no further effects.
  #put(part: Partial<FormState<Fields, Version>>): void {
    const before = this.#rules.nameOf(this.state.getState().version)
    this.state.setState(part as Partial<Shown<Fields, Version>>)
    const name = this.#rules.nameOf(this.state.getState().version)
    if (name !== before) keepUnsaved(before, null)
    this.state.setState({ kept: keepUnsaved(name, this.#unsaved()) })
  }

  /** What this browser keeps; null where the form is as it was saved. */
  #unsaved(): Unsaved<Fields> | null {
    const { fields, start, revision, createKey } = this.state.getState()
    const names = this.table.differences(fields, start)
    if (names.length === 0) return null
    // Names of the fields, each with its value.
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
      if (this.table.differences(fields, sent.fields).length === 0) this.goOn(data)
      // What was merged in is not in the text that is being typed: the next save merges it again.
      else if (!meta?.merged) this.goOn(data, 'kept')
      this.state.setState({ saved: { commit: meta?.commit ?? null, at: Date.now() } })
      showSaved(this.#rules.savedWords(data, sent), meta)
      void refreshStatus()
      return this.#unsaved() === null ? data : null
    } catch (error) {
      if (error instanceof ApiError && error.failure.code === 'idempotency_key_reused') {
        // An earlier try made it and its answer was lost: what was typed since is saved on top.
        this.goOn(error.failure.current as Version, 'kept')
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
    const { failure } = error
    this.state.setState({ failure: error, ...(failure.fields && { faults: failure.fields }) })
    if (failure.code !== 'conflict') return
    // The answer to a save that came too late has both versions.
    const conflict = this.#rules.conflictOf?.(failure) ?? (failure as unknown)
    this.state.setState({ conflict: conflict as FormConflict<Version> })
  }
}

/** Moves the focus to the first field at fault, once it is shown as such. */
function focusFault(form: HTMLElement | null): void {
  requestAnimationFrame(() => {
    const field = form?.querySelector<HTMLElement>('[aria-invalid="true"]')
    field?.closest('details')?.setAttribute('open', '')
    field?.focus()
  })
}

/** Closing the tab asks, though the text is stored: it may be the only tab that shows it. */
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

/** The unsaved text of a form, by its name as `post:new`; null without one. */
function readUnsaved<Fields>(name: string): Stored<Fields> | null {
  try {
    // Written below; another format is of another version of the program.
    const stored = JSON.parse(readStored(PREFIX + name) ?? 'null') as Stored<Fields> | null
    return stored?.format === FORMAT ? stored : null
  } catch {
    return null
  }
}

/** Stores it, or forgets it with null; false where this browser cannot. */
function keepUnsaved<Fields>(name: string, unsaved: Unsaved<Fields> | null): boolean {
  const text = unsaved && JSON.stringify({ format: FORMAT, at: Date.now(), ...unsaved })
  return store(PREFIX + name, text)
}

/** What names the forms of a kind, as `post`, that have an unsaved text. */
export function unsavedNames(kind: string): string[] {
  const start = `${PREFIX}${kind}:`
  try {
    const keys = Object.keys(localStorage).filter((key) => key.startsWith(start))
    return keys.map((key) => key.slice(start.length))
  } catch {
    return []
  }
}

/** A name for something that is to be created, unlike any other. */
function newCreateKey(): string {
  return `${Date.now().toString(36)}-${Math.random().toString(36).slice(2, 10)}`
}
