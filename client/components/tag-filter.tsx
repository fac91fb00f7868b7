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
  // A list uses the same tags however it is filtered, so the chips stay while its answer is out.
  const last = useRef<readonly CountedTag[]>([])
  if (answered) last.current = answered
  const tags = [...last.current]
  for (const name of chosen) {
    // An address may choose a tag that no post of the list has.
    if (!tags.some((tag) => isChosen([name], tag.name))) {
      tags.push({ id: name, name, color: 'tag-gray', count: 0 })
    }
  }
  const filter = useRef<HTMLElement>(null)
  const focused = useRef('')
  // A chip that is chosen leaves 'More tags': the focus goes with it.
  // biome-ignore lint/correctness/useExhaustiveDependencies: a choice moves chips
  useEffect(() => {
    if (document.activeElement !== document.body) return
    for (const chip of filter.current?.querySelectorAll('a') ?? []) {
      if (chip.textContent === focused.current) chip.focus()
    }
  }, [chosen.join()])
  if (tags.length === 0) return null
  const shown = tags.length > CHIPS_MAX ? CHIPS_SHOWN : CHIPS_MAX
  // A chosen tag is always in sight.
  const first = tags.filter(({ name }, index) => index < shown || isChosen(chosen, name))
  const more = tags.filter((tag) => !first.includes(tag))
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
      <ul className="chips">{first.map(chip)}</ul>
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
