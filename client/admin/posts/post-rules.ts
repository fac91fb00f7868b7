/** How the form of a post is saved: what is sent, which messages show, and what stays unsaved. */
import type { SavedMeta } from '#domain/answers/admin-answers.ts'
import { formatInstant } from '#domain/days/zone.ts'
import type { Post } from '#domain/post.ts'
import { postState } from '#domain/post-state.ts'
import { createHeaders, type PostDraft } from '../forms/drafts.ts'
import type { Form, FormConflict, FormRules } from '../forms/use-form.ts'
import { call } from '../frame/admin-api.ts'
import { MESSAGES, type Words } from '../frame/messages.ts'
import { postPath, postsChanged } from './post-actions.ts'
import {
  createBody,
  fieldsOf,
  isSameForm,
  NEW_POST,
  type PostFields,
  postFaults,
  updateBody,
} from './post-form.ts'

export type PostConflict = FormConflict<Post>
export type PostEditing = Form<PostDraft, PostConflict>

/** The rules of a post's form; its dates are on the clock of `timeZone`. */
export function postRules(timeZone: string): FormRules<PostDraft, Post> {
  return {
    isUnsaved,
    faultsOf: ({ fields }) => postFaults(fields),
    send: sendDraft,
    adopt: (draft, made) => ({
      ...draft,
      postId: made.id,
      revision: made.revision,
      start: fieldsOf(made, timeZone),
    }),
    afterSave: (newest, sent, { version, merged }) =>
      savedDraft(newest, sent, { post: version, merged, timeZone }),
    savedWords: (post, sent) => savedWords(post, sent, timeZone),
    failedWords: ({ postId }) =>
      postId === null ? 'Failed to create post' : 'Failed to update post',
    onSaved: postsChanged,
  }
}

/** A draft counts as unsaved when it differs from what it started from. */
export function isUnsaved({ fields, start }: PostDraft): boolean {
  return !isSameForm(fields, start ?? NEW_POST)
}

/** Whether nobody else could read the post yet: it is new, or a draft. */
export function isToPublish({ postId, start }: PostDraft): boolean {
  return postId === null || start?.draft === true
}

/** Whether nobody else can read the post as it is saved: a draft, or one of a later date. */
export function isHidden({ start }: PostDraft, timeZone: string): boolean {
  if (start === null) return true
  return start.draft || start.date > formatInstant(Date.now(), timeZone).slice(0, 16)
}

/** Whether a save makes public at once what is scheduled: its date was moved into the past. */
export function publishesEarly(draft: PostDraft, timeZone: string): boolean {
  const { start, fields } = draft
  const isScheduled = start !== null && !start.draft && isHidden(draft, timeZone)
  return isScheduled && fields.date !== '' && !isHidden({ ...draft, start: fields }, timeZone)
}

/** Changes fields of a post's form. */
export function changePost({ change }: PostEditing, fields: Partial<PostFields>): void {
  change(
    (draft) => ({
      ...draft,
      typeTouched: draft.typeTouched || fields.type !== undefined,
      fields: { ...draft.fields, ...fields },
    }),
    Object.keys(fields),
  )
}

/** What a save has done, by what readers have of it. */
function savedWords(post: Post, sent: PostDraft, timeZone: string): Words {
  const { type, title, draft, created_at } = post
  const state = postState({ draft, instant: Date.parse(created_at) }, Date.now())
  const isMade = isToPublish(sent) || draft || publishesEarly(sent, timeZone)
  const words =
    sent.postId === null
      ? createdWords(post, sent.fields)
      : isMade
        ? MESSAGES.postMade(type, state)
        : MESSAGES.postUpdated
  return { ...words, about: title }
}

/**
 * The words for a new post, by whether readers have it already. One without a date is of now, also
 * where this clock is behind the server's.
 */
export function createdWords({ type, draft, created_at }: Post, { date }: PostFields) {
  const instant = date === '' ? 0 : Date.parse(created_at)
  return MESSAGES.postCreated(type, postState({ draft, instant }, Date.now()))
}

function sendDraft(draft: PostDraft) {
  const { postId, fields, start, typeTouched, revision } = draft
  if (postId === null) {
    return call<Post, SavedMeta>('POST', '/posts', createBody(fields), createHeaders(draft))
  }
  const body = updateBody(fields, {
    start: start ?? NEW_POST,
    typeTouched,
    revision: revision ?? '',
  })
  return call<Post, SavedMeta>('PUT', postPath(postId), body)
}

/** The draft after a save: what was typed meanwhile stays unsaved. */
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
