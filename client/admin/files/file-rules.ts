/** How a content file is saved as text: what is sent, which messages show, and what stays unsaved. */
import type { SavedMeta } from '#domain/answers/admin-answers.ts'
import type { ContentText } from '#domain/answers/repair-answers.ts'
import type { ApiError } from '../../data/api-client.ts'
import type { FileDraft } from '../forms/drafts.ts'
import type { FormConflict, FormRules } from '../forms/use-form.ts'
import { call } from '../frame/admin-api.ts'
import { postsChanged } from '../posts/post-actions.ts'

/** `current` is null when the file is gone. */
export type FileConflictTexts = FormConflict<ContentText | null, string>

export const FILE_RULES: FormRules<FileDraft, ContentText> = {
  isUnsaved: ({ text, start }) => text !== start.text,
  faultsOf: () => ({}),
  send({ start, text }, force) {
    const body = { path: start.path, text, revision: start.revision, ...(force && { force }) }
    return call<ContentText, SavedMeta>('PUT', '/files', body)
  },
  afterSave: (newest, sent, { version, merged }) =>
    savedFileDraft(newest, sent, { file: version, merged }),
  savedWords: (file, { start }) => savedWords(file, start.problems.length > 0),
  failedWords: () => 'Failed to save the file',
  onSaved: postsChanged,
}

/** The draft after a save: what was typed meanwhile stays unsaved. */
export function savedFileDraft(
  newest: FileDraft,
  sent: FileDraft,
  { file, merged }: { file: ContentText; merged: boolean },
): FileDraft {
  if (newest.text === sent.text) return { ...newest, start: file, text: file.text }
  // What was merged in is not in the text that is being typed: the next save must merge it again.
  return merged ? newest : { ...newest, start: file }
}

/** Why a text was not saved. */
export interface Refusal {
  sentence: string
  line: number | null
  /** Whether it may be kept all the same. */
  mayForce: boolean
}

/** What the server could not read in a text; null for another failure. */
export function refusalOf(error: ApiError | null): Refusal | null {
  if (error?.failure.code !== 'unreadable_text') return null
  const { line, may_force: mayForce } = error.failure
  return {
    sentence: error.message,
    line: typeof line === 'number' ? line : null,
    mayForce: mayForce === true,
  }
}

function savedWords({ path, problems }: ContentText, wasListed: boolean) {
  const [first, ...others] = problems
  if (first === undefined) {
    return wasListed
      ? { title: 'Repaired', description: `${path} has no problem any more.` }
      : { title: 'Saved', description: `${path} is as you wrote it.` }
  }
  const place = first.line === null ? '' : `line ${first.line}: `
  const more = others.length === 0 ? '' : ` And ${others.length} more.`
  return {
    title: 'Saved, with a problem left',
    description: `${path}, ${place}${first.reason}${more}`,
  }
}
