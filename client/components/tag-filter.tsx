/**
 * The tag filter of a list. The chosen tags are in the address, so each chip is a link that adds or
 * removes its tag. Several tags match posts with any of them.
 */
import { useRef } from 'react'
import { Link } from 'wouter'
import { type CountedTag, DEFAULT_TAG_COLOR } from '#domain/tag.ts'
import { hrefOf, isChosen, toggleTag } from '../data/list-address.ts'
import { IN_PLACE } from '../start/navigation.ts'
import { useHeir } from './use-heir.ts'

/** Text of a list without matches. */
export const NO_MATCH = 'No posts match the selected tags.'

/** With more chips than this, only the most used are visible; the rest is under 'More tags'. */
const CHIPS_MAX = 9
const CHIPS_SHOWN = 8

interface TagFilterProps {
  path: string
  /** Tags of the posts in the list; null until loaded. */
  tags: readonly CountedTag[] | null
  chosen: readonly string[]
}

export function TagFilter({ path, tags: answered, chosen }: TagFilterProps) {
  // The filter does not change the tags of a list, so the chips stay while it loads.
  const last = useRef<readonly CountedTag[]>([])
  if (answered) last.current = answered
  const known = last.current
  // The address may have a tag that no post of the list has.
  const unknown = chosen
    .filter((name) => !known.some((tag) => isChosen([name], tag.name)))
    .map((name) => ({ id: name, name, color: DEFAULT_TAG_COLOR, count: 0 }))
  const tags = [...known, ...unknown]
  if (tags.length === 0) return null
  const shown = tags.length > CHIPS_MAX ? CHIPS_SHOWN : CHIPS_MAX
  const hidden = tags.slice(shown)
  const chips = (list: readonly CountedTag[]) => (
    <ul className="chips">
      {list.map(({ id, name, color }) => (
        <li key={id}>
          <Link
            className={`chip ${color}`}
            dir="auto"
            href={hrefOf(path, { tags: toggleTag(chosen, name), after: null })}
            state={IN_PLACE}
            aria-current={isChosen(chosen, name) ? 'true' : undefined}
          >
            {name}
          </Link>
        </li>
      ))}
    </ul>
  )
  return (
    <nav className="tag-filter" aria-label="Filter by tag">
      {chips(tags.slice(0, shown))}
      {hidden.length > 0 && (
        // A chosen tag is always visible.
        <details className="more-tags" open={hidden.some(({ name }) => isChosen(chosen, name))}>
          <summary>More tags</summary>
          {chips(hidden)}
        </details>
      )}
      {chosen.length > 0 && <ClearFilter href={path} />}
    </nav>
  )
}

/** Removes the filter of a list; the first chip has the focus next. */
export function ClearFilter({ href }: { href: string }) {
  const link = useHeir<HTMLAnchorElement>(({ parentElement }) => [parentElement])
  return (
    <Link ref={link} className="button button-small" href={href} state={IN_PLACE}>
      Clear Filter
    </Link>
  )
}
