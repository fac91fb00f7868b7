/** Tags as toggle buttons: chosen ones first, then the most used, the rest under 'More tags'. */
import { type KeyboardEvent, useId, useRef, useState } from 'react'
import type { TagsAnswer } from '#domain/answers/public-answers.ts'
import { DEFAULT_TAG_COLOR, type Tag, tagId } from '#domain/tag.ts'
import { useQuery } from '../../app-context.ts'
import { pressedKey } from '../../components/on-key.ts'
import { isChosen, toggleTag } from '../../start/page-queries.ts'
import type { ControlProps } from '../forms/field-table.ts'
import { Fault } from '../forms/fields.tsx'
import { Button } from '../frame/parts.tsx'

/** Number of visible tags while none is chosen. */
const VISIBLE_TAGS = 6

type TagsProps = Pick<ControlProps<readonly string[]>, 'label' | 'value' | 'fault' | 'onChange'>

/** Picks tags of the site, or new ones by name. */
export const TagPicker = (props: TagsProps) => <ListedTags {...props} allowsNew />

/** Picks tags of the site; new ones only with `allowsNew`. */
export function ListedTags(props: TagsProps & { allowsNew?: boolean }) {
  const { label, value, fault, onChange, allowsNew } = props
  const { answer } = useQuery<TagsAnswer>('/posts/tags')
  // A removed tag stays in its place until the form is opened again.
  const [first] = useState(value)
  const faultId = useId()
  const listed = (answer?.data ?? []).toSorted((a, b) => b.count - a.count)
  const known = listed.map(({ name }) => name)
  const custom: Tag[] = value
    .filter((name) => !isChosen(known, name))
    .map((name) => ({ id: `own-${tagId(name)}`, name, color: DEFAULT_TAG_COLOR }))
  const isFirst = ({ name }: Tag) => isChosen(first, name)
  const rest = listed.filter((tag) => !isFirst(tag))
  const room = Math.max(0, VISIBLE_TAGS - first.length)
  const chips = (tags: readonly Tag[]) => (
    <div className="chips row">
      {tags.map(({ id, name, color }) => (
        <button
          key={id}
          type="button"
          className={`chip ${color}`}
          dir="auto"
          aria-pressed={isChosen(value, name)}
          onClick={() => onChange(toggleTag(value, name))}
        >
          {name}
        </button>
      ))}
    </div>
  )
  return (
    <fieldset
      className="admin-field stack tight tag-picker"
      aria-describedby={fault ? faultId : undefined}
    >
      <legend className="admin-label">{label}</legend>
      {chips([...listed.filter(isFirst), ...custom, ...rest.slice(0, room)])}
      {rest.length > room && (
        <details className="more-tags">
          <summary>More tags</summary>
          {chips(rest.slice(room))}
        </details>
      )}
      {allowsNew && (
        <CustomTag onAdd={(name) => !isChosen(value, name) && onChange([...value, name])} />
      )}
      {fault && <Fault id={faultId} text={fault} />}
    </fieldset>
  )
}

function CustomTag({ onAdd }: { onAdd: (name: string) => void }) {
  const [name, setName] = useState('')
  const field = useRef<HTMLInputElement>(null)
  const add = () => {
    if (name.trim() === '') return
    onAdd(name.trim())
    setName('')
    // The button is disabled now.
    field.current?.focus()
  }
  const onKeyDown = (event: KeyboardEvent) => {
    if (pressedKey(event) !== 'Enter') return
    event.preventDefault()
    add()
  }
  return (
    <div className="row row-line">
      <input
        ref={field}
        className="input"
        dir="auto"
        aria-label="Custom tag"
        placeholder="Custom tag"
        value={name}
        onChange={(event) => setName(event.target.value)}
        onKeyDown={onKeyDown}
      />
      <Button disabled={name.trim() === ''} onClick={add}>
        Add
      </Button>
    </div>
  )
}
