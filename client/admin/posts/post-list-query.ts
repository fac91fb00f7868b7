/** The admin's list of posts: what is asked for, part by part. Plain; post-list.tsx shows it. */

import { create } from 'zustand'
import type { PostListMeta } from '#domain/answers/public-answers.ts'
import type { PostSummary, PostType } from '#domain/post.ts'
import type { PostState } from '#domain/post-state.ts'
import { dismissErrors } from '../../state/toasts.ts'
import { call } from '../frame/admin-api.ts'
import { showFailed } from '../frame/messages.ts'

const LIST_PART = 50
const TOPIC = 'posts'

interface ListFilter {
  q: string
  type: PostType | ''
  state: PostState | ''
}

export const NO_FILTER: ListFilter = { q: '', type: '', state: '' }

interface ListState {
  filter: ListFilter
  /** Null until the first answer. */
  posts: readonly PostSummary[] | null
  total: number
  nextCursor: string | null
  failed: boolean
  loading: boolean
}

const NOTHING: ListState = {
  filter: NO_FILTER,
  posts: null,
  total: 0,
  nextCursor: null,
  failed: false,
  loading: false,
}

export const usePostList = create<ListState>(() => NOTHING)

/** Query path of one part of the list. */
function listPath({ q, type, state }: ListFilter, cursor: string | null): string {
  const options = new URLSearchParams({ view: 'summary', limit: String(LIST_PART) })
  for (const [name, value] of Object.entries({ q: q.trim(), type, state, cursor: cursor ?? '' })) {
    if (value) options.set(name, value)
  }
  return `/posts/admin?${options}`
}

/** Numbers the loads: an answer that a later question has overtaken is not shown. */
let loads = 0

async function load(ask: (current: () => boolean) => Promise<Partial<ListState>>): Promise<void> {
  loads += 1
  const own = loads
  usePostList.setState({ loading: true })
  try {
    const state = await ask(() => own === loads)
    if (own !== loads) return
    usePostList.setState({ ...state, failed: false, loading: false })
    dismissErrors(TOPIC)
  } catch (error) {
    if (own !== loads) return
    usePostList.setState({ failed: true, loading: false })
    showFailed('Failed to load posts', error, TOPIC)
  }
}

const part = (filter: ListFilter, cursor: string | null) =>
  call<PostSummary[], PostListMeta>('GET', listPath(filter, cursor))

/** Loads as much as is shown now again, at least the first part. */
export function reloadPosts(): Promise<void> {
  const { filter, posts } = usePostList.getState()
  const wanted = posts?.length ?? 0
  return load(async (isCurrent) => {
    const shown: PostSummary[] = []
    let cursor: string | null = null
    let total = 0
    do {
      const { data, meta }: Awaited<ReturnType<typeof part>> = await part(filter, cursor)
      shown.push(...data)
      total = meta?.total ?? shown.length
      cursor = meta?.next_cursor ?? null
    } while (cursor !== null && shown.length < wanted && isCurrent())
    return { posts: shown, total, nextCursor: cursor }
  })
}

/** Shows the first part of what a filter leaves. */
export function filterList(change: Partial<ListFilter>): Promise<void> {
  const filter = { ...usePostList.getState().filter, ...change }
  usePostList.setState({ filter })
  return load(async () => {
    const { data, meta } = await part(filter, null)
    return { posts: data, total: meta?.total ?? data.length, nextCursor: meta?.next_cursor ?? null }
  })
}

/** Adds the next part. */
export function loadMorePosts(): Promise<void> {
  const { filter, posts, nextCursor } = usePostList.getState()
  return load(async () => {
    const { data, meta } = await part(filter, nextCursor)
    return { posts: [...(posts ?? []), ...data], nextCursor: meta?.next_cursor ?? null }
  })
}

/** Forgets the list. */
export function clearPosts(): void {
  loads += 1
  usePostList.setState(NOTHING)
}
