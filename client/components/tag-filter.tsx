/**
 * The tag chips of a list. The choice stands in the address, so each chip is a link to
 * the list with that tag added or taken away; several match any.
 */
import { useRef } from 'react'
import type { CountedTag } from '#domain/tag.ts'
import { hrefOf, isChosen, toggleTag } from '../data/list-address.ts'

interface TagFilterProps {
  /** The list's own path. */
  path: string
  /** Tags that the list uses; null while they are not known. */
  tags: readonly CountedTag[] | null
  chosen: readonly string[]
}

export function TagFilter({ path, tags: answered, chosen }: TagFilterProps) {
  const tags = useLastTags(answered)
  if (tags.length === 0 && chosen.length === 0) return null
  return (
    <nav className="tag-filter" aria-label="Filter by tag">
      <ul className="chips">
        {tags.map(({ id, name, color }) => {
          const on = isChosen(chosen, name)
          return (
            <li key={id}>
              <a
                className={`chip ${color}`}
                dir="auto"
                href={hrefOf(path, { tags: toggleTag(chosen, name), after: null })}
                aria-current={on ? 'true' : undefined}
              >
                {name}
              </a>
            </li>
          )
        })}
      </ul>
      {chosen.length > 0 && (
        <a className="button button-small" href={path}>
          Clear Filter
        </a>
      )}
    </nav>
  )
}

const NO_TAGS: readonly CountedTag[] = []

/** A list uses the same tags however it is filtered, so the chips stay while its answer is out. */
function useLastTags(answered: readonly CountedTag[] | null): readonly CountedTag[] {
  const last = useRef(NO_TAGS)
  if (answered !== null) last.current = answered
  return last.current
}
