/**
 * Unsaved forms, kept in this browser's IndexedDB until they are saved or thrown away. Not in
 * localStorage, which ten long posts could fill and which holds the theme and the session alone; not in
 * sessionStorage, which dies with its tab. A form that is open holds a lock of its name, so that
 * another tab does not offer what is being written here.
 */

import type { ContentText } from '#domain/answers/repair-answers.ts'
import type { Project } from '#domain/project.ts'
import type { PostFields } from '../posts/post-form.ts'
import type { ProjectFields } from '../projects/project-form.ts'

interface Kept {
  /** Names one writing: the same from the first letter to the save. */
  key: string
  /** Milliseconds since 1970. */
  keptAt: number
  /** Names what the writing creates, over retries and reloads; absent: its first key does. */
  createKey?: string
}

export interface PostDraft extends Kept {
  kind: 'post'
  /** The post that is edited; null for a new one. */
  postId: string | null
  /** The version the writing started from; null for a new post. */
  revision: string | null
  /** The form as it was at that version; null for a new post. */
  start: PostFields | null
  fields: PostFields
  typeTouched: boolean
}

export interface ProjectDraft extends Kept {
  kind: 'project'
  /** The project as it was when the writing started; null for a new one. */
  start: Project | null
  fields: ProjectFields
}

/** A content file that is edited as text. */
export interface FileDraft extends Kept {
  kind: 'file'
  /** The file as it was when the writing started. */
  start: ContentText
  text: string
}

export type FormDraft = PostDraft | ProjectDraft
export type Draft = FormDraft | FileDraft

const STORE = 'drafts'
/** Older ones go when there are more. */
const DRAFTS_MAX = 30

let opened: Promise<IDBDatabase> | null = null

function database(): Promise<IDBDatabase> {
  opened ??= new Promise((resolve, reject) => {
    const request = indexedDB.open('gap-admin', 1)
    request.onupgradeneeded = () => request.result.createObjectStore(STORE, { keyPath: 'key' })
    request.onsuccess = () => resolve(request.result)
    request.onerror = () => reject(request.error)
  })
  opened.catch(() => {
    opened = null
  })
  return opened
}

async function ask<Result>(
  mode: IDBTransactionMode,
  question: (store: IDBObjectStore) => IDBRequest<Result>,
): Promise<Result> {
  const transaction = (await database()).transaction(STORE, mode)
  const request = question(transaction.objectStore(STORE))
  return new Promise((resolve, reject) => {
    transaction.oncomplete = () => resolve(request.result)
    transaction.onerror = () => reject(transaction.error)
    transaction.onabort = () => reject(transaction.error)
  })
}

/** A name for a new writing, unlike any other. */
export function draftKey(): string {
  return `${Date.now().toString(36)}-${Math.random().toString(36).slice(2, 10)}`
}

/** Headers with which a create that is sent again makes nothing more. */
export function createHeaders(draft: Draft): Record<string, string> {
  return { 'idempotency-key': createKeyOf(draft) }
}

const createKeyOf = ({ key, createKey = key }: Draft) => createKey

/** Keeps a draft, over what was kept under its key. False where this browser cannot. */
export function keepDraft(draft: Draft): Promise<boolean> {
  return ask('readwrite', (store) => store.put(draft)).then(
    () => true,
    () => false,
  )
}

/** Throws a draft away. Never rejects: one that stays is only offered again. */
export async function forgetDraft(key: string): Promise<void> {
  await ask('readwrite', (store) => store.delete(key)).catch(() => undefined)
}

interface Looking {
  /** Called when a tab lets go of a draft that it has open: it closed its form, or it is gone. */
  onFree(): void
  /** Ends the waiting for that. */
  signal: AbortSignal
}

/** The drafts of one kind that are open in no tab, newest first. */
export async function waitingDrafts<Kind extends Draft['kind']>(
  kind: Kind,
  looking?: Looking,
): Promise<Extract<Draft, { kind: Kind }>[]> {
  const kept = await ask<Draft[]>('readonly', (store) => store.getAll()).catch(() => [])
  const held = await heldKeys()
  if (looking) for (const key of held) whenFree(key, looking)
  const waiting = kept.filter(({ key }) => !held.has(key)).toSorted((a, b) => b.keptAt - a.keptAt)
  for (const { key } of waiting.slice(DRAFTS_MAX)) void forgetDraft(key)
  return waiting.slice(0, DRAFTS_MAX).filter((draft): draft is Extract<Draft, { kind: Kind }> => {
    return draft.kind === kind
  })
}

interface TakenDraft<D extends Draft> {
  draft: D
  /** Whether another tab has it open too, so that this is a copy. */
  isCopy: boolean
}

/**
 * Goes on with a draft under a key of its own, as it was kept last: a tab that has the old one open
 * goes on writing to that, and neither loses what the other types. Null when it is there no more.
 */
export async function takeDraft<D extends Draft>(draft: D): Promise<TakenDraft<D> | null> {
  const isCopy = (await heldKeys()).has(draft.key)
  // What was kept under a key is of one kind.
  const newest = await ask<D | undefined>('readonly', (store) => store.get(draft.key)).catch(
    () => draft,
  )
  if (newest === undefined) return null
  // A copy becomes a post of its own.
  const createKey = isCopy ? draftKey() : createKeyOf(newest)
  const taken = { ...newest, key: draftKey(), createKey }
  if ((await keepDraft(taken)) && !isCopy) await forgetDraft(draft.key)
  return { draft: taken, isCopy }
}

const LOCK = 'gap-draft '

/** Holds a draft for this tab until the returned function is called or the tab is gone. */
export function holdDraft(key: string): () => void {
  released.delete(key)
  let release = () => {}
  const done = new Promise<void>((resolve) => {
    release = resolve
  })
  // Not there at addresses without TLS; two tabs may then offer one draft.
  navigator.locks?.request(LOCK + key, () => done).catch(() => undefined)
  return () => {
    released.add(key)
    release()
  }
}

/** Shared, so that one tab that waits does not keep another from learning it. */
function whenFree(key: string, { onFree, signal }: Looking): void {
  navigator.locks
    .request(LOCK + key, { mode: 'shared', signal }, () => undefined)
    .then(onFree, () => undefined)
}

/** Let go by this tab; the browser takes a moment to say so. */
const released = new Set<string>()

async function heldKeys(): Promise<Set<string>> {
  const state = await navigator.locks?.query().catch(() => null)
  const names = (state?.held ?? []).map(({ name = '' }) => name)
  const keys = names.filter((name) => name.startsWith(LOCK)).map((name) => name.slice(LOCK.length))
  return new Set(keys.filter((key) => !released.has(key)))
}
