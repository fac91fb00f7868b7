/**
 * A paginated list. Without scripts 'Load more' is a link to the next part; with scripts it appends
 * that part. Each part starts at the cursor of the loaded part above, so a new post leaves no gap.
 */
import { type MouseEvent, type ReactNode, useEffect, useRef } from 'react'
import { Link } from 'wouter'
import { create, useStore } from 'zustand'
import type { Answer, PostListMeta } from '#domain/answers/public-answers.ts'
import { LIST_PAGE_SIZE, type PostSummary } from '#domain/post.ts'
import { type CountedTag, mostUsedFirst, tagKey } from '#domain/tag.ts'
import { plural } from '#domain/texts/plural.ts'
import { useApp, useErrorToast } from '../app-context.ts'
import { lastNavigation } from '../start/navigation.ts'
import { hrefOf, type ListAddress } from '../start/page-queries.ts'
import { announce, Empty, ErrorState, Waiting } from './frame/parts.tsx'

/** Number of visible parts by list, so that Back restores them. */
const useShownParts = create<Readonly<Record<string, number>>>(() => ({}))

/** Number of visible parts of a list, at least 1, and a function that adds one. */
export function useParts(key: string): [count: number, add: () => void] {
  const count = useShownParts((counts) => counts[key] ?? 1)
  return [count, () => useShownParts.setState({ [key]: count + 1 })]
}

interface ListProps<T> {
  path: string
  address: ListAddress
  queryPaths: (address: ListAddress) => string[]
  /** Makes a part from the answers of its queries; default: from the only one. */
  merge?: (answers: PartAnswers<T>) => ListPart<T>
  loading?: string
  failed?: string
  shape?: 'cards' | 'rows'
  /** Shown if there are no items and no tags are chosen. */
  empty: ReactNode
  /** Note above a later part; null for a list beside the one that the address is of. */
  older?: string | null
  children: (items: T[]) => ReactNode
}

export function List<T>(props: ListProps<T>) {
  const { path, address, empty, older = 'Older posts.', children } = props
  const { loading = 'Loading posts...', failed = 'Failed to load posts', shape = 'rows' } = props
  const { queries } = useApp()
  const [count, add] = useParts(props.queryPaths(address).join())
  const { parts, paths, missing } = useListParts(props, count)
  const failure = paths.map((query) => queries.state(query).failure).find(Boolean) ?? null
  useErrorToast(missing === 'failed' ? 'Error' : null, failed)
  // One of two lists failed; the other is shown.
  const partFailure = missing === null ? failure?.error : undefined
  useEffect(() => {
    if (partFailure) console.warn(`${failed}:`, partFailure)
  }, [partFailure, failed])
  useAnnouncedTotal(older === null ? undefined : parts[0]?.total, address)
  const items = parts.flatMap((part) => part.items)
  const next = missing === null ? parts.at(-1)?.next : null
  const retry = () => {
    for (const query of paths) if (queries.state(query).failure) queries.retry(query)
  }
  return (
    <WithMore
      length={items.length}
      href={next ? hrefOf(path, { ...address, after: next }) : null}
      onMore={add}
    >
      {address.after && older && (
        <p className="list-start muted">
          {older} <a href={hrefOf(path, { ...address, after: null })}>Back to the newest</a>
        </p>
      )}
      {items.length > 0 && children(items)}
      {items.length === 0 &&
        parts.length > 0 &&
        (address.tags.length > 0 ? <Empty title="No posts match the selected tags." /> : empty)}
      {missing === 'loading' && <Waiting text={loading} shape={shape} />}
      {failure && missing !== 'loading' && (
        <ErrorState text={failed} failure={failure} onRetry={retry} />
      )}
    </WithMore>
  )
}

/**
 * The loaded parts among the first `count`; requests the next one. `missing` is the reason why it
 * is not loaded.
 */
function useListParts<T>(props: ListProps<T>, count: number) {
  const { address, queryPaths, merge = partOf } = props
  const { queries } = useApp()
  useStore(queries.entries)
  const parts: ListPart<T>[] = []
  const paths: string[] = []
  let missing: 'loading' | 'failed' | null = null
  let after: string | null = address.after
  while (missing === null && parts.length < count) {
    const pathsOfPart = queryPaths({ ...address, after })
    const states = pathsOfPart.map((path) => queries.state(path))
    paths.push(...pathsOfPart)
    if (!states.every(({ answer, failure }) => answer ?? failure)) missing = 'loading'
    else if (states.every(({ answer }) => answer === null)) missing = 'failed'
    else {
      // The cast: the path determines the type of an answer.
      const part = merge(states.map(({ answer }) => answer) as PartAnswers<T>)
      parts.push(part)
      after = part.next
      if (after === null) break
    }
  }
  const wanted = paths.join('\n')
  const isStale = paths.some((path) => queries.isExpired(path))
  // biome-ignore lint/correctness/useExhaustiveDependencies: an expired part is loaded again
  useEffect(() => {
    for (const path of wanted.split('\n')) queries.ensure(path)
  }, [wanted, isStale, queries])
  return { parts, paths, missing }
}

/** Announces the number of matching posts after a filter change, but not on a new document. */
function useAnnouncedTotal(total: number | undefined, { tags, after }: ListAddress): void {
  const filter = tags.join()
  useEffect(() => {
    if (total === undefined || after !== null || !filter || lastNavigation() === 'load') return
    announce(plural(total, 'post'))
  }, [total, filter, after])
}

/** Renders posts as the items of a list. @param className of the list */
export const postsIn =
  (className: string, item: (post: PostSummary) => ReactNode) =>
  (posts: readonly PostSummary[]): ReactNode => (
    <ul className={className}>
      {posts.map((post) => (
        <li key={post.id}>{item(post)}</li>
      ))}
    </ul>
  )

interface WithMoreProps {
  length: number
  /** Address of the next part; null at the end. */
  href: string | null
  onMore: () => void
  children: ReactNode
}

/**
 * A list with a link to its next part. When that part is loaded, the focus moves from the link to
 * the first new item.
 */
export function WithMore({ length, href, onMore, children }: WithMoreProps) {
  const frame = useRef<HTMLDivElement>(null)
  const from = useRef<number | null>(null)
  useEffect(() => {
    if (from.current === null || length <= from.current) return
    const first = frame.current?.querySelectorAll('article')[from.current]
    from.current = null
    if (!first) return
    // A project's card may have no link.
    first.tabIndex = -1
    const target = first.querySelector('a') ?? first
    target.focus({ preventScroll: true })
  }, [length])
  const onClick = (event: MouseEvent) => {
    event.preventDefault()
    from.current = length
    onMore()
  }
  return (
    <div ref={frame}>
      {children}
      {href && (
        <p className="load-more">
          <Link className="button" href={href} onClick={onClick}>
            Load more
          </Link>
        </p>
      )}
    </div>
  )
}

/** One part of a list. */
export interface ListPart<T> {
  items: T[]
  /** The cursor of the next part; null at the end. */
  next: string | null
  /** Number of items in all parts. */
  total: number
}

/** The answers with a part of a list; null for one that failed. */
export type PartAnswers<T> = readonly (Answer<
  T[],
  Pick<PostListMeta, 'next_cursor' | 'total'>
> | null)[]

/** The part of a list in its only answer. */
export function partOf<T>([answer]: PartAnswers<T>): ListPart<T> {
  const { next_cursor: next = null, total = 0 } = answer?.meta ?? {}
  return { items: answer?.data ?? [], next, total }
}

/** Recent Posts of lists that were loaded separately, newest first. */
export function mergePosts(answers: PartAnswers<PostSummary>): ListPart<PostSummary> {
  const present = answers.filter((answer) => answer !== null)
  const all = present.flatMap(({ data }) => data).sort(newestFirst)
  const items = all.slice(0, LIST_PAGE_SIZE)
  const last = items.at(-1)
  const hasMore = all.length > items.length || present.some(({ meta }) => meta?.next_cursor)
  return {
    items,
    // The cursor of the last post is valid for both lists.
    next: last && hasMore ? cursorAfter(last) : null,
    total: present.reduce((sum, { meta }) => sum + (meta?.total ?? 0), 0),
  }
}

// Posts of the same time are sorted by id, as on the server.
function newestFirst(a: PostSummary, b: PostSummary): number {
  return Date.parse(b.created_at) - Date.parse(a.created_at) || (a.id < b.id ? -1 : 1)
}

/** Each tag once, with the sum of its counts, most used first. */
export function mergeTags(all: readonly CountedTag[]): CountedTag[] {
  const tags = new Map<string, CountedTag>()
  for (const tag of all) {
    const key = tagKey(tag.name)
    tags.set(key, { ...tag, count: tag.count + (tags.get(key)?.count ?? 0) })
  }
  return [...tags.values()].sort(mostUsedFirst)
}

/** The server's cursor for the posts after this one. */
function cursorAfter({ created_at, id }: { created_at: string; id: string }): string {
  const bytes = new TextEncoder().encode(`${Date.parse(created_at)}.${id}`)
  return btoa(String.fromCharCode(...bytes))
    .replaceAll('+', '-')
    .replaceAll('/', '_')
    .replaceAll('=', '')
}
