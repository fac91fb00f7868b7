/** What changed between two texts, in the words of both. */
import { useMemo } from 'react'
import { wordDiff } from '#domain/texts/word-diff.ts'

interface TextDiffProps {
  before: string
  after: string
  label?: string
}

export function TextDiff({ before, after, label = 'Changes' }: TextDiffProps) {
  const parts = useMemo(() => wordDiff(before, after), [before, after])
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a long text scrolls in it, also by keyboard
    <section className="diff" dir="auto" aria-label={label} tabIndex={0}>
      {parts.map((part, index) => {
        // biome-ignore lint/suspicious/noArrayIndexKey: the parts of one text never move
        if (part.kind === 'same') return <Context key={index} text={part.text} />
        const Tag = part.kind === 'added' ? 'ins' : 'del'
        // biome-ignore lint/suspicious/noArrayIndexKey: the parts of one text never move
        return <Tag key={index}>{part.text}</Tag>
      })}
    </section>
  )
}

const CONTEXT_LENGTH = 300

/** Unchanged text; a long stretch keeps its ends, cut between words. */
function Context({ text }: { text: string }) {
  if (text.length <= 2 * CONTEXT_LENGTH) return <span>{text}</span>
  return (
    <span>
      {text.slice(0, CONTEXT_LENGTH).replace(/\S{0,40}$/u, '')}
      <span className="diff-gap"> … </span>
      {text.slice(-CONTEXT_LENGTH).replace(/^\S{0,40}/u, '')}
    </span>
  )
}
