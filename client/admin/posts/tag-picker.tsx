/** Tags as toggles, with the site's own first; others are added by name. */
import { type KeyboardEvent, useId, useState } from 'react'
import type { TagsAnswer } from '#domain/answers/public-answers.ts'
import { DEFAULT_TAG_COLOR, type Tag, tagId } from '#domain/tag.ts'
import { useQuery } from '../../data/use-query.ts'
import { Fault } from '../forms/field.tsx'
import { hasTag, toggledTag, withTag } from './post-form.ts'

interface TagPickerProps {
  tags: readonly string[]
  fault?: string | undefined
  /** Whether names that no list has can be added. */
  custom?: boolean
  onChange: (tags: readonly string[]) => void
}

export function TagPicker({ tags, fault, custom = true, onChange }: TagPickerProps) {
  const { answer } = useQuery<TagsAnswer>('/posts/tags')
  const listed = answer?.data ?? []
  const own: Tag[] = tags
    .filter((name) => !listed.some((tag) => hasTag([tag.name], name)))
    .map((name) => ({ id: `own-${tagId(name)}`, name, color: DEFAULT_TAG_COLOR }))
  return (
    <fieldset className="admin-field tag-picker">
      <legend className="admin-label">Tags</legend>
      <div className="chips">
        {[...listed, ...own].map(({ id, name, color }) => (
          <button
            key={id}
            type="button"
            className={`chip ${color}`}
            dir="auto"
            aria-pressed={hasTag(tags, name)}
            onClick={() => onChange(toggledTag(tags, name))}
          >
            {name}
          </button>
        ))}
      </div>
      {custom && <CustomTag onAdd={(name) => onChange(withTag(tags, name))} />}
      {fault && <Fault text={fault} />}
    </fieldset>
  )
}

function CustomTag({ onAdd }: { onAdd: (name: string) => void }) {
  const [name, setName] = useState('')
  const id = useId()
  const add = () => {
    if (name.trim() === '') return
    onAdd(name)
    setName('')
  }
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key !== 'Enter') return
    // Enter would send the form.
    event.preventDefault()
    add()
  }
  return (
    <div className="tag-picker-own">
      <label className="visually-hidden" htmlFor={id}>
        Custom tag
      </label>
      <input
        id={id}
        className="input"
        dir="auto"
        placeholder="Custom tag"
        value={name}
        onChange={(event) => setName(event.target.value)}
        onKeyDown={onKeyDown}
      />
      <button type="button" className="button" disabled={name.trim() === ''} onClick={add}>
        Add
      </button>
    </div>
  )
}
