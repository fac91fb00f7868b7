/**
 * The tag chips of a list. The choice stands in the address, so each chip is a link to
 * the list with that tag added or taken away; several match any.
 */
import { useRef } from 'react'
import { Link } from 'wouter'
import { type CountedTag, DEFAULT_TAG_COLOR } from '#domain/tag.ts'
import { hrefOf, isChosen, toggleTag } from '../data/list-address.ts'

/** What a list of posts says where nothing matches. */
export const NO_MATCH = 'No posts match the selected tags.'

/** More chips than this are cut to the most used, with 'More tags' behind them. */
const CHIPS_MAX = 9
const CHIPS_SHOWN = 8

interface TagFilterProps {
  path: string
  /** Tags that the list uses; null while they are not known. */
  tags: readonly CountedTag[] | null
  chosen: readonly string[]
}

export function TagFilter({ path, tags: answered, chosen }: TagFilterProps) {
  // A list uses the same tags however it is filtered, so the chips stay while its answer is out.
  const last = useRef<readonly CountedTag[]>([])
  if (answered) last.current = answered
  const filter = useRef<HTMLElement>(null)
  const known = last.current
  // An address may choose a tag that no post of the list has.
  const unknown = chosen
    .filter((name) => !known.some((tag) => isChosen([name], tag.name)))
    .map((name) => ({ id: name, name, color: DEFAULT_TAG_COLOR, count: 0 }))
  const tags = [...known, ...unknown]
  if (tags.length === 0) return null
  const shown = tags.length > CHIPS_MAX ? CHIPS_SHOWN : CHIPS_MAX
  const more = tags.slice(shown)
  const chips = (list: readonly CountedTag[]) => (
    <ul className="chips">
      {list.map(({ id, name, color }) => (
        <li key={id}>
          <Link
            className={`chip ${color}`}
            dir="auto"
            href={hrefOf(path, { tags: toggleTag(chosen, name), after: null })}
            aria-current={isChosen(chosen, name) ? 'true' : undefined}
          >
            {name}
          </Link>
        </li>
      ))}
    </ul>
  )
  return (
    <nav className="tag-filter" aria-label="Filter by tag" ref={filter}>
      {chips(tags.slice(0, shown))}
      {more.length > 0 && (
        // A chosen tag is always in sight.
        <details className="more-tags" open={more.some(({ name }) => isChosen(chosen, name))}>
          <summary>More tags</summary>
          {chips(more)}
        </details>
      )}
      {chosen.length > 0 && (
        <Link
          className="button button-small"
          href={path}
          // It goes with the filter; the chips stay.
          onClick={() => filter.current?.querySelector('a')?.focus()}
        >
          Clear Filter
        </Link>
      )}
    </nav>
  )
}
