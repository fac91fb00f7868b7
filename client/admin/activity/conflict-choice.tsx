/** A file with two texts after a merge with the remote: one of them is taken, or both edited as one. */
import { useState } from 'react'
import type { FileConflict, FileConflictVersions } from '#domain/answers/repair-answers.ts'
import { Fault, Field } from '../forms/fields.tsx'
import { write } from '../frame/messages.ts'
import { Button, ReadState, Row } from '../frame/parts.tsx'
import { useRead } from '../frame/use-read.ts'
import { CONFLICT_MARK, mergeTexts } from '../versions/merge-texts.ts'
import { TwoTexts } from '../versions/two-texts.tsx'

export function conflictRow(conflict: FileConflict) {
  const { id, file, copy } = conflict
  const choose = { label: 'Choose a text', content: () => <Versions conflict={conflict} /> }
  return (
    <Row key={id} about={file} actions={[choose]}>
      <p>
        The text of the remote stands there. The other is{' '}
        {copy === null ? 'kept by git.' : 'a draft beside it.'}
      </p>
    </Row>
  )
}

function Versions({ conflict }: { conflict: FileConflict }) {
  const path = `/conflicts/${encodeURIComponent(conflict.id)}`
  const read = useRead<FileConflictVersions>(path)
  const [both, setBoth] = useState<string | null>(null)
  if (!read.data) return <ReadState read={read} name="both texts" />
  const { site, other, base, copy } = read.data
  const siteText = site?.text ?? ''
  /** @param text null: the site's own stays */
  const resolve = async (text: string | null, title: string) => {
    const gone = copy === null ? '' : ' The copy is gone.'
    const result = await write<FileConflict>({
      method: 'POST',
      path: `${path}/resolve`,
      body: { text, revision: site?.revision ?? null, other_revision: other.revision },
      saved: () => ({ title, description: `${other.path} is decided.${gone}` }),
      failed: 'Failed to decide',
    })
    // The texts may have moved on.
    if ('error' in result) void read.reload()
  }
  const names = ['the other text', 'the site’s text'] as const
  const merge = () => setBoth(mergeTexts({ mine: other.text, base, theirs: siteText, names }))
  const take = copy === null ? 'Take the other text' : 'Take the copy’s text'
  return (
    <>
      <TwoTexts
        hint="Struck through is what only the site’s text has; underlined is what only the other has."
        before={siteText}
        after={other.text}
        choices={[
          {
            label: 'Keep the site’s text',
            onTake: () => void resolve(null, 'The site’s text stays'),
          },
          { label: take, onTake: () => void resolve(other.text, 'The other text was taken') },
          { label: 'Edit both as one', onTake: merge },
        ]}
      />
      {both !== null && (
        <>
          <Field label="Both as one">
            <textarea
              className="input file-area"
              rows={12}
              spellCheck={false}
              value={both}
              onChange={(event) => setBoth(event.target.value)}
            />
          </Field>
          {CONFLICT_MARK.test(both) && (
            <Fault text="The text still has the marks of a merge (<<<<<<< or >>>>>>>) in it." />
          )}
          <p>
            <Button
              isSmall
              disabled={CONFLICT_MARK.test(both)}
              onClick={() => void resolve(both, 'Both are one text now')}
            >
              Save both as one
            </Button>
          </p>
        </>
      )}
    </>
  )
}
