/**
 * A form of the panel on its screen: its state (form-state.ts), its saves, which run one at a time,
 * and its unsaved text in this browser (unsaved.ts).
 */
import { useEffect, useRef, useState } from 'react'
import { createStore, type StoreApi, useStore } from 'zustand'
import type { SavedMeta } from '#domain/answers/admin-answers.ts'
import type { Answer } from '#domain/answers/public-answers.ts'
import { ApiError, call } from '../../data/api-client.ts'
import { useSession } from '../../state/stored.ts'
import { addToast } from '../../state/toasts.ts'
import { showFailed, showSaved, type ToastText } from '../frame/messages.ts'
import { refreshStatus } from '../frame/status.ts'
import type { FormState, Revised } from './field-table.ts'
import {
  type FormModelState,
  type Opened,
  openedForm,
  type Transition,
  type TransitionRules,
  transitionsOf,
  type Unsaved,
  unsavedOf,
} from './form-state.ts'
import { readUnsaved, storeUnsaved } from './unsaved.ts'

/** Rules of one kind of form. `nameOf`: name of the unsaved text, such as `post:<id>`. */
export interface FormRules<Fields extends object, Version extends Revised>
  extends TransitionRules<Fields, Version> {
  /** API path of an update; for null of a create. */
  pathOf(version: Version | null): string
  method: 'PUT' | 'PATCH'
  savedToast(version: Version, sent: FormState<Fields, Version>): ToastText
  failedTitle(sent: FormState<Fields, Version>): string
}

/** A form for its screen: current state and actions. */
export type Form<Fields extends object, Version extends Revised> = ReturnType<
  typeof useForm<Fields, Version>
>

export function useForm<Fields extends object, Version extends Revised>(
  rules: FormRules<Fields, Version>,
  opened: Opened<Fields, Version>,
) {
  const [model] = useState(() => new FormModel(rules, opened))
  const state = useStore(model.state)
  const unsaved = model.table.isUnsaved(state)
  useEffect(() => {
    openForms.add(model)
    addEventListener('storage', model.keepStored)
    return () => {
      openForms.delete(model)
      removeEventListener('storage', model.keepStored)
    }
  }, [model])
  useEffect(() => {
    if (!unsaved) return
    // The text is stored, but this may be the only tab that shows it.
    const ask = (event: BeforeUnloadEvent) => event.preventDefault()
    addEventListener('beforeunload', ask)
    return () => removeEventListener('beforeunload', ask)
  }, [unsaved])
  /** Ref of the form element, used to focus a field at fault. */
  const element = useRef<HTMLFormElement>(null)
  const save = async (changes?: Partial<Fields>, isQuiet?: boolean) => {
    // What is typed in part has the value of an empty field: a date without its month would be now.
    const inputs = element.current?.querySelectorAll('input') ?? []
    const partial = [...inputs].find(({ validity }) => validity.badInput)
    partial?.closest('details')?.setAttribute('open', '')
    if (partial?.reportValidity() === false) return null
    const saved = await model.save(changes, isQuiet)
    if (saved === null) focusFault(element.current)
    return saved
  }
  return { ...state, ...model, save, unsaved, element }
}

const openForms = new Set<Pick<FormModel<object, Revised>, 'state' | 'putBack'>>()

/** Puts an unsaved text back into its form, or if that is closed into this browser. */
function putBack(name: string, unsaved: Unsaved<object>, reopen?: () => void): void {
  const form = [...openForms].find(({ state }) => state.getState().name === name)
  if (form) {
    form.putBack(unsaved)
    return
  }
  offerUndo('Unsaved text discarded', name, readUnsaved(name), reopen)
  storeUnsaved(name, unsaved)
  reopen?.()
}

/** Toast of an act that has replaced an unsaved text; its Undo puts that back. */
function offerUndo(
  title: string,
  name: string,
  unsaved: Unsaved<object> | null,
  reopen?: () => void,
): void {
  if (unsaved) addToast({ title, undo: () => putBack(name, unsaved, reopen) })
}

class FormModel<Fields extends object, Version extends Revised> {
  readonly table: FormRules<Fields, Version>['table']
  /** `isCacheable`: whether this browser could store the unsaved text. */
  readonly state: StoreApi<FormModelState<Fields, Version> & { isCacheable: boolean }>
  /** The control that was changed last. */
  readonly typedIn: { current: Element | null } = { current: null }
  readonly #rules: FormRules<Fields, Version>
  readonly #transitions
  #saving: Promise<Version | null> | null = null
  #work: Promise<unknown> = Promise.resolve()
  #isQuiet = false

  constructor(rules: FormRules<Fields, Version>, opened: Opened<Fields, Version>) {
    const stored = readUnsaved<Fields>(rules.nameOf(opened.version))
    this.table = rules.table
    this.#rules = rules
    this.#transitions = transitionsOf(rules)
    const state = openedForm(rules, opened, stored)
    this.state = createStore(() => ({ ...state, isCacheable: true }))
  }

  readonly change = (changes: Partial<Fields>): void => {
    this.typedIn.current = document.activeElement
    this.#apply((state) => this.#transitions.type(state, changes))
  }

  /**
   * Saves, and once more if that is asked for meanwhile.
   * @param changes fields that the save sets
   * @param isQuiet without a toast: the form itself says that it is saved
   * @returns the saved version if everything is committed, else null
   */
  readonly save = (changes?: Partial<Fields>, isQuiet = false): Promise<Version | null> => {
    this.#isQuiet = isQuiet
    this.#apply((state) => this.#transitions.save(state, changes))
    this.#saving ??= this.#saveAll()
    return this.#saving
  }

  /** Delays later saves until this work has ended. */
  readonly saveAfter = (work: Promise<unknown>): void => {
    this.#work = Promise.all([this.#work, work.catch(() => null)])
  }

  /** Continues with the saved version after a change of its address. */
  readonly move = (version: Version): void =>
    this.#apply((state) => this.#transitions.move(state, version))

  /** @param reopen called by the toast's Undo if the form is closed then */
  readonly discard = (reopen?: () => void): void =>
    this.#replace('Unsaved text discarded', this.#transitions.discard, reopen)

  readonly takeTheirs = (): void =>
    this.#replace('Your text was replaced by theirs', this.#transitions.takeTheirs)

  readonly keepMine = (): void => this.#replace('Your text was kept', this.#transitions.keepMine)

  putBack(unsaved: Unsaved<object>): void {
    // The cast: it was taken from a form of this name.
    const text = unsaved as Unsaved<Fields>
    this.#replace('Unsaved text discarded', (state) => this.#transitions.putBack(state, text))
  }

  /** Stores the unsaved text again that another tab has removed by its own save or discard. */
  readonly keepStored = (): void => {
    if (readUnsaved(this.state.getState().name) === null) this.#apply(() => ({}))
  }

  /**
   * An act that replaces the text as a whole, after the present save, whose answer belongs to that
   * text. The toast's Undo puts the text back.
   */
  #replace(title: string, act: Transition<Fields, Version>, reopen?: () => void): void {
    if (this.#saving) {
      void this.#saving.finally(() => this.#replace(title, act, reopen))
      return
    }
    const before = this.state.getState()
    this.#apply(act)
    offerUndo(title, before.name, unsavedOf(this.table, before), reopen)
  }

  /** Changes the state and stores what is unsaved then. */
  #apply(transition: Transition<Fields, Version>): void {
    const before = this.state.getState()
    const state = { ...before, ...transition(before) }
    if (before.name !== state.name) storeUnsaved(before.name, null)
    // Not in an effect: a form that closes after its save runs no further effects.
    const isCacheable = storeUnsaved(state.name, unsavedOf(this.table, state))
    this.state.setState({ ...state, isCacheable })
  }

  async #saveAll(): Promise<Version | null> {
    try {
      do {
        await this.#work
        const key = `${Date.now().toString(36)}-${Math.random().toString(36).slice(2, 10)}`
        this.#apply((state) => this.#transitions.send(state, key))
        const { sent } = this.state.getState()
        if (sent === null) return null
        await this.#send(sent)
      } while (this.state.getState().saving)
      const state = this.state.getState()
      return this.table.isUnsaved(state) ? null : state.version
    } finally {
      this.#saving = null
    }
  }

  async #send(sent: FormState<Fields, Version>): Promise<void> {
    const { savedToast, failedTitle } = this.#rules
    try {
      const { data, meta } = await this.#request(sent)
      const saved = { commit: meta?.commit ?? null, at: Date.now() }
      const isMerged = meta?.merged === true
      this.#apply((state) => this.#transitions.done(state, data, isMerged, saved))
      showSaved(this.#isQuiet ? null : savedToast(data, sent), meta, () => {
        if (openForms.has(this)) this.#apply((state) => this.#transitions.undone(state, sent))
      })
      void refreshStatus()
    } catch (error) {
      const before = this.state.getState()
      this.#apply((state) => this.#refused(state, error))
      const { saving, conflict, isGone } = this.state.getState()
      // A conflict or a deletion is told by the form itself, the end of the session by the gate.
      const isTold = conflict !== before.conflict || isGone !== before.isGone
      const hasEnded = useSession.getState().ended
      if (!saving && !isTold && !hasEnded) showFailed(failedTitle(sent), error)
    }
  }

  #request(sent: FormState<Fields, Version>): Promise<Answer<Version, SavedMeta>> {
    const { table, pathOf, method } = this.#rules
    const { key } = this.state.getState()
    const headers = key ? { 'idempotency-key': key } : {}
    const verb = sent.version ? method : 'POST'
    return call<Version, SavedMeta>(verb, pathOf(sent.version), table.bodyOf(sent), headers)
  }

  #refused(state: FormModelState<Fields, Version>, error: unknown) {
    if (!(error instanceof ApiError)) return this.#transitions.fail(state, null)
    const { code, current, base } = error.body
    // The casts: the answers to a used key and to a stale save have versions of the record.
    if (code === 'idempotency_key_reused' && current) {
      return this.#transitions.reused(state, current as Version)
    }
    const isStale = code === 'conflict'
    if (isStale && current) {
      // The base of a file is a text.
      const known = typeof base === 'object' ? (base as Version | null) : null
      return this.#transitions.conflict(state, { current: current as Version, base: known })
    }
    const isGone = isStale || (error.statusCode === 404 && state.sent?.version?.revision)
    return isGone ? this.#transitions.gone(state) : this.#transitions.fail(state, error)
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
