/** The messages of the admin's actions, shown as toasts. */
import type { HistoryEntry, SavedMeta } from '#domain/answers/admin-answers.ts'
import { call, sentenceOf } from '../../data/api-client.ts'
import { addToast, dismissToast, type ToastInput } from '../../state/toasts.ts'
import { refreshStatus } from './status.ts'

export type Words = Omit<ToastInput, 'tone'>

/** Shows that a write failed; the server's sentence is the description. */
export function showFailed(title: string, error: unknown): void {
  addToast({ title, description: sentenceOf(error), tone: 'error' })
}

/** The toast whose Undo takes the newest save back. */
let newestSave: number | null = null

/**
 * Shows that a write was saved. With a commit the toast offers Undo, which makes another commit; the
 * Undo of an older save goes, since it could only fail.
 * @param onUndone called once it is undone
 */
export function showSaved(words: Words, meta?: SavedMeta, onUndone?: () => void): void {
  const commit = meta?.commit
  if (commit && newestSave !== null) dismissToast(newestSave)
  const run = () => commit && void undo(commit).then((isUndone) => isUndone && onUndone?.())
  const id = addToast({
    ...words,
    tone: 'success',
    ...(commit && { action: { label: 'Undo', run } }),
  })
  if (commit) newestSave = id
  if (meta?.merged) {
    addToast({
      title: 'Merged',
      description: 'The file had changed since you opened it. Both changes are in it now.',
    })
  }
}

/** Undoes a commit as a new commit and shows a message; false where that failed. */
export async function undo(commit: string): Promise<boolean> {
  try {
    const { data } = await call<HistoryEntry, SavedMeta>('POST', `/history/${commit}/revert`)
    addToast({ title: 'Undone', description: data.subject, tone: 'success' })
    return true
  } catch (error) {
    showFailed('Failed to undo', error)
    return false
  } finally {
    await refreshStatus()
  }
}

interface Write<Data> {
  method: 'POST' | 'PUT' | 'PATCH' | 'DELETE'
  path: string
  body?: object
  /** What the toast of a success says, and what it offers where there is no commit to undo. */
  saved: (data: Data) => Words | Promise<Words>
  failed: string
  onUndone?: () => void
}

/**
 * What a button does: one call, one commit, one toast; then what is shown is read again.
 * @returns the answer's data, or null after a failure, which was shown
 */
export async function write<Data>(request: Write<Data>): Promise<Data | null> {
  const { method, path, body, saved, failed, onUndone } = request
  try {
    const { data, meta } = await call<Data, SavedMeta>(method, path, body)
    showSaved(await saved(data), meta, onUndone)
    return data
  } catch (error) {
    showFailed(failed, error)
    return null
  } finally {
    await refreshStatus()
  }
}
