/**
 * One writing of a post, from the first letter to the save: its fields, what is kept of it in the
 * browser, its saves one after another, and the conflict that a save may end in.
 */
import { useCallback, useEffect, useMemo, useRef, useState } from 'react'
import type { SavedMeta } from '#domain/admin-answers.ts'
import type { Post } from '#domain/post.ts'
import { ApiError } from '../data/api-client.ts'
import { call } from './admin-api.ts'
import { type Draft, forgetDraft, holdDraft, keepDraft } from './drafts.ts'
import { postPath, postsChanged } from './post-actions.ts'
import {
  createBody,
  fieldsOf,
  isSameForm,
  NEW_POST,
  type PostFaults,
  type PostFields,
  postFaults,
  updateBody,
} from './post-form.ts'
import { SAID, sayFailed, saySaved } from './said.ts'

export interface Conflict {
  /** The post as it is now. */
  current: Post
  /** As it was when the writing started; null when git does not know it. */
  base: Post | null
}

export interface Writing {
  draft: Draft
  faults: PostFaults
  saving: boolean
  /** Whether there is something that a save would change. */
  unsaved: boolean
  conflict: Conflict | null
  change(fields: Partial<PostFields>): void
  /** Saves what the form has; saves wait for each other. True when git has it. */
  save(): Promise<boolean>
  /** Goes on from the version in the file, with these fields. */
  resolve(conflict: Conflict, fields: PostFields): void
  dropConflict(): void
}

/** A draft counts as unsaved when it differs from what it started from. */
export function isUnsaved({ fields, start }: Draft): boolean {
  return !isSameForm(fields, start ?? NEW_POST)
}

export function usePostWriting(opened: Draft, timeZone: string): Writing {
  const [draft, setDraft] = useState(opened)
  const [faults, setFaults] = useState<PostFaults>({})
  const [saving, setSaving] = useState(false)
  const [conflict, setConflict] = useState<Conflict | null>(null)
  const newest = useRef(draft)
  const line = useRef<Promise<unknown>>(Promise.resolve())
  const waiting = useRef(0)
  const unsaved = useMemo(() => isUnsaved(draft), [draft])

  const put = useCallback((next: Draft) => {
    newest.current = next
    setDraft(next)
    void (isUnsaved(next) ? keepDraft({ ...next, keptAt: Date.now() }) : forgetDraft(next.key))
  }, [])

  useEffect(() => holdDraft(opened.key), [opened.key])
  useEffect(() => {
    if (!unsaved) return
    const ask = (event: BeforeUnloadEvent) => event.preventDefault()
    addEventListener('beforeunload', ask)
    return () => removeEventListener('beforeunload', ask)
  }, [unsaved])

  const change = (fields: Partial<PostFields>) => {
    const { current } = newest
    const typeTouched = current.typeTouched || fields.type !== undefined
    put({ ...current, typeTouched, fields: { ...current.fields, ...fields } })
    setFaults((known) =>
      Object.fromEntries(Object.entries(known).filter(([name]) => !(name in fields))),
    )
  }

  const send = async (): Promise<boolean> => {
    const sent = newest.current
    const { postId } = sent
    try {
      const { data, meta } = await sendDraft(sent)
      put(savedDraft(newest.current, sent, { post: data, merged: meta?.merged === true, timeZone }))
      saySaved(postId === null ? SAID.postCreated(data.type) : SAID.postUpdated, meta, postsChanged)
      postsChanged()
      return true
    } catch (error) {
      const failure = error instanceof ApiError ? error.failure : {}
      if (failure.fields) setFaults(failure.fields)
      // The answer of a refused save has both posts (contract §3).
      if (failure.code === 'conflict') setConflict(failure as unknown as Conflict)
      sayFailed(postId === null ? 'Failed to create post' : 'Failed to update post', error)
      return false
    }
  }

  const save = (): Promise<boolean> => {
    const found = postFaults(newest.current.fields)
    setFaults(found)
    if (Object.keys(found).length > 0) return Promise.resolve(false)
    const isFirst = waiting.current === 0
    waiting.current += 1
    setSaving(true)
    const saved = line.current.then(async () => {
      // A second press while the first was under way has nothing more to save.
      if (!isFirst && !isUnsaved(newest.current)) return true
      return send()
    })
    line.current = saved.finally(() => {
      waiting.current -= 1
      if (waiting.current === 0) setSaving(false)
    })
    return saved
  }

  const resolve = ({ current }: Conflict, fields: PostFields) => {
    const start = fieldsOf(current, timeZone)
    put({ ...newest.current, revision: current.revision, start, fields })
    setConflict(null)
  }

  const dropConflict = () => setConflict(null)
  return { draft, faults, saving, unsaved, conflict, change, save, resolve, dropConflict }
}

function sendDraft({ postId, fields, start, typeTouched, revision }: Draft) {
  if (postId === null) return call<Post, SavedMeta>('POST', '/posts', createBody(fields))
  const body = updateBody(fields, {
    start: start ?? NEW_POST,
    typeTouched,
    revision: revision ?? '',
  })
  return call<Post, SavedMeta>('PUT', postPath(postId), body)
}

/** The writing after a save: what was typed meanwhile stays unsaved. */
export function savedDraft(
  newest: Draft,
  sent: Draft,
  { post, merged, timeZone }: { post: Post; merged: boolean; timeZone: string },
): Draft {
  const start = fieldsOf(post, timeZone)
  const isUntouched = isSameForm(newest.fields, sent.fields)
  const saved = { ...newest, postId: post.id, typeTouched: false }
  if (isUntouched) return { ...saved, revision: post.revision, start, fields: start }
  // What was merged in is not in the text that is being typed: the next save must merge it again.
  if (merged) return { ...newest, postId: post.id }
  return { ...saved, revision: post.revision, start }
}
