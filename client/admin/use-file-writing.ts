/**
 * One writing of a content file as text: what is typed, its saves one at a time, a save that was
 * refused because the file could not be read afterwards, and one that came too late.
 */
import { useEffect, useRef, useState } from 'react'
import type { SavedMeta } from '#domain/admin-answers.ts'
import type { ContentText } from '#domain/repair-answers.ts'
import { ApiError } from '../data/api-client.ts'
import { call } from './admin-api.ts'
import { postsChanged } from './post-actions.ts'
import { sayFailed, saySaved } from './said.ts'

/** Why a text was not saved. */
export interface Refusal {
  sentence: string
  line: number | null
  /** Whether it may be kept all the same. */
  mayForce: boolean
}

export interface FileConflictTexts {
  /** Null when the file is gone. */
  current: ContentText | null
  base: string | null
}

export function useFileWriting(opened: ContentText, startText: string = opened.text) {
  const [file, setFile] = useState(opened)
  const [text, setText] = useState(startText)
  const [saving, setSaving] = useState(false)
  const [refusal, setRefusal] = useState<Refusal | null>(null)
  const [conflict, setConflict] = useState<FileConflictTexts | null>(null)
  const isBusy = useRef(false)
  const unsaved = text !== file.text
  useEffect(() => {
    if (!unsaved) return
    const ask = (event: BeforeUnloadEvent) => event.preventDefault()
    addEventListener('beforeunload', ask)
    return () => removeEventListener('beforeunload', ask)
  }, [unsaved])

  /** True when git has it. */
  const save = async (force = false): Promise<boolean> => {
    if (isBusy.current) return false
    isBusy.current = true
    setSaving(true)
    setRefusal(null)
    try {
      const body = { path: file.path, text, revision: file.revision, ...(force && { force }) }
      const { data, meta } = await call<ContentText, SavedMeta>('PUT', '/files', body)
      const { merged = false } = meta ?? {}
      setFile(data)
      // What was typed meanwhile stays, unless it lacks what was merged in.
      setText((typed) => (typed === text || merged ? data.text : typed))
      saySaved(wordsOf(data, file.problems.length > 0), meta, postsChanged)
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
  const resolve = (current: ContentText, chosen: string) => {
    setFile(current)
    setText(chosen)
    setConflict(null)
  }

  const change = (typed: string) => {
    setText(typed)
    setRefusal(null)
  }
  const dropConflict = () => setConflict(null)
  return { file, text, saving, unsaved, refusal, conflict, change, save, resolve, dropConflict }
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
