/**
 * One form of the panel, from the first letter to the save: what is typed is stored in this browser
 * at each change, saves wait for each other, and a refused save leaves its faults or its conflict.
 */
import { useEffect, useRef, useState } from 'react'
import type { SavedMeta } from '#domain/answers/admin-answers.ts'
import type { Answer } from '#domain/answers/public-answers.ts'
import { ApiError } from '../../data/api-client.ts'
import { addToast } from '../../state/toasts.ts'
import { showFailed, showSaved, type Words } from '../frame/messages.ts'
import { refreshStatus } from '../frame/status.ts'
import {
  differences,
  emptyFields,
  type FieldTable,
  type FormFaults,
  type FormState,
  faultsOf,
  fieldsOf,
  withChanges,
} from './field-table.ts'
import { forgetUnsaved, keepUnsaved, newCreateKey, readUnsaved } from './unsaved.ts'

/** What a kind of form has for its own. */
export interface FormRules<Fields extends object, Version> {
  table: FieldTable<Fields, Version>
  /** Names the unsaved text, as `post:new`. */
  nameOf(version: Version | null): string
  revisionOf(version: Version): string | null
  /** Saves; `force` sends what the server has refused to read. @throws ApiError */
  send(state: FormState<Fields, Version>, force: boolean): Promise<Answer<Version, SavedMeta>>
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

interface Progress<Version> {
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

interface SaveOptions<Fields> {
  /** What the save itself changes. */
  changes?: Partial<Fields>
  force?: boolean
}

export interface Form<Fields extends object, Version>
  extends FormState<Fields, Version>,
    Progress<Version> {
  table: FieldTable<Fields, Version>
  /** Whether a save would change something. */
  unsaved: boolean
  /** When the text that this form was opened with was typed; null where it began with the saved one. */
  restoredAt: number | null
  change(changes: Partial<Fields>): void
  /** Resolves with the saved version when git has all that was typed, else with null. */
  save(options?: SaveOptions<Fields>): Promise<Version | null>
  /** Goes on from another saved version, with its fields unless others are given or those here are kept. */
  goOn(version: Version, fields?: Fields | 'kept'): void
  /** Forgets what is unsaved; the toast brings it back with `reopen`. */
  discard(reopen: () => void): void
  /** Saves wait for this. */
  hold(work: Promise<unknown>): void
}

const NO_PROGRESS = { faults: {}, saving: false, kept: true, saved: null, failure: null }

/**
 * @param version what is edited; null for something new
 * @param initial what something new begins with, where that is known
 */
export function useForm<Fields extends object, Version>(
  rules: FormRules<Fields, Version>,
  version: Version | null,
  initial: Partial<Fields> = {},
): Form<Fields, Version> {
  const { table } = rules
  const [opened] = useState(() => open(rules, version, initial))
  const [state, setState] = useState(opened.state)
  const [progress, setProgress] = useState<Progress<Version>>({ ...NO_PROGRESS, conflict: null })
  // For what runs later than the render that saw the state.
  const newest = useRef(state)
  const queue = useRef<Promise<unknown>>(Promise.resolve())
  const waiting = useRef(0)
  const unsaved = isUnsaved(table, state)
  useEffect(() => (unsaved ? askBeforeClosing() : undefined), [unsaved])

  const note = (part: Partial<Progress<Version>>) => setProgress((last) => ({ ...last, ...part }))
  // At once and not in an effect: a form that closes with its save has no further effects.
  const put = (next: FormState<Fields, Version>) => {
    const name = rules.nameOf(next.version)
    const before = rules.nameOf(newest.current.version)
    if (name !== before) forgetUnsaved(before)
    newest.current = next
    setState(next)
    if (isUnsaved(table, next)) note({ kept: keepUnsaved(name, unsavedOf(table, next)) })
    else forgetUnsaved(name)
  }
  const goOn: Form<Fields, Version>['goOn'] = (saved, fields) => {
    const start = fieldsOf(table, saved)
    const revision = rules.revisionOf(saved)
    const kept = fields === 'kept' ? newest.current.fields : fields
    put({ ...newest.current, version: saved, revision, start, fields: kept ?? start })
    note({ conflict: null })
  }
  const check = () => {
    const faults = faultsOf(table, newest.current)
    note({ faults })
    return Object.keys(faults).length === 0
  }
  const send = async (force: boolean): Promise<Version | null> => {
    const sent = newest.current
    const topic = rules.nameOf(sent.version)
    try {
      const { data: saved, meta } = await rules.send(sent, force)
      if (differences(table, newest.current.fields, sent.fields).length === 0) goOn(saved)
      // What was merged in is not in the text that is being typed: the next save merges it again.
      else if (!meta?.merged) goOn(saved, 'kept')
      note({ saved: { commit: meta?.commit ?? null, at: Date.now() } })
      showSaved(rules.savedWords(saved, sent), meta, topic)
      void refreshStatus()
      return isUnsaved(table, newest.current) ? null : saved
    } catch (error) {
      if (error instanceof ApiError) {
        const { code, current, fields } = error.failure
        if (code === 'idempotency_key_reused') {
          // An earlier try made it and its answer was lost: what was typed since is saved on top.
          goOn(current as Version, 'kept')
          return check() ? send(force) : null
        }
        note({ failure: error, ...(fields && { faults: fields }) })
        // The answer to a save that came too late has both versions.
        if (code === 'conflict') {
          const { failure } = error
          const conflict = rules.conflictOf?.(failure) ?? (failure as unknown)
          note({ conflict: conflict as FormConflict<Version> })
        }
      }
      showFailed(rules.failedWords(sent), error, topic)
      return null
    }
  }
  const save: Form<Fields, Version>['save'] = async ({ changes, force = false } = {}) => {
    if (changes) put({ ...newest.current, fields: { ...newest.current.fields, ...changes } })
    const isFirst = waiting.current === 0
    waiting.current += 1
    note({ saving: true, failure: null })
    const result = queue.current.then(() => {
      const { version: saved } = newest.current
      // The press before this one has saved it all.
      if (!isFirst && saved && !isUnsaved(table, newest.current)) return saved
      return check() ? send(force) : null
    })
    queue.current = result.catch(() => null)
    return result.finally(() => {
      waiting.current -= 1
      if (waiting.current === 0) note({ saving: false })
    })
  }
  return {
    ...state,
    ...progress,
    table,
    unsaved,
    restoredAt: opened.at,
    change(changes) {
      put({ ...newest.current, fields: { ...newest.current.fields, ...changes } })
      setProgress((last) => ({ ...last, failure: null, faults: without(last.faults, changes) }))
    },
    save,
    goOn,
    discard(reopen) {
      const { fields, start, version: saved } = newest.current
      const name = rules.nameOf(saved)
      const kept = unsavedOf(table, newest.current)
      put({ ...newest.current, fields: start })
      if (differences(table, fields, start).length === 0) return
      const run = () => {
        keepUnsaved(name, kept)
        reopen()
      }
      addToast({ title: 'Unsaved text discarded', action: { label: 'Undo', run } })
    },
    hold(work) {
      queue.current = Promise.all([queue.current, work.catch(() => null)])
    },
  }
}

/** The form of a version, with what this browser has of it unsaved. */
function open<Fields extends object, Version>(
  { table, nameOf, revisionOf }: FormRules<Fields, Version>,
  version: Version | null,
  initial: Partial<Fields>,
): { state: FormState<Fields, Version>; at: number | null } {
  const start = version ? fieldsOf(table, version) : emptyFields(table)
  const unsaved = readUnsaved<Fields>(nameOf(version))
  const revision = unsaved ? unsaved.revision : version && revisionOf(version)
  const fields = withChanges(table, start, unsaved?.changes ?? initial)
  const createKey = unsaved?.createKey ?? newCreateKey()
  return { state: { version, revision, start, fields, createKey }, at: unsaved?.at ?? null }
}

function isUnsaved<Fields, Version>(
  table: FieldTable<Fields, Version>,
  { fields, start }: FormState<Fields, Version>,
): boolean {
  return differences(table, fields, start).length > 0
}

function unsavedOf<Fields extends object, Version>(
  table: FieldTable<Fields, Version>,
  { fields, start, revision, createKey }: FormState<Fields, Version>,
) {
  const names = differences(table, fields, start)
  // Names of the fields, each with its own value.
  const changes = Object.fromEntries(names.map((name) => [name, fields[name]])) as Partial<Fields>
  return { revision, createKey, changes }
}

/** The faults of the fields that were not touched since. */
function without(faults: FormFaults, changes: object): FormFaults {
  return Object.fromEntries(Object.entries(faults).filter(([name]) => !(name in changes)))
}

/** Closing the tab asks, though the text is stored: it may be the only tab that shows it. */
function askBeforeClosing(): () => void {
  const ask = (event: BeforeUnloadEvent) => event.preventDefault()
  addEventListener('beforeunload', ask)
  return () => removeEventListener('beforeunload', ask)
}
