/**
 * One writing of a post, from the first letter to the save: its fields, what a form refuses, and the
 * conflict that a save may end in.
 */
import { useState } from 'react'
import type { SavedMeta } from '#domain/answers/admin-answers.ts'
import type { Post } from '#domain/post.ts'
import { postState } from '#domain/post-state.ts'
import { ApiError } from '../../data/api-client.ts'
import type { PostDraft } from '../forms/drafts.ts'
import { useDraft } from '../forms/use-draft.ts'
import { useSaves } from '../forms/use-saves.ts'
import { call } from '../frame/admin-api.ts'
import { SAID, sayFailed, saySaved } from '../frame/messages.ts'
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

export interface Conflict {
  /** The post as it is now. */
  current: Post
  /** As it was when the writing started; null when git does not know it. */
  base: Post | null
}

/** A save that this form made: its commit, null where nothing had changed. */
export interface Saved {
  commit: string | null
}

export interface Writing {
  draft: PostDraft
  faults: PostFaults
  saving: boolean
  /** Whether there is something that a save would change. */
  unsaved: boolean
  /** Whether this browser can keep what is unsaved. */
  kept: boolean
  /** The last save; null before the first. */
  saved: Saved | null
  conflict: Conflict | null
  change(fields: Partial<PostFields>): void
  /**
   * Saves what the form has; saves wait for each other. Resolves with the saved post's id when git
   * has all of it, else with null.
   */
  save(): Promise<string | null>
  /** Goes on from the version in the file, with these fields. */
  resolve(conflict: Conflict, fields: PostFields): void
  dropConflict(): void
}

/** A draft counts as unsaved when it differs from what it started from. */
export function isUnsaved({ fields, start }: PostDraft): boolean {
  return !isSameForm(fields, start ?? NEW_POST)
}

export function usePostWriting(opened: PostDraft, timeZone: string): Writing {
  const { draft, newest, unsaved, kept, put } = useDraft(opened, isUnsaved)
  const [faults, setFaults] = useState<PostFaults>({})
  const [saved, setSaved] = useState<Saved | null>(null)
  const [conflict, setConflict] = useState<Conflict | null>(null)

  const change = (fields: Partial<PostFields>) => {
    const { current } = newest
    const typeTouched = current.typeTouched || fields.type !== undefined
    put({ ...current, typeTouched, fields: { ...current.fields, ...fields } })
    setFaults((known) => without(known, Object.keys(fields)))
  }

  const send = async (): Promise<boolean> => {
    const sent = newest.current
    const { postId } = sent
    try {
      const { data, meta } = await sendDraft(sent)
      put(savedDraft(newest.current, sent, { post: data, merged: meta?.merged === true, timeZone }))
      setSaved({ commit: meta?.commit ?? null })
      saySaved(postId === null ? created(data, sent.fields) : SAID.postUpdated, meta, postsChanged)
      postsChanged()
      return true
    } catch (error) {
      const failure = error instanceof ApiError ? error.failure : {}
      if (failure.fields) setFaults(failure.fields)
      // The answer of a refused save has both posts.
      if (failure.code === 'conflict') setConflict(failure as unknown as Conflict)
      sayFailed(postId === null ? 'Failed to create post' : 'Failed to update post', error)
      return false
    }
  }
  const saves = useSaves(send, () => isUnsaved(newest.current))

  const save = async () => {
    const found = postFaults(newest.current.fields)
    setFaults(found)
    if (Object.keys(found).length > 0) return null
    const isDone = (await saves.save()) && !isUnsaved(newest.current)
    return isDone ? newest.current.postId : null
  }

  const resolve = ({ current }: Conflict, fields: PostFields) => {
    const start = fieldsOf(current, timeZone)
    put({ ...newest.current, revision: current.revision, start, fields })
    setConflict(null)
  }

  const dropConflict = () => setConflict(null)
  const { saving } = saves
  const state = { draft, faults, saving, unsaved, kept, saved, conflict }
  return { ...state, change, save, resolve, dropConflict }
}

/**
 * What is said of a new post, by whether readers have it already. One without a date is of now, also
 * where this clock is behind the server's.
 */
export function created({ type, draft, created_at }: Post, { date }: PostFields) {
  const instant = date === '' ? 0 : Date.parse(created_at)
  return SAID.postCreated(type, postState({ draft, instant }, Date.now()))
}

/** The faults of the fields that were not touched since. */
export function without(faults: PostFaults, names: readonly string[]): PostFaults {
  return Object.fromEntries(Object.entries(faults).filter(([name]) => !names.includes(name)))
}

function sendDraft({ postId, fields, start, typeTouched, revision }: PostDraft) {
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
  newest: PostDraft,
  sent: PostDraft,
  { post, merged, timeZone }: { post: Post; merged: boolean; timeZone: string },
): PostDraft {
  const start = fieldsOf(post, timeZone)
  const isUntouched = isSameForm(newest.fields, sent.fields)
  const saved = { ...newest, postId: post.id, typeTouched: false }
  if (isUntouched) return { ...saved, revision: post.revision, start, fields: start }
  // What was merged in is not in the text that is being typed: the next save must merge it again.
  if (merged) return { ...newest, postId: post.id }
  return { ...saved, revision: post.revision, start }
}
