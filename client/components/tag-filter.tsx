/**
 * The tag filter of a list. The chosen tags are in the address, so each chip is a link that adds or
 * removes its tag. Several tags match posts with any of them.
 */
import { useLayoutEffect, useRef } from 'react'
import { Link } from 'wouter'
import { type CountedTag, DEFAULT_TAG_COLOR } from '#domain/tag.ts'
import { hrefOf, isChosen, toggleTag } from '../data/list-address.ts'
import { IN_PLACE } from '../start/navigation.ts'
import { focusIn, useHeir } from './use-heir.ts'

/** Text of a list without matches. */
export const NO_MATCH = 'No posts match the selected tags.'

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
    .map((name) => ({ id: name, name, color: DEFAULT_TAG_COLOR, count: 0 }))
  const isOn = ({ name }: CountedTag) => isChosen(chosen, name)
  // Chosen tags come first, so they are always visible.
  const on = [...unknown, ...known.filter(isOn)]
  const tags = [...on, ...known.filter((tag) => !isOn(tag))]
  const frame = useRef<HTMLElement>(null)
  const pressed = useRef<string | null>(null)
  // A chip that moves among the others would lose the focus.
  // biome-ignore lint/correctness/useExhaustiveDependencies: chips move with the choice
  useLayoutEffect(() => {
    const chips = [...(frame.current?.querySelectorAll('.chip') ?? [])]
    const chip = chips.find(({ textContent }) => textContent === pressed.current)
    if (pressed.current !== null && !focusIn(chip)) focusIn(frame.current)
    pressed.current = null
  }, [chosen.join('\n')])
  if (tags.length === 0) return null
  const shown = tags.length > CHIPS_MAX ? Math.max(CHIPS_SHOWN, on.length) : CHIPS_MAX
  const hidden = tags.slice(shown)
  const chips = (list: readonly CountedTag[]) => (
    <ul className="chips">
      {list.map((tag) => (
        <li key={tag.id}>
          <Link
            className={`chip ${tag.color}`}
            dir="auto"
            href={hrefOf(path, { tags: toggleTag(chosen, tag.name), after: null })}
            state={IN_PLACE}
            aria-current={isOn(tag) ? 'true' : undefined}
            onClick={() => {
              pressed.current = tag.name
            }}
          >
            {tag.name}
          </Link>
        </li>
      ))}
    </ul>
  )
  return (
    <nav ref={frame} className="tag-filter" aria-label="Filter by tag">
      {chips(tags.slice(0, shown))}
      {tags.length > ROW_MAX && (
        <details className="more-tags">
          <summary>More tags</summary>
          {hidden.length > 0 && chips(hidden)}
        </details>
      )}
      {chosen.length > 0 && (
        <ClearFilter
          href={path}
          onClick={() => {
            pressed.current = ''
          }}
        />
      )}
    </nav>
  )
}

/** Removes the filter of a list; the first chip has the focus next. */
export function ClearFilter(props: { href: string; onClick?: () => void }) {
  const link = useHeir<HTMLAnchorElement>(({ parentElement }) => [parentElement])
  return (
    <Link ref={link} className="button button-small" state={IN_PLACE} {...props}>
      Clear Filter
    </Link>
  )
}
