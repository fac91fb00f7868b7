/**
 * One form of the panel, from the first letter to the save: what is typed is kept in this browser at
 * each change and held for this tab, saves wait for each other, and a refused save leaves its faults
 * or its conflict. What sets posts, projects and files apart are their `FormRules`.
 */
import { useCallback, useEffect, useMemo, useRef, useState } from 'react'
import type { SavedMeta } from '#domain/answers/admin-answers.ts'
import type { Answer } from '#domain/answers/public-answers.ts'
import { ApiError } from '../../data/api-client.ts'
import { guardLeaving } from '../../state/unsaved-forms.ts'
import { type FailedAction, showFailed, showSaved, type Words } from '../frame/messages.ts'
import { type Draft, forgetDraft, holdDraft, keepDraft } from './drafts.ts'
import { useSaves } from './use-saves.ts'

/** A sentence for each field that is at fault. */
type FormFaults = Partial<Record<string, string>>

/** What the server had when a save was refused. */
export interface FormConflict<Version, Base = Version> {
  /** The version of now; null where it is gone. */
  current: Version
  /** What the form started from; null where git does not know it. */
  base: Base | null
}

export interface FormRules<D extends Draft, Version> {
  /** Whether a draft differs from what it started from. */
  isUnsaved(draft: D): boolean
  /** What keeps a draft from being sent; empty when nothing does. */
  faultsOf(draft: D): FormFaults
  /** Saves a draft; `force` sends what the server has refused to read. @throws ApiError */
  send(draft: D, force: boolean): Promise<Answer<Version, SavedMeta>>
  /** Goes on with what an earlier try made, whose answer was lost. Absent: nothing is created. */
  adopt?(draft: D, made: Version): D
  /** The draft after the save of `sent`: what was typed meanwhile stays unsaved. */
  afterSave(newest: D, sent: D, save: { version: Version; merged: boolean }): D
  savedWords(version: Version, sent: D): Words
  failedWords(sent: D): FailedAction
  /** Called after each save, and after it was undone. */
  onSaved(): void
}

interface SaveOptions<D extends Draft> {
  /** Sends what the server has refused to read. */
  force?: boolean
  /** What the save itself changes, once nothing is at fault. */
  edit?: ((draft: D) => D) | null
}

export interface Form<D extends Draft, Conflict> {
  draft: D
  faults: FormFaults
  saving: boolean
  /** Whether there is something that a save would change. */
  unsaved: boolean
  /** Whether this browser can keep what is unsaved. */
  kept: boolean
  /** The last save, its commit null where nothing had changed, `at` in milliseconds since 1970. */
  saved: { commit: string | null; at: number } | null
  /** How the last save failed; null once the form was changed. */
  failure: ApiError | null
  conflict: Conflict | null
  /** Goes on with another state of the draft; `fields` are the ones that were touched. */
  change(edit: (draft: D) => D, fields?: readonly string[]): void
  /** Saves what the form has. Resolves with the draft when git has all of it, else with null. */
  save(options?: SaveOptions<D>): Promise<D | null>
  /** Goes on from the version in git. */
  resolve(edit: (draft: D) => D): void
  dropConflict(): void
}

export function useForm<D extends Draft, Version, Conflict>(
  opened: D,
  rules: FormRules<D, Version>,
): Form<D, Conflict> {
  const { draft, newest, unsaved, kept, put } = useDraft(opened, rules.isUnsaved)
  const { faults, failure, conflict, setFaults, setFailure, setConflict, refuse } =
    useRefusals<Conflict>()
  const [saved, setSaved] = useState<Form<D, Conflict>['saved']>(null)

  const isSendable = () => {
    const found = rules.faultsOf(newest.current)
    setFaults(found)
    return Object.keys(found).length === 0
  }
  const send = async (force: boolean): Promise<boolean> => {
    const sent = newest.current
    setFailure(null)
    try {
      const { data: version, meta } = await rules.send(sent, force)
      put(rules.afterSave(newest.current, sent, { version, merged: meta?.merged === true }))
      setSaved({ commit: meta?.commit ?? null, at: Date.now() })
      showSaved(rules.savedWords(version, sent), meta, { changed: rules.onSaved, topic: sent.key })
      rules.onSaved()
      return true
    } catch (error) {
      if (error instanceof ApiError) {
        if (rules.adopt && error.failure.code === 'idempotency_key_reused') {
          // The answer has what the lost one had; what was typed since is saved on top of it.
          put(rules.adopt(newest.current, error.failure.current as Version))
          return isSendable() ? send(force) : false
        }
        refuse(error)
      }
      showFailed(rules.failedWords(sent), error, sent.key)
      return false
    }
  }
  const saves = useSaves(send, () => rules.isUnsaved(newest.current))

  return {
    ...{ draft, faults, unsaved, kept, saved, failure, conflict },
    saving: saves.saving,
    change(edit, fields = []) {
      put(edit(newest.current))
      setFaults((known) => without(known, fields))
      setFailure(null)
    },
    async save({ force = false, edit } = {}) {
      if (!isSendable()) return null
      if (edit) put(edit(newest.current))
      if (!(await saves.save(force))) return null
      return rules.isUnsaved(newest.current) ? null : newest.current
    },
    resolve(edit) {
      put(edit(newest.current))
      setConflict(null)
    },
    dropConflict: () => setConflict(null),
  }
}

/** Keeps the draft at each change, and asks before the page is left with something unsaved. */
function useDraft<D extends Draft>(opened: D, isUnsaved: (draft: D) => boolean) {
  const [draft, setDraft] = useState(opened)
  const [kept, setKept] = useState(true)
  // For what runs later than the render that saw the draft.
  const newest = useRef(draft)
  const unsaved = useMemo(() => isUnsaved(draft), [draft, isUnsaved])
  // At once and not in an effect: a form that closes with its save has no further effects.
  const put = useCallback(
    (next: D) => {
      newest.current = next
      setDraft(next)
      if (isUnsaved(next)) void keepDraft({ ...next, keptAt: Date.now() }).then(setKept)
      else void forgetDraft(next.key)
    },
    [isUnsaved],
  )
  useEffect(() => holdDraft(opened.key), [opened.key])
  useEffect(() => (unsaved ? guardLeaving() : undefined), [unsaved])
  return { draft, newest, unsaved, kept, put }
}

/** What keeps a form from being saved: its own faults, and what the server said of the last save. */
function useRefusals<Conflict>() {
  const [faults, setFaults] = useState<FormFaults>({})
  const [failure, setFailure] = useState<ApiError | null>(null)
  const [conflict, setConflict] = useState<Conflict | null>(null)
  const refuse = (error: ApiError) => {
    setFailure(error)
    if (error.failure.fields) setFaults(error.failure.fields)
    // The answer of a save that came too late has both versions.
    if (error.failure.code === 'conflict') setConflict(error.failure as unknown as Conflict)
  }
  return { faults, failure, conflict, setFaults, setFailure, setConflict, refuse }
}

/** The faults of the fields that were not touched since. */
function without(faults: FormFaults, names: readonly string[]): FormFaults {
  return Object.fromEntries(Object.entries(faults).filter(([name]) => !names.includes(name)))
}
