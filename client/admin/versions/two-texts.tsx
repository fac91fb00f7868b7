/**
 * Two versions of a text: their differences, and buttons to resolve them. Used for a stale save, a
 * merge with the remote, a displaced commit and an old version.
 */
import { diffWordsWithSpace } from 'diff'
import { useDeferredValue, useEffect, useId, useMemo, useRef } from 'react'
import type { HistoryEntry } from '#domain/answers/admin-answers.ts'
import type { Revised } from '../forms/field-table.ts'
import { FormNotice } from '../forms/fields.tsx'
import type { Form } from '../forms/use-form.ts'
import { Button, MomentText, ReadList, Row, type RowAction } from '../frame/parts.tsx'

interface TwoTextsProps {
  /** Explains which text is struck through and which is underlined. */
  hint: string
  before: string
  after: string
  /** Actions by the labels of their buttons. */
  choices: Readonly<Record<string, () => unknown>>
}

export function TwoTexts({ hint, before, after, choices }: TwoTextsProps) {
  return (
    <div className="stack">
      <p className="admin-hint">{hint}</p>
      {before !== after && <TextDiff before={before} after={after} />}
      <div className="row">
        {Object.entries(choices).map(([label, onTake]) => (
          <Button key={label} isSmall onClick={onTake}>
            {label}
          </Button>
        ))}
      </div>
    </div>
  )
}

/** Time limit of a diff; after it the two texts are shown one after the other. */
const DIFF_MS_MAX = 200

function TextDiff({ before, after: typed }: { before: string; after: string }) {
  // Typing goes before the diff, which compares both texts whole.
  const after = useDeferredValue(typed)
  const parts = useMemo(
    () =>
      diffWordsWithSpace(before, after, { timeout: DIFF_MS_MAX }) ?? [
        { value: before, removed: true, added: false },
        { value: after, removed: false, added: true },
      ],
    [before, after],
  )
  const box = useRef<HTMLElement>(null)
  useEffect(() => {
    const change = box.current?.querySelector<HTMLElement>('ins, del')
    // The first change is in sight, below a line or two.
    if (box.current && change) box.current.scrollTop = change.offsetTop - 48
  }, [])
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a long text scrolls in it, also by keyboard
    <section ref={box} className="diff box" dir="auto" aria-label="Differences" tabIndex={0}>
      {parts.map(({ value, added, removed }, index) => {
        const Tag = added ? 'ins' : removed ? 'del' : 'span'
        // biome-ignore lint/suspicious/noArrayIndexKey: the parts of one text never move
        return <Tag key={index}>{Tag === 'span' ? shortened(value) : value}</Tag>
      })}
    </section>
  )
}

const CONTEXT_LENGTH = 300

/** Shortens unchanged text in the middle, between words. */
function shortened(text: string): string {
  if (text.length <= 2 * CONTEXT_LENGTH) return text
  const start = text.slice(0, CONTEXT_LENGTH).replace(/\S{0,40}$/u, '')
  return `${start} … ${text.slice(-CONTEXT_LENGTH).replace(/^\S{0,40}/u, '')}`
}

/**
 * The conflict above a form after a stale save: nothing was overwritten, and a choice continues the
 * form. To combine both, the user edits the form below and keeps it.
 */
export function FormConflict<Fields extends object, Version extends Revised>(props: {
  form: Form<Fields, Version>
  /** Kind of record, such as `post`. */
  subject: string
}) {
  const { form, subject } = props
  const { conflict, isGone, table, fields: mine } = form
  const id = useId()
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => {
    if (conflict || isGone) heading.current?.focus()
  }, [conflict, isGone])
  if (!conflict && !isGone) return null
  return (
    <FormNotice className="conflict box stack" aria-labelledby={id} typedIn={form.typedIn}>
      <h2 id={id} className="card-title" ref={heading} tabIndex={-1}>
        {`The ${subject} was ${conflict ? 'changed' : 'deleted'} while you were writing`}
      </h2>
      {conflict === null ? (
        <p>{`Your text is below. Saving it makes a new ${subject}.`}</p>
      ) : (
        <>
          <p>Nothing was overwritten: theirs is in git, yours is in the form below.</p>
          <TwoTexts
            hint="Struck through is what only theirs has; underlined what only yours has."
            before={table.textOf(table.fieldsOf(conflict.current))}
            after={table.textOf(mine)}
            choices={{
              'Take theirs': form.takeTheirs,
              'Keep mine': form.keepMine,
            }}
          />
        </>
      )}
    </FormNotice>
  )
}

interface CommitListProps {
  /** API path: `/history`, or the history of a post. */
  path: string
  actions: (entry: HistoryEntry) => readonly RowAction[]
}

export function CommitList({ path, actions }: CommitListProps) {
  return (
    <ReadList<HistoryEntry> path={path} name="commits" part={20}>
      {(entry) => (
        <Row key={entry.commit} subject={entry.subject} actions={actions(entry)}>
          <p className="meta">
            <MomentText at={entry.date} />
            <span>{entry.author}</span>
            <span>{entry.commit.slice(0, 7)}</span>
            <span>{fileNames(entry.files)}</span>
          </p>
        </Row>
      )}
    </ReadList>
  )
}

function fileNames(files: readonly string[]): string {
  const [first = ''] = files
  return files.length === 1 ? first : files.length === 0 ? 'a merge' : `${files.length} files`
}
