/** Writes of the panel and their toasts. */
import type { HistoryEntry, SavedMeta } from '#domain/answers/admin-answers.ts'
import { call, sentenceOf } from '../../data/api-client.ts'
import { addToast, dismissErrors, dismissToast, type ToastInput } from '../../state/toasts.ts'
import { refreshStatus } from './status.ts'

export type ToastText = Omit<ToastInput, 'tone'>

/** Toast of a failed write, described by the server's error. */
export function showFailed(title: string, error: unknown): void {
  addToast({ title, description: sentenceOf(error), tone: 'error' })
}

/** Id of the toast with Undo for the newest save. */
let newestSave: number | null = null

/** Removes that toast, whose Undo would fail after another save or a logout. */
export function dismissSaved(): void {
  if (newestSave !== null) dismissToast(newestSave)
}

/**
 * Toast of a successful write. With a commit it offers Undo, which is another commit; Undo of the
 * save before is removed, since it would fail.
 * @param text null for a save without a toast
 * @param onUndone called after Undo
 */
export function showSaved(text: ToastText | null, meta?: SavedMeta, onUndone?: () => void): void {
  const commit = meta?.commit
  if (text === null) dismissErrors()
  if (commit) dismissSaved()
  const revert = commit
    ? () => void undo(commit).then((isUndone) => isUndone && onUndone?.())
    : text?.undo
  const id = text && addToast({ ...text, tone: 'success', undo: revert })
  if (commit) newestSave = id
  if (commit && meta.merged) {
    addToast({
      title: 'Merged',
      description: 'The file had changed since you opened it. Both changes are in it now.',
    })
  }
}

/**
 * Reverts a commit by a new commit and shows a toast; false if that failed. Does not wait for the
 * status: the form has to know the result as soon as the admin can read it in the toast.
 */
export async function undo(commit: string): Promise<boolean> {
  try {
    const { data } = await call<HistoryEntry, SavedMeta>('POST', `/history/${commit}/revert`)
    addToast({ title: 'Undone', description: data.subject.replace(/^Undo: /, ''), tone: 'success' })
    return true
  } catch (error) {
    showFailed('Failed to undo', error)
    return false
  } finally {
    void refreshStatus()
  }
}

interface Write<Data> {
  method: 'POST' | 'PUT' | 'PATCH' | 'DELETE'
  path: string
  body?: object
  /** Toast after success, with an action if there is no commit to undo. */
  saved: ToastText | ((data: Data) => ToastText | Promise<ToastText>)
  failed: string
  onUndone?: () => void
}

/**
 * The action of a button: one call, one commit, one toast, and a refresh of the lists.
 * @returns the answer's data; null after a failure, which has been shown
 */
export async function write<Data>(request: Write<Data>): Promise<Data | null> {
  const { method, path, body, saved, failed, onUndone } = request
  try {
    const { data, meta } = await call<Data, SavedMeta>(method, path, body)
    showSaved(typeof saved === 'function' ? await saved(data) : saved, meta, onUndone)
    return data
  } catch (error) {
    showFailed(failed, error)
    return null
  } finally {
    void refreshStatus()
  }
}
