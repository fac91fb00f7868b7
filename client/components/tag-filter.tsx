/**
 * Filters of lists. What is chosen is in the address, so each chip is a link that adds or removes its
 * tag or kind. Several of them match items with any.
 */
import { useLayoutEffect, useRef } from 'react'
import { Link } from 'wouter'
import { type CountedTag, DEFAULT_TAG_COLOR } from '#domain/tag.ts'
import { IN_PLACE } from '../start/navigation.ts'
import { hrefOf, isChosen, toggleTag } from '../start/page-queries.ts'
import { focusIn } from './use-heir.ts'

/** More chips than this may be wider than their row, which 'More tags' then wraps. */
const ROW_MAX = 6
/** With more tags than this, only the most used are in the row; the rest is under 'More tags'. */
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
    .map((name) => ({ name, color: DEFAULT_TAG_COLOR }))
  const chips = [...unknown, ...known].map(({ name, color }) => ({
    name,
    color,
    isOn: isChosen(chosen, name),
    href: hrefOf(path, { tags: toggleTag(chosen, name), after: null }),
  }))
  return <Filter label="Filter by tag" moreLabel="More tags" chips={chips} path={path} />
}

interface FilterProps {
  label: string
  /** Label of the list of further chips; default: all are in the row. */
  moreLabel?: string
  chips: readonly { name: string; color: string; isOn: boolean; href: string }[]
  /** Address of the list without a filter. */
  path: string
}

export function Filter({ label, moreLabel, chips: all, path }: FilterProps) {
  // Chosen ones come first, so they are always visible.
  const chips = all.toSorted((a, b) => Number(b.isOn) - Number(a.isOn))
  const frame = useRef<HTMLElement>(null)
  const pressed = useRef<string | null>(null)
  const on = chips.filter(({ isOn }) => isOn).map(({ name }) => name)
  // A chip that moves among the others would lose the focus; after 'Clear Filter' the first has it.
  // biome-ignore lint/correctness/useExhaustiveDependencies: chips move with the choice
  useLayoutEffect(() => {
    const links = [...(frame.current?.querySelectorAll('.chip') ?? [])]
    const link = links.find(({ textContent }) => textContent === pressed.current)
    if (pressed.current !== null && !focusIn(link)) focusIn(frame.current)
    pressed.current = null
  }, [on.join('\n')])
  if (chips.length === 0) return null
  const press = (name: string) => () => {
    pressed.current = name
  }
  const isFolded = moreLabel && chips.length > CHIPS_MAX
  const rowLength = isFolded ? Math.max(CHIPS_SHOWN, on.length) : chips.length
  const listOf = (part: FilterProps['chips']) => (
    <ul className="chips row">
      {part.map(({ name, color, isOn, href }) => (
        <li key={name}>
          <Link
            className={`chip ${color}`}
            dir="auto"
            href={href}
            state={IN_PLACE}
            aria-current={isOn ? 'true' : undefined}
            onClick={press(name)}
          >
            {name}
          </Link>
        </li>
      ))}
    </ul>
  )
  return (
    <nav ref={frame} className="tag-filter" aria-label={label}>
      {listOf(chips.slice(0, rowLength))}
      {moreLabel && chips.length > ROW_MAX && (
        <details className="more-tags">
          <summary>{moreLabel}</summary>
          {chips.length > rowLength && listOf(chips.slice(rowLength))}
        </details>
      )}
      {on.length > 0 && (
        <Link className="button button-small" href={path} state={IN_PLACE} onClick={press('')}>
          Clear Filter
        </Link>
      )}
    </nav>
  )
}
