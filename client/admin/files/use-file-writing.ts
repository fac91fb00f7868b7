/**
 * One writing of a content file as text: what is typed and kept of it in the browser, its saves, one
 * that was refused because the file could not be read afterwards, and one that came too late.
 */
import { useRef, useState } from 'react'
import type { SavedMeta } from '#domain/answers/admin-answers.ts'
import type { ContentText } from '#domain/answers/repair-answers.ts'
import { ApiError } from '../../data/api-client.ts'
import type { FileDraft } from '../forms/drafts.ts'
import { useDraft } from '../forms/use-draft.ts'
import { call } from '../frame/admin-api.ts'
import { sayFailed, saySaved } from '../frame/messages.ts'
import { postsChanged } from '../posts/post-actions.ts'

/** Why a text was not saved. */
interface Refusal {
  sentence: string
  line: number | null
  /** Whether it may be kept all the same. */
  mayForce: boolean
}

interface FileConflictTexts {
  /** Null when the file is gone. */
  current: ContentText | null
  base: string | null
}

const isUnsavedFile = ({ text, start }: FileDraft) => text !== start.text

export function useFileWriting(opened: FileDraft) {
  const { draft, newest, unsaved, kept, put } = useDraft(opened, isUnsavedFile)
  const [saving, setSaving] = useState(false)
  const [refusal, setRefusal] = useState<Refusal | null>(null)
  const [conflict, setConflict] = useState<FileConflictTexts | null>(null)
  const isBusy = useRef(false)

  /** True when git has it. */
  const save = async (force = false): Promise<boolean> => {
    if (isBusy.current) return false
    isBusy.current = true
    setSaving(true)
    setRefusal(null)
    const sent = newest.current
    const { text, start } = sent
    try {
      const body = { path: start.path, text, revision: start.revision, ...(force && { force }) }
      const { data, meta } = await call<ContentText, SavedMeta>('PUT', '/files', body)
      put(savedFileDraft(newest.current, sent, { file: data, merged: meta?.merged === true }))
      saySaved(wordsOf(data, start.problems.length > 0), meta, postsChanged)
      postsChanged()
      return true
    } catch (error) {
      const failure = error instanceof ApiError ? error.failure : {}
      if (failure.code === 'unreadable_text') setRefusal(refusalOf(error as ApiError)) // has a code
      // The answer of a save that came too late has both texts.
      if (failure.code === 'conflict') setConflict(failure as unknown as FileConflictTexts)
      sayFailed('Failed to save the file', error)
      return false
    } finally {
      isBusy.current = false
      setSaving(false)
    }
  }

  /** Goes on from the version that is there now, with this text. */
  const resolve = (start: ContentText, text: string) => {
    put({ ...newest.current, start, text })
    setConflict(null)
  }

  const change = (text: string) => {
    put({ ...newest.current, text })
    setRefusal(null)
  }
  const dropConflict = () => setConflict(null)
  const { start: file, text } = draft
  const said = { saving, unsaved, kept, refusal, conflict }
  return { file, text, ...said, change, save, resolve, dropConflict }
}

/** The writing after a save: what was typed meanwhile stays unsaved. */
export function savedFileDraft(
  newest: FileDraft,
  sent: FileDraft,
  { file, merged }: { file: ContentText; merged: boolean },
): FileDraft {
  if (newest.text === sent.text) return { ...newest, start: file, text: file.text }
  // What was merged in is not in the text that is being typed: the next save must merge it again.
  return merged ? newest : { ...newest, start: file }
}

function refusalOf({ message, failure }: ApiError): Refusal {
  const { line, may_force: mayForce } = failure
  return {
    sentence: message,
    line: typeof line === 'number' ? line : null,
    mayForce: mayForce === true,
  }
}

function wordsOf({ path, problems }: ContentText, wasListed: boolean) {
  const [first, ...others] = problems
  if (first === undefined) {
    return wasListed
      ? { title: 'Mended', description: `${path} can be read again.` }
      : { title: 'Saved', description: `${path} is as you wrote it.` }
  }
  const place = first.line === null ? '' : `line ${first.line}: `
  const more = others.length === 0 ? '' : ` And ${others.length} more.`
  return {
    title: 'Saved, with a problem left',
    description: `${path}, ${place}${first.reason}${more}`,
  }
}
