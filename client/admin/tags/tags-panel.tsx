/** Every tag: renamed, merged into another or given a color in all files at once. */
import { type FormEvent, useState } from 'react'
import type { SavedMeta, TagChange, TagUse } from '#domain/answers/admin-answers.ts'
import { TAG_COLORS, type TagColor, tagKey } from '#domain/tag.ts'
import { ApiError } from '../../data/api-client.ts'
import { ChoiceField, TextField } from '../forms/inputs.tsx'
import { call } from '../frame/admin-api.ts'
import { showFailed, showSaved } from '../frame/messages.ts'
import { OpenedList } from '../frame/opened-list.tsx'
import { postsChanged } from '../posts/post-actions.ts'
import { usePostList } from '../posts/post-list-query.ts'

export function TagsPanel() {
  // A list of posts that was loaded again means that tags may have changed.
  const posts = usePostList((state) => state.posts)
  return (
    <OpenedList<TagUse> title="Tags" name="tags" path="/tags" cause={posts}>
      {(tags) => <TagList tags={tags} />}
    </OpenedList>
  )
}

function TagList({ tags }: { tags: readonly TagUse[] }) {
  const [edited, setEdited] = useState<string | null>(null)
  return (
    <ul className="admin-rows">
      {tags.map((tag) => (
        <li key={tagKey(tag.name)} className="admin-row">
          <div className="admin-row-words tag-row-words">
            <span className={`tag ${tag.color}`} dir="auto">
              {tag.name}
            </span>
            <p className="meta">
              {tag.files === 0 ? 'In no post or project' : `In ${filesText(tag.files)}`}
            </p>
          </div>
          <div className="admin-row-buttons">
            <button
              type="button"
              className="button button-small"
              aria-label={`Change tag: ${tag.name}`}
              aria-expanded={edited === tag.name}
              onClick={() => setEdited(edited === tag.name ? null : tag.name)}
            >
              Change
            </button>
          </div>
          {edited === tag.name && <TagForm tag={tag} tags={tags} onDone={() => setEdited(null)} />}
        </li>
      ))}
    </ul>
  )
}

const COLOR_CHOICES = TAG_COLORS.map((color) => {
  const word = color.slice('tag-'.length)
  return [color, word.charAt(0).toUpperCase() + word.slice(1)] as const
})

interface TagFormProps {
  tag: TagUse
  tags: readonly TagUse[]
  onDone: () => void
}

function TagForm({ tag, tags, onDone }: TagFormProps) {
  const [name, setName] = useState(tag.name)
  const [color, setColor] = useState<TagColor>(tag.color)
  const [fault, setFault] = useState<string>()
  const [busy, setBusy] = useState(false)
  const change = changeOf(tag, { name, color })
  const onSubmit = async (event: FormEvent) => {
    event.preventDefault()
    setFault(name.trim() === '' ? 'Enter a name.' : undefined)
    if (change === null || busy) return
    setBusy(true)
    const topic = `tag ${tagKey(tag.name)}`
    try {
      const { data, meta } = await call<TagChange, SavedMeta>('PATCH', '/tags', change)
      showSaved(changedWords(data), meta, { changed: postsChanged, topic })
      postsChanged()
      onDone()
    } catch (error) {
      const inField = error instanceof ApiError ? error.failure.fields?.to : undefined
      if (inField === undefined) showFailed('Failed to change the tag', error, topic)
      else setFault(inField)
      setBusy(false)
    }
  }
  return (
    <form className="tag-form" noValidate onSubmit={onSubmit}>
      <TextField label="Name" name="to" value={name} fault={fault} onChange={setName} />
      <ChoiceField
        label="Color"
        name="color"
        value={color}
        choices={COLOR_CHOICES}
        onChange={setColor}
      />
      <p className="admin-hint tag-form-effect" role="status">
        {effectText(tag, tags, change)}
      </p>
      <div className="admin-row-buttons">
        <button type="submit" className="button button-small button-primary" disabled={busy}>
          Save tag
        </button>
        <button type="button" className="button button-small" onClick={onDone}>
          Cancel
        </button>
      </div>
    </form>
  )
}

interface Change {
  name: string
  to?: string
  color?: TagColor
}

/** The body of `PATCH /tags`; null while nothing is changed. */
function changeOf(tag: TagUse, form: { name: string; color: TagColor }): Change | null {
  const to = form.name.trim()
  const isRenamed = to !== '' && to !== tag.name
  const isColored = form.color !== tag.color
  if (to === '' || !(isRenamed || isColored)) return null
  return { name: tag.name, ...(isRenamed && { to }), ...(isColored && { color: form.color }) }
}

/** What a change will do, before it does it. */
function effectText(tag: TagUse, tags: readonly TagUse[], change: Change | null): string {
  if (change === null)
    return 'Change the name or the color. The name of another tag merges the two.'
  const { to, color } = change
  const isInTagsFile = color !== undefined || tag.is_listed
  const files = (to === undefined ? 0 : tag.files) + (isInTagsFile ? 1 : 0)
  const isOther = ({ name }: TagUse) => name !== tag.name && tagKey(name) === tagKey(to ?? '')
  const target = tags.find(isOther)
  return target
    ? `Merges into “${target.name}”; changes ${filesText(files)} in one commit.`
    : `Changes ${filesText(files)} in one commit.`
}

const filesText = (count: number) => (count === 1 ? '1 file' : `${count} files`)

function changedWords({ name, files, left_out }: TagChange) {
  const left = left_out.length === 0 ? '' : ` Left alone: ${left_out.join(', ')}.`
  return { title: 'Tag changed', description: `${name}: ${filesText(files)} changed.${left}` }
}
