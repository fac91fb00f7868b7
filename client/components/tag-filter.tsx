/**
 * The tag chips of a list. The choice stands in the address, so each chip is a link to
 * the list with that tag added or taken away; several match any.
 */
import { useEffect, useRef } from 'react'
import type { CountedTag } from '#domain/tag.ts'
import { hrefOf, isChosen, toggleTag } from '../data/list-address.ts'

/** What a list of posts says where nothing matches. */
export const NO_MATCH = 'No posts match the selected tags.'

interface TagFilterProps {
  /** The list's own path. */
  path: string
  /** Tags that the list uses; null while they are not known. */
  tags: readonly CountedTag[] | null
  chosen: readonly string[]
}

/** More chips than this are cut to the most used, with 'More tags' behind them. */
const CHIPS_MAX = 9
const CHIPS_SHOWN = 8

export function TagFilter({ path, tags: answered, chosen }: TagFilterProps) {
  const tags = useLastTags(answered)
  const filter = useRef<HTMLElement>(null)
  const focused = useRef('')
  // A chip that is chosen leaves 'More tags': the focus goes with it.
  // biome-ignore lint/correctness/useExhaustiveDependencies: a choice moves chips
  useEffect(() => {
    if (document.activeElement !== document.body) return
    const chips = [...(filter.current?.querySelectorAll('a') ?? [])]
    chips.find(({ textContent }) => textContent === focused.current)?.focus()
  }, [chosen.join()])
  if (tags.length === 0 && chosen.length === 0) return null
  const shown = tags.length > CHIPS_MAX ? CHIPS_SHOWN : CHIPS_MAX
  // A chosen tag is always in sight.
  const isFirst = ({ name }: CountedTag, index: number) => index < shown || isChosen(chosen, name)
  const more = tags.filter((tag, index) => !isFirst(tag, index))
  const chip = (tag: CountedTag) => <Chip key={tag.id} {...{ tag, path, chosen }} />
  return (
    <nav
      className="tag-filter"
      aria-label="Filter by tag"
      ref={filter}
      onFocus={({ target }) => {
        focused.current = target.textContent ?? ''
      }}
    >
      <ul className="chips">{tags.filter(isFirst).map(chip)}</ul>
      {more.length > 0 && (
        <details className="more-tags">
          <summary>More tags</summary>
          <ul className="chips">{more.map(chip)}</ul>
        </details>
      )}
      {chosen.length > 0 && (
        <a className="button button-small" href={path}>
          Clear Filter
        </a>
      )}
    </nav>
  )
}

interface ChipProps {
  tag: CountedTag
  path: string
  chosen: readonly string[]
}

function Chip({ tag: { name, color }, path, chosen }: ChipProps) {
  return (
    <li>
      <a
        className={`chip ${color}`}
        dir="auto"
        href={hrefOf(path, { tags: toggleTag(chosen, name), after: null })}
        aria-current={isChosen(chosen, name) ? 'true' : undefined}
      >
        {name}
      </a>
    </li>
  )
}

const NO_TAGS: readonly CountedTag[] = []

/** A list uses the same tags however it is filtered, so the chips stay while its answer is out. */
function useLastTags(answered: readonly CountedTag[] | null): readonly CountedTag[] {
  const last = useRef(NO_TAGS)
  if (answered !== null) last.current = answered
  return last.current
}
