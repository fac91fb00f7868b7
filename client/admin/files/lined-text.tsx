/** A text with the numbers of its lines beside it, of which one can be shown and chosen. */
import { type Ref, useId, useImperativeHandle, useRef } from 'react'

export interface LinedTextHandle {
  /** Puts the cursor into a line, counted from 1, and chooses it when asked. */
  goTo(line: number, isChosen: boolean): void
}

interface LinedTextProps {
  ref?: Ref<LinedTextHandle>
  label: string
  text: string
  faultyLine: number | null
  /** Long lines go on below: then there are no numbers, which would not stand beside their lines. */
  wraps: boolean
  hint?: string | undefined
  onChange: (text: string) => void
}

const ROWS_MIN = 8
const ROWS_WRAPPED_MIN = 14
const ROWS_MAX = 24

export function LinedText(props: LinedTextProps) {
  const { ref, label, text, faultyLine, wraps, hint, onChange } = props
  const id = useId()
  const area = useRef<HTMLTextAreaElement>(null)
  const numbers = useRef<HTMLPreElement>(null)
  useImperativeHandle(ref, () => ({
    goTo(line, isChosen) {
      if (area.current) chooseLine(area.current, line, isChosen)
    },
  }))
  const follow = () => {
    if (numbers.current && area.current) numbers.current.scrollTop = area.current.scrollTop
  }
  const count = text.split('\n').length
  const rows = Math.min(ROWS_MAX, Math.max(wraps ? ROWS_WRAPPED_MIN : ROWS_MIN, count + 1))
  return (
    <div className="admin-field">
      <label className="admin-label file-name" htmlFor={id}>
        {label}
      </label>
      <div className={wraps ? 'lined-text' : 'lined-text lined-text-numbered'}>
        {!wraps && (
          <pre ref={numbers} className="line-numbers" aria-hidden="true">
            {linesBetween(1, (faultyLine ?? count + 1) - 1)}
            {faultyLine !== null && <mark>{`${faultyLine}\n`}</mark>}
            {faultyLine !== null && linesBetween(faultyLine + 1, count)}
          </pre>
        )}
        <textarea
          ref={area}
          id={id}
          className="input lined-area"
          dir="auto"
          rows={rows}
          wrap={wraps ? 'soft' : 'off'}
          spellCheck={false}
          autoCapitalize="off"
          value={text}
          aria-describedby={hint ? `${id}-hint` : undefined}
          onChange={(event) => onChange(event.target.value)}
          onScroll={follow}
        />
      </div>
      {hint && (
        <p className="admin-hint" id={`${id}-hint`}>
          {hint}
        </p>
      )}
    </div>
  )
}

function linesBetween(first: number, last: number): string {
  const length = Math.max(0, last - first + 1)
  return Array.from({ length }, (_, index) => `${first + index}\n`).join('')
}

function chooseLine(area: HTMLTextAreaElement, line: number, isChosen: boolean): void {
  const lines = area.value.split('\n')
  const before = lines.slice(0, line - 1)
  const start = before.reduce((sum, text) => sum + text.length + 1, 0)
  area.focus()
  area.setSelectionRange(start, isChosen ? start + (lines[line - 1]?.length ?? 0) : start)
  const height = Number.parseFloat(getComputedStyle(area).lineHeight)
  area.scrollTop = Math.max(0, (line - 1) * height - area.clientHeight / 3)
  area.scrollLeft = 0
}
