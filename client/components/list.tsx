/**
 * A long list: its first part, and the parts that 'Load more' added. Without scripts 'Load more' is
 * a link to the older part; with them the part is added below. Each part begins where the one above
 * ends now, so a new post at the top pushes none out of it.
 */
import { type MouseEvent, type ReactNode, useEffect, useRef } from 'react'
import { Link } from 'wouter'
import { create, useStore } from 'zustand'
import type { Answer } from '#domain/answers/public-answers.ts'
import { useApp } from '../app-context.ts'
import { hrefOf, type ListAddress } from '../data/list-address.ts'
import type { ListPart } from '../data/merge-posts.ts'
import { useErrorToast } from '../data/use-query.ts'
import { lastMove } from '../start/moves.ts'
import { announce, Failure, failureText, Waiting } from './frame/parts.tsx'

/** How many parts each list shows, by its address: Back finds a list as it was left. */
const useShownParts = create<Readonly<Record<string, number>>>(() => ({}))

/** Parts that a list shows, at least 1, and what adds one. */
export function useParts(href: string): [count: number, add: () => void] {
  const count = useShownParts((counts) => counts[href] ?? 1)
  return [count, () => useShownParts.setState({ [href]: count + 1 })]
}

interface ListProps<A, T> {
  path: string
  address: ListAddress
  queries: (address: ListAddress) => string[]
  /** Makes a part of its answers; null for a failed one. */
  merge: (answers: (A | null)[]) => ListPart<T>
  loading: string
  failed: string
  shape: 'cards' | 'rows'
  empty: ReactNode
  /** What stands above a part that is not the first. */
  older?: string
  children: (items: T[]) => ReactNode
}

export function List<A extends Answer<unknown, unknown>, T>(props: ListProps<A, T>) {
  const { path, address, loading, failed, shape, empty, older = 'Older posts.', children } = props
  const { queries } = useApp()
  const href = hrefOf(path, address)
  const [count, add] = useParts(href)
  const { parts, paths, missing } = useListParts(props, count)
  const failure = paths.map((path) => queries.state(path)).find((state) => state.failure) ?? null
  useErrorToast(failure && 'Error', failed)
  useAnnouncedTotal(parts[0]?.total, address)
  const items = parts.flatMap((part) => part.items)
  const next = missing === null ? parts.at(-1)?.next : null
  const retry = () => {
    for (const query of paths) if (queries.state(query).failure) queries.retry(query)
  }
  const text = failure?.failure ? failureText(failure.failure, failed) : failed
  return (
    <WithMore
      length={items.length}
      href={next ? hrefOf(path, { ...address, after: next }) : null}
      onMore={add}
    >
      {address.after && (
        <p className="list-start muted">
          {older} <a href={hrefOf(path, { ...address, after: null })}>Back to the newest</a>
        </p>
      )}
      {items.length > 0 && children(items)}
      {items.length === 0 && parts.length > 0 && empty}
      {missing === 'loading' && <Waiting text={loading} shape={shape} />}
      {missing === 'failed' && <Failure text={text} onRetry={retry} />}
    </WithMore>
  )
}

/**
 * The first `count` parts of a list, one behind the other, as far as they have come; what is missing
 * is loaded. `missing` says why the part below them is not there.
 */
function useListParts<A extends Answer<unknown, unknown>, T>(
  { address, queries, merge }: ListProps<A, T>,
  count: number,
) {
  const { queries: store } = useApp()
  useStore(store.entries)
  const parts: ListPart<T>[] = []
  const paths: string[] = []
  let missing: 'loading' | 'failed' | null = null
  let after: string | null = address.after
  while (missing === null && parts.length < count) {
    const own = queries({ ...address, after })
    const states = own.map((path) => store.state(path))
    paths.push(...own)
    if (!states.every(({ answer, failure }) => answer ?? failure)) missing = 'loading'
    else if (states.every(({ answer }) => answer === null)) missing = 'failed'
    else {
      // The path decides the shape of an answer.
      const part = merge(states.map(({ answer }) => answer as A | null))
      parts.push(part)
      after = part.next
      if (after === null) break
    }
  }
  const wanted = paths.join('\n')
  useEffect(() => {
    for (const path of wanted.split('\n')) store.ensure(path)
  }, [wanted, store])
  return { parts, paths, missing }
}

/** Announces how many posts a filter left; not on a new document, which is read out by itself. */
function useAnnouncedTotal(total: number | undefined, { tags, after }: ListAddress): void {
  const filter = tags.join()
  useEffect(() => {
    if (total === undefined || after !== null || !filter || lastMove() === 'load') return
    announce(total === 1 ? '1 post' : `${total} posts`)
  }, [total, filter, after])
}

interface WithMoreProps {
  /** Of the list, in items. */
  length: number
  /** Where the next part is by itself; null at the end. */
  href: string | null
  /** Shows the next part below. */
  onMore: () => void
  children: ReactNode
}

/**
 * A list with the link to its next part. The link goes once that part is there; the focus then belongs
 * to the first new item.
 */
export function WithMore({ length, href, onMore, children }: WithMoreProps) {
  const frame = useRef<HTMLDivElement>(null)
  const from = useRef<number | null>(null)
  useEffect(() => {
    if (from.current === null || length <= from.current) return
    const first = frame.current?.querySelectorAll('article')[from.current]
    from.current = null
    if (!first) return
    // A project may have nothing to press in it.
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
