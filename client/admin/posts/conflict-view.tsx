/**
 * Two texts from one version, and neither thrown away: theirs (in git), mine (in this form) and
 * both put together with marks. The form goes on with whichever the admin takes.
 */
import { useMemo } from 'react'
import { useApp } from '../../app-context.ts'
import { mergeForms, mergeTexts } from '../conflicts/merge-texts.ts'
import { FormConflictBox, TwoTexts } from '../conflicts/two-texts.tsx'
import { fieldsOf, type PostFields } from './post-form.ts'
import type { PostConflict } from './post-rules.ts'

interface ConflictViewProps {
  conflict: PostConflict
  mine: PostFields
  onResolve: (fields: PostFields) => void
  onDrop: () => void
}

export function ConflictView({ conflict, mine, onResolve, onDrop }: ConflictViewProps) {
  const { site } = useApp()
  const { theirs, merged, text, clashes } = useMemo(() => {
    const theirFields = fieldsOf(conflict.current, site.time_zone)
    const base = conflict.base && fieldsOf(conflict.base, site.time_zone)
    const forms = mergeForms(mine, base, theirFields)
    const texts = mergeTexts(mine.content, base?.content ?? null, theirFields.content)
    return { theirs: theirFields, merged: forms.fields, text: texts, clashes: forms.clashes }
  }, [conflict, mine, site.time_zone])
  return (
    <FormConflictBox heading="The post was changed while you were writing" onDrop={onDrop}>
      <p>
        Nothing was overwritten. Theirs is in git, yours is in the form below, and the merged text
        has both{text.conflict ? ', with marks where they differ' : ''}. Take one to go on.
      </p>
      {clashes.length > 0 && (
        <ul className="conflict-clashes">
          {clashes.map((name) => (
            <li key={name}>
              <strong dir="auto">{name}</strong>: theirs is “{String(theirs[name])}”, yours is “
              {String(mine[name])}”
            </li>
          ))}
        </ul>
      )}
      <TwoTexts
        diff={{
          hint: 'Struck through is what only theirs has; underlined what only yours.',
          before: theirs.content,
          after: mine.content,
        }}
        versions={[
          {
            name: 'Theirs',
            text: theirs.content,
            action: 'Take theirs',
            onTake: () => onResolve(theirs),
          },
          { name: 'Mine', text: mine.content, action: 'Keep mine', onTake: () => onResolve(mine) },
          {
            name: 'Merged',
            text: text.text,
            action: 'Edit the merged text',
            onTake: () => onResolve({ ...merged, content: text.text }),
          },
        ]}
      />
    </FormConflictBox>
  )
}
