/** Tags: renamed in every file, or the list made the default one again. */
import { type FormEvent, useState } from 'react'
import type { TagChange, TagUse } from '#domain/answers/admin-answers.ts'
import { tagKey } from '#domain/tag.ts'
import { ApiError } from '../../data/api-client.ts'
import { Field } from '../forms/fields.tsx'
import { MESSAGES, write } from '../frame/messages.ts'
import { Fold, ReadList, RowButton } from '../frame/parts.tsx'
import { useLiveRead } from '../frame/use-read.ts'

export function TagsPanel() {
  return (
    <>
      <Fold title="Tags">{() => <TagList />}</Fold>
      <section className="row tags-reset" aria-label="Default tags">
        <p className="admin-hint" id="tags-reset-words">
          A reset makes the list of tags the nine areas of the about page, each with its colour.
          Posts and projects keep their tags.
        </p>
        <button
          type="button"
          className="button"
          aria-describedby="tags-reset-words"
          onClick={() => void resetTags()}
        >
          Reset Tags
        </button>
      </section>
    </>
  )
}

function resetTags() {
  return write<{ count: number }>({
    method: 'POST',
    path: '/posts/tags/reset',
    saved: ({ count }) => MESSAGES.tagsReset(count),
    failed: 'Failed to reset tags',
  })
}

function TagList() {
  const read = useLiveRead<readonly TagUse[]>('/tags')
  const [edited, setEdited] = useState<string | null>(null)
  return (
    <ReadList name="tags" read={read}>
      {(tags) => (
        <ul className="admin-rows">
          {tags.map(({ name, color, files }) => (
            <li key={tagKey(name)} className="admin-row">
              <p className="row">
                <span className={`tag ${color}`} dir="auto">
                  {name}
                </span>
                <span className="admin-hint">{filesText(files)}</span>
              </p>
              <RowButton
                label="Rename"
                about={name}
                expanded={edited === name}
                onClick={() => setEdited(edited === name ? null : name)}
              />
              {edited === name && <RenameForm name={name} onDone={() => setEdited(null)} />}
            </li>
          ))}
        </ul>
      )}
    </ReadList>
  )
}

/** One commit changes every post and project that has the tag; a name that exists merges the two. */
function RenameForm({ name, onDone }: { name: string; onDone: () => void }) {
  const [to, setTo] = useState(name)
  const [fault, setFault] = useState<string>()
  const onSubmit = async (event: FormEvent) => {
    event.preventDefault()
    if (to.trim() === '') return setFault('Enter a name.')
    const result = await write<TagChange>({
      method: 'PATCH',
      path: '/tags',
      body: { name, to: to.trim() },
      saved: (change) => ({ title: 'Tag changed', description: changeText(change) }),
      failed: 'Failed to change the tag',
    })
    if ('data' in result) onDone()
    else if (result.error instanceof ApiError) setFault(result.error.failure.fields?.to)
  }
  return (
    <form className="stack row-whole" noValidate onSubmit={onSubmit}>
      <Field
        label="Name"
        fault={fault}
        hint="One commit changes it in every post and project. The name of another tag merges the two."
      >
        <input
          className="input"
          name="to"
          value={to}
          onChange={(event) => setTo(event.target.value)}
        />
      </Field>
      <p className="row">
        <button type="submit" className="button button-small button-primary">
          Rename tag
        </button>
        <button type="button" className="button button-small" onClick={onDone}>
          Cancel
        </button>
      </p>
    </form>
  )
}

const filesText = (count: number) => (count === 1 ? 'in 1 file' : `in ${count} files`)

function changeText({ name, files, left_out }: TagChange): string {
  const left = left_out.length === 0 ? '' : ` Left alone: ${left_out.join(', ')}.`
  return `${name}: changed ${filesText(files)}.${left}`
}
