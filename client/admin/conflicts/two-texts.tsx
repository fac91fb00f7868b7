/**
 * Two versions of one text: what sets them apart, and each version to read, to copy and to take. The
 * one comparison of the panel: for a form whose file was changed meanwhile, and for a merge with the
 * remote that left two texts.
 */
import { type ReactNode, useEffect, useId, useRef } from 'react'
import { copyText } from '../posts/post-actions.ts'
import { TextDiff } from './text-diff.tsx'

interface TextVersion {
  name: string
  text: string
  action: string
  onTake: () => void
  /** Given where the text can be changed before it is taken. */
  onChange?: (text: string) => void
}

interface TwoTextsProps {
  /** The versions to choose from. */
  versions: readonly TextVersion[]
  /** What the difference shows; absent where only the versions are shown. */
  diff?: { hint: string; before: string; after: string }
  busy?: boolean
}

export function TwoTexts({ versions, diff, busy = false }: TwoTextsProps) {
  return (
    <>
      {diff && (
        <>
          <p className="admin-hint">{diff.hint}</p>
          <TextDiff before={diff.before} after={diff.after} label="What sets the two apart" />
        </>
      )}
      <div className="conflict-texts">
        {versions.map((version) => (
          <Version key={version.action} version={version} busy={busy} />
        ))}
      </div>
    </>
  )
}

function Version({ version, busy }: { version: TextVersion; busy: boolean }) {
  const { name, text, action, onTake, onChange } = version
  const id = useId()
  return (
    <div className="conflict-text">
      <label className="admin-label" htmlFor={id}>
        {name}
      </label>
      <textarea
        id={id}
        className="input conflict-area"
        dir="auto"
        readOnly={onChange === undefined}
        rows={12}
        spellCheck={false}
        value={text}
        onChange={(event) => onChange?.(event.target.value)}
      />
      <div className="choice-buttons">
        <button type="button" className="button button-small" disabled={busy} onClick={onTake}>
          {action}
        </button>
        <button
          type="button"
          className="button button-small"
          aria-label={`Copy ${name}`}
          onClick={() => void copyText(text, name)}
        >
          Copy
        </button>
      </div>
    </div>
  )
}

interface FormConflictBoxProps {
  heading: string
  onDrop: () => void
  children: ReactNode
}

/** The box above a form whose save came too late; its heading takes the focus. */
export function FormConflictBox({ heading, onDrop, children }: FormConflictBoxProps) {
  const id = useId()
  const focused = useRef<HTMLHeadingElement>(null)
  useEffect(() => focused.current?.focus(), [])
  return (
    <section className="conflict" aria-labelledby={id}>
      <h3 id={id} className="conflict-heading" ref={focused} tabIndex={-1}>
        {heading}
      </h3>
      {children}
      <p>
        <button type="button" className="button button-small" onClick={onDrop}>
          Decide later
        </button>
      </p>
    </section>
  )
}
