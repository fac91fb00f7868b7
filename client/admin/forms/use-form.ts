/**
 * A form of the panel on its screen: its state (form-state.ts), its saves, which run one at a time,
 * and its unsaved text in this browser (unsaved.ts).
 */
import { type RefObject, useEffect, useRef, useState } from 'react'
import { createStore, type StoreApi, useStore } from 'zustand'
import type { SavedMeta } from '#domain/answers/admin-answers.ts'
import type { Answer } from '#domain/answers/public-answers.ts'
import { ApiError, call } from '../../data/api-client.ts'
import { addToast } from '../../state/toasts.ts'
import { showFailed, showSaved, type ToastText } from '../frame/messages.ts'
import { refreshStatus } from '../frame/status.ts'
import type { FormState, Revised } from './field-table.ts'
import {
  type FormEvents,
  type FormModelState,
  openedForm,
  type TransitionRules,
  transitionsOf,
  type Unsaved,
  unsavedOf,
} from './form-state.ts'
import { readUnsaved, storeUnsaved, UnsavedText } from './unsaved.ts'

/** Rules of one kind of form. `nameOf`: name of the unsaved text, such as `post:<id>`. */
export interface FormRules<Fields extends object, Version extends Revised>
  extends TransitionRules<Fields, Version> {
  /** API path of an update; for null of a create. */
  pathOf(version: Version | null): string
  /** Method of an update. */
  method: 'PUT' | 'PATCH'
  savedToast(version: Version, sent: FormState<Fields, Version>): ToastText
  failedTitle(sent: FormState<Fields, Version>): string
  /** Reads the versions of a conflict if the API names them differently. */
  conflictOf?(body: ApiError['body']): ServerVersions<Version>
}

/** The versions of a refused save as answered; `current` is null if it was deleted. */
interface ServerVersions<Version> {
  current: Version | null
  base: Version | null
}

/** A form for its screen: current state and actions. */
export interface Form<Fields extends object, Version extends Revised>
  extends FormModelState<Fields, Version>,
    Omit<FormModel<Fields, Version>, 'state' | 'enter' | 'saving' | 'hasName' | 'putBack'> {
  /** Whether a save would change something. */
  unsaved: boolean
  /** Whether this browser could store the unsaved text. */
  isCacheable: boolean
  /** Ref of the form element, used to focus a field at fault. */
  element: RefObject<HTMLFormElement | null>
}

interface Opened<Fields, Version> {
  /** The saved version; null for a new record, or one that is gone. */
  version: Version | null
  /** Initial fields of a new record. */
  initial?: Partial<Fields>
  /** Whether the record was deleted and only its unsaved text is left. */
  isGone?: boolean
}

export function useForm<Fields extends object, Version extends Revised>(
  rules: FormRules<Fields, Version>,
  opened: Opened<Fields, Version>,
): Form<Fields, Version> {
  const [model] = useState(() => new FormModel(rules, opened))
  const { state, enter, ...form } = model
  const shown = useStore(state)
  const unsaved = form.table.isUnsaved(shown)
  useEffect(enter, [enter])
  useEffect(() => (unsaved ? askBeforeClosing() : undefined), [unsaved])
  const element = useRef<HTMLFormElement>(null)
  const save = async (changes?: Partial<Fields>) => {
    const saved = await form.save(changes)
    if (saved === null) focusFault(element.current)
    return saved
  }
  return { ...form, ...shown, unsaved, element, save }
}

/** What an Undo needs of a form on the screen. */
interface OpenForm {
  saving: Promise<unknown> | null
  hasName(name: string): boolean
  putBack(unsaved: Unsaved<object>): void
}

const openForms = new Set<OpenForm>()

/** Puts an unsaved text back into its form, or if that is closed into this browser. */
function putBack(name: string, unsaved: Unsaved<object>, reopen?: () => void): void {
  const form = [...openForms].find((open) => open.hasName(name))
  if (form?.saving) void form.saving.finally(() => putBack(name, unsaved, reopen))
  else if (form) form.putBack(unsaved)
  else {
    // Another text may have been typed into a form of this name meanwhile.
    const other = readUnsaved<object>(name)
    if (other) offerUndo('Unsaved text discarded', () => putBack(name, other, reopen))
    storeUnsaved(name, unsaved)
    reopen?.()
  }
}

function offerUndo(title: string, run: () => void): void {
  addToast({ title, action: { label: 'Undo', run } })
}

class FormModel<Fields extends object, Version extends Revised> implements OpenForm {
  readonly table: FormRules<Fields, Version>['table']
  readonly state: StoreApi<FormModelState<Fields, Version> & { isCacheable: boolean }>
  readonly #rules: FormRules<Fields, Version>
  readonly #transitions
  readonly #unsavedText
  /** The present save. */
  saving: Promise<Version | null> | null = null
  #work: Promise<unknown> = Promise.resolve()

  constructor(
    rules: FormRules<Fields, Version>,
    { version, initial = {}, isGone = false }: Opened<Fields, Version>,
  ) {
    const stored = readUnsaved<Fields>(rules.nameOf(version))
    const opened = openedForm(rules, { version, initial, stored, isGone })
    this.table = rules.table
    this.#rules = rules
    this.#transitions = transitionsOf(rules)
    this.state = createStore(() => ({ ...opened, isCacheable: true }))
    this.#unsavedText = new UnsavedText<Fields>(opened.name, () => {
      const state = this.state.getState()
      return { name: state.name, unsaved: unsavedOf(this.table, state) }
    })
  }

  /** The form is on the screen, until the returned function is called. */
  readonly enter = () => {
    const flush = () => this.#unsavedText.flush()
    openForms.add(this)
    addEventListener('pagehide', flush)
    return () => {
      openForms.delete(this)
      removeEventListener('pagehide', flush)
      flush()
    }
  }

  hasName(name: string): boolean {
    return this.state.getState().name === name
  }

  readonly change = (changes: Partial<Fields>): void => this.#dispatch('type', { changes })

  /**
   * Saves, and once more if that is asked for meanwhile.
   * @param changes fields that the save sets
   * @returns the saved version if everything is committed, else null
   */
  readonly save = (changes?: Partial<Fields>): Promise<Version | null> => {
    this.#dispatch('save', { changes })
    this.saving ??= this.#saveAll()
    return this.saving
  }

  /** Delays later saves until this work has ended. */
  readonly saveAfter = (work: Promise<unknown>): void => {
    this.#work = Promise.all([this.#work, work.catch(() => null)])
  }

  /** Continues with the saved version after a change of its address. */
  readonly move = (version: Version): void => this.#dispatch('move', { version })

  /** @param reopen called by the toast's Undo if the form is closed then */
  readonly discard = (reopen?: () => void): void =>
    this.#replace('discard', {}, 'Unsaved text discarded', reopen)

  readonly takeTheirs = (versions: FormEvents<Fields, Version>['takeTheirs']): void =>
    this.#replace('takeTheirs', versions, 'Your text was replaced by theirs')

  readonly keepMine = (versions: FormEvents<Fields, Version>['keepMine']): void =>
    this.#replace('keepMine', versions, 'Your text was kept')

  putBack(unsaved: Unsaved<object>): void {
    // The cast: it was taken from a form of this name.
    const event = { unsaved: unsaved as Unsaved<Fields> }
    this.#replace('putBack', event, 'Unsaved text discarded')
  }

  /**
   * An act that replaces the text as a whole, after the present save, whose answer belongs to that
   * text. The toast's Undo puts the text back.
   */
  #replace<Name extends keyof FormEvents<Fields, Version>>(
    name: Name,
    event: FormEvents<Fields, Version>[Name],
    title: string,
    reopen?: () => void,
  ): void {
    if (this.saving) {
      void this.saving.finally(() => this.#replace(name, event, title, reopen))
      return
    }
    const before = this.state.getState()
    const unsaved = unsavedOf(this.table, before)
    this.#dispatch(name, event)
    if (unsaved === null) return
    offerUndo(title, () => putBack(before.name, unsaved, reopen))
  }

  #dispatch<Name extends keyof FormEvents<Fields, Version>>(
    name: Name,
    event: FormEvents<Fields, Version>[Name],
  ): void {
    this.state.setState(this.#transitions[name](this.state.getState(), event))
    // Not in an effect: a form that closes after its save runs no further effects.
    const text = this.#unsavedText
    const isCacheable = name === 'type' ? text.storeSoon() : text.store()
    this.state.setState({ isCacheable })
  }

  async #saveAll(): Promise<Version | null> {
    try {
      do {
        await this.#work
        this.#dispatch('send', { key: newCreateKey() })
        const { sent } = this.state.getState()
        if (sent === null) return null
        await this.#send(sent)
      } while (this.state.getState().saving)
      const state = this.state.getState()
      return this.table.isUnsaved(state) ? null : state.version
    } finally {
      this.saving = null
    }
  }

  async #send(sent: FormState<Fields, Version>): Promise<void> {
    const { savedToast, failedTitle } = this.#rules
    try {
      const { data, meta } = await this.#request(sent)
      const commit = meta?.commit ?? null
      const merged = meta?.merged === true
      this.#dispatch('done', { version: data, commit, at: Date.now(), merged })
      showSaved(savedToast(data, sent), meta, () => {
        if (openForms.has(this)) this.#dispatch('undone', { before: sent })
      })
      void refreshStatus()
    } catch (error) {
      this.#refuse(error, sent)
      if (!this.state.getState().saving) showFailed(failedTitle(sent), error)
    }
  }

  #request(sent: FormState<Fields, Version>): Promise<Answer<Version, SavedMeta>> {
    const { table, pathOf, method } = this.#rules
    const { attempt } = this.state.getState()
    const headers = attempt ? { 'idempotency-key': attempt.key } : {}
    const verb = sent.version ? method : 'POST'
    return call<Version, SavedMeta>(verb, pathOf(sent.version), table.bodyOf(sent), headers)
  }

  #refuse(error: unknown, { version }: FormState<Fields, Version>): void {
    if (!(error instanceof ApiError)) {
      this.#dispatch('fail', { error: null })
      return
    }
    const { body, statusCode } = error
    // The casts: the answers to a stale save and to a used key have these versions.
    const versions = (this.#rules.conflictOf?.(body) ?? body) as unknown as ServerVersions<Version>
    const { current, base } = versions
    if (body.code === 'idempotency_key_reused' && current) this.#dispatch('reused', { current })
    else if (body.code === 'conflict' && current) this.#dispatch('conflict', { current, base })
    else if (body.code === 'conflict' || (statusCode === 404 && version?.revision)) {
      this.#dispatch('gone', {})
    } else this.#dispatch('fail', { error })
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

/** A unique idempotency key for a create. */
function newCreateKey(): string {
  return `${Date.now().toString(36)}-${Math.random().toString(36).slice(2, 10)}`
}
