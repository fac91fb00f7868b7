/** One of several versions of a text, to read, to copy and to take. */
import { useId } from 'react'
import { copyText } from '../posts/post-actions.ts'

interface TextVersionProps {
  name: string
  text: string
  action: string
  busy?: boolean
  onTake: () => void
  /** Given where the text can be changed before it is taken. */
  onChange?: (text: string) => void
}

export function TextVersion({ name, text, action, busy, onTake, onChange }: TextVersionProps) {
  const id = useId()
  return (
    <div className="conflict-text">
      <label className="admin-label" htmlFor={id}>
        {name}
      </label>
      <textarea
        id={id}
        className="input conflict-area"
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
