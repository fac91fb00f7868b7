/** The address of a post that is edited. A change is a commit of its own, made at once. */
import { type KeyboardEvent, useEffect, useRef, useState } from 'react'
import type { SavedMeta } from '#domain/answers/admin-answers.ts'
import type { Post } from '#domain/post.ts'
import { postHref } from '../../components/post-card.tsx'
import { ApiError } from '../../data/api-client.ts'
import { Field } from '../forms/field.tsx'
import { call } from '../frame/admin-api.ts'
import { showFailed, showSaved } from '../frame/messages.ts'
import { postPath, postsChanged, readPost } from './post-actions.ts'
import type { PostEditing } from './post-rules.ts'

const HINT = 'Small letters, digits and dashes. Its old address leads to the new one.'

export function PostAddress({ form, postId }: { form: PostEditing; postId: string }) {
  const input = useRef<HTMLInputElement>(null)
  const { typed, setTyped, fault, rename } = useRename(form, postId)
  const value = typed ?? postId
  const isChanged = value.trim() !== postId
  const change = async () => {
    // The button goes with the change that it makes.
    if (isChanged) await rename(value).finally(() => input.current?.focus())
  }
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key !== 'Enter' || event.nativeEvent.isComposing) return
    // Enter would send the form.
    event.preventDefault()
    void change()
  }
  return (
    <div className="post-address">
      <Field label="Address" fault={fault} hint={HINT}>
        <input
          ref={input}
          className="input"
          name="address"
          dir="auto"
          autoCapitalize="none"
          autoComplete="off"
          spellCheck={false}
          value={value}
          onChange={(event) => setTyped(event.target.value)}
          onKeyDown={onKeyDown}
        />
      </Field>
      {isChanged && (
        <button type="button" className="button button-small" onClick={change}>
          Change address
        </button>
      )}
    </div>
  )
}

/** What is typed, null for the address as it is; the form goes on with the post at its new one. */
function useRename(form: PostEditing, postId: string) {
  const [typed, setTyped] = useState<string | null>(null)
  const [fault, setFault] = useState<string>()
  const isOpen = useRef(true)
  const busy = useRef(false)
  useEffect(() => {
    isOpen.current = true
    return () => {
      isOpen.current = false
    }
  }, [])
  const goOn = ({ id, revision }: Post) => {
    postsChanged()
    if (!isOpen.current) return
    form.resolve((known) => ({ ...known, postId: id, revision }))
    setTyped(null)
  }
  const undone = async () => {
    postsChanged()
    const post = await readPost(postId).catch(() => null)
    if (post) goOn(post)
  }
  const rename = async (id: string) => {
    if (busy.current) return
    busy.current = true
    setFault(undefined)
    const { revision, key: topic } = form.draft
    try {
      const path = `${postPath(postId)}/rename`
      const { data: post, meta } = await call<Post, SavedMeta>('POST', path, { id, revision })
      showSaved(changedWords(post), meta, { changed: () => void undone(), topic })
      goOn(post)
    } catch (error) {
      const inField = error instanceof ApiError ? error.failure.fields?.id : undefined
      if (inField === undefined) showFailed('Failed to change the address', error, topic)
      else setFault(inField)
    } finally {
      busy.current = false
    }
  }
  const type = (text: string) => {
    setTyped(text)
    setFault(undefined)
  }
  return { typed, setTyped: type, fault, rename }
}

const changedWords = ({ id, title }: Post) => ({
  title: 'Address changed',
  description: `${title} is at ${postHref(id)} now.`,
})
