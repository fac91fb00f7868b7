/**
 * 'Load more': without scripts a link to the older posts, with them the next part is added below.
 * `PartedList` renders the first part and those that were added.
 */
import { Fragment, type MouseEvent, type ReactNode } from 'react'
import { hrefOf, type ListAddress } from '../data/list-address.ts'
import { showPart, useShownParts } from '../state/shown-parts.ts'

interface PartedListProps {
  /** The list's own path. */
  path: string
  address: ListAddress
  /** What stands above a part that is not the first. */
  older?: string
  /** Renders the part after a cursor, `above` that of the part before; null is the list's start. */
  renderPart: (
    after: string | null,
    more: (next: string | null) => ReactNode,
    above: string | null | undefined,
  ) => ReactNode
}

const NO_CURSORS: readonly string[] = []

export function PartedList({ path, address, older = 'Older posts.', renderPart }: PartedListProps) {
  const here = hrefOf(path, address)
  const added = useShownParts((state) => state.cursors[here] ?? NO_CURSORS)
  const cursors = [address.after, ...added]
  const more = (next: string | null) =>
    next && (
      <LoadMore
        href={hrefOf(path, { ...address, after: next })}
        onMore={() => showPart(here, next)}
      />
    )
  return (
    <>
      {address.after && (
        <p className="list-start">
          {older} <a href={hrefOf(path, { ...address, after: null })}>Back to the newest</a>
        </p>
      )}
      {cursors.map((cursor, index) => (
        <Fragment key={cursor ?? 'start'}>
          {renderPart(
            cursor,
            (next) => (index === cursors.length - 1 ? more(next) : null),
            cursors[index - 1],
          )}
        </Fragment>
      ))}
    </>
  )
}

/** The link below a list; `onMore` shows the next part in place of following it. */
export function LoadMore({ href, onMore }: { href: string; onMore: () => void }) {
  const onClick = (event: MouseEvent<HTMLAnchorElement>) => {
    if (event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return
    event.preventDefault()
    focusWhatComes(event.currentTarget)
    onMore()
  }
  return (
    <p className="load-more">
      <a className="button" href={href} onClick={onClick} data-load-more="">
        Load more
      </a>
    </p>
  )
}

/** The link goes once its part is there; the focus then belongs to the first new post. */
function focusWhatComes(link: HTMLElement): void {
  const list = link.closest('section, main')
  if (!list) return
  const before = new Set(list.querySelectorAll('article'))
  const observer = new MutationObserver(() => {
    const first = [...list.querySelectorAll('article')].find((article) => !before.has(article))
    if (!first) return
    // A project may have nothing to press in it.
    first.tabIndex = -1
    const target = first.querySelector('a') ?? first
    target.focus({ preventScroll: true })
    observer.disconnect()
  })
  observer.observe(list, { childList: true, subtree: true })
}
