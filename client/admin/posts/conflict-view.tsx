/**
 * Two texts from one version, and neither thrown away: theirs (in git), mine (in this form) and
 * both put together with marks. The form goes on with whichever the admin takes.
 */
import { useEffect, useMemo, useRef } from 'react'
import { useApp } from '../../app-context.ts'
import { mergeForms, mergeTexts } from '../conflicts/merge-texts.ts'
import { TextDiff } from '../conflicts/text-diff.tsx'
import { TextVersion } from '../conflicts/text-version.tsx'
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
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => heading.current?.focus(), [])
  const { theirs, merged, text, clashes } = useMemo(() => {
    const theirFields = fieldsOf(conflict.current, site.time_zone)
    const base = conflict.base && fieldsOf(conflict.base, site.time_zone)
    const forms = mergeForms(mine, base, theirFields)
    const texts = mergeTexts(mine.content, base?.content ?? null, theirFields.content)
    return { theirs: theirFields, merged: forms.fields, text: texts, clashes: forms.clashes }
  }, [conflict, mine, site.time_zone])
  return (
    <section className="conflict" aria-labelledby="conflict-heading">
      <h3 id="conflict-heading" className="conflict-heading" ref={heading} tabIndex={-1}>
        The post was changed while you were writing
      </h3>
      <p>
        Nothing was overwritten. Theirs is in git, yours is in the form below, and the merged text
        has both{text.conflict ? ', with marks where they differ' : ''}. Take one to go on.
      </p>
      {clashes.length > 0 && (
        <ul className="conflict-clashes">
          {clashes.map((name) => (
            <li key={name}>
              <strong>{name}</strong>: theirs is “{String(theirs[name])}”, yours is “
              {String(mine[name])}”
            </li>
          ))}
        </ul>
      )}
      <p className="admin-hint">
        Struck through is what only theirs has; underlined what only yours.
      </p>
      <TextDiff before={theirs.content} after={mine.content} label="What sets the two apart" />
      <div className="conflict-texts">
        <TextVersion
          name="Theirs"
          text={theirs.content}
          action="Take theirs"
          onTake={() => onResolve(theirs)}
        />
        <TextVersion
          name="Mine"
          text={mine.content}
          action="Keep mine"
          onTake={() => onResolve(mine)}
        />
        <TextVersion
          name="Merged"
          text={text.text}
          action="Edit the merged text"
          onTake={() => onResolve({ ...merged, content: text.text })}
        />
      </div>
      <p>
        <button type="button" className="button button-small" onClick={onDrop}>
          Decide later
        </button>
      </p>
    </section>
  )
}
