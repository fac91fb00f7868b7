/** The entries of the record, by month. */

import { Link } from 'wouter'
import { postPath, projectPath } from '#domain/addresses.ts'
import { formatLongDay, formatMonth } from '#domain/days/day.ts'
import type { RecordEntry, RecordKind } from '#domain/record/record-entry.ts'
import { entryWords } from '#domain/record/record-sentence.ts'

export const TONES: Record<RecordKind, string> = {
  posted: 'tone-posted',
  promised: 'tone-blue',
  moved: 'tone-yellow',
  goal_changed: 'tone-yellow',
  kept: 'tone-green',
  missed: 'tone-red',
  done_late: 'tone-orange',
  given_up: 'tone-gray',
  break: 'tone-gray',
}

/** An entry; `isGone`: its project has no page any more. */
export type ListedEntry = RecordEntry & { isGone?: boolean }

interface RecordEntriesProps {
  /** Newest first. */
  entries: readonly ListedEntry[]
  heading?: 'h2' | 'h3'
  /** Title of the page's project, which its entries do not repeat. */
  ownTitle?: string
}

export function RecordEntries(props: RecordEntriesProps) {
  const { entries, heading: Heading = 'h2', ownTitle } = props
  const months = new Map<string, ListedEntry[]>()
  for (const entry of entries) {
    const month = formatLongDay(entry.day).replace(/ \d+,/, '')
    months.set(month, [...(months.get(month) ?? []), entry])
  }
  return [...months].map(([month, ofMonth]) => (
    <div key={month} className="record-month">
      <Heading className="section-title">{month}</Heading>
      <ol>
        {ofMonth.map((entry, index) => (
          <li
            key={`${entry.kind} ${entry.id} ${entry.commit ?? ''} ${entry.to ?? ''} ${entry.day}`}
          >
            <Entry
              entry={entry}
              isFirst={ofMonth[index - 1]?.day !== entry.day}
              href={entry.title === ownTitle ? null : hrefOf(entry)}
            />
          </li>
        ))}
      </ol>
    </div>
  ))
}

/** Address of what an entry is about; empty if that is gone. */
function hrefOf({ kind, id, isGone }: ListedEntry): string {
  if (id === null || isGone) return ''
  return kind === 'posted' ? postPath(id) : projectPath(id)
}

interface EntryProps {
  entry: RecordEntry
  /** Whether it is the first entry of its day. */
  isFirst: boolean
  /** Address behind the title, empty without one; null hides the title. */
  href: string | null
}

function Entry({ entry, isFirst, href }: EntryProps) {
  const { kind, day, title, reason, days_late } = entry
  const [happened, details] = entryWords(entry)
  // Posts logged on time are common; other entries are highlighted.
  const isRare = kind !== 'posted' || Boolean(days_late)
  const tone = TONES[kind === 'posted' && isRare ? 'done_late' : kind]
  return (
    <article className={`record-entry ${tone} ${isRare ? 'record-rare' : ''}`}>
      <p className="record-day muted">
        <time dateTime={day} className={isFirst ? undefined : 'visually-hidden'}>
          {formatMonth(day)} {Number(day.slice(8))}
        </time>
      </p>
      <div className="record-what">
        {href !== null && title !== null && (
          <p className="record-title" dir="auto">
            {href ? <Link href={href}>{title}</Link> : title}
          </p>
        )}
        <p className={isRare ? 'muted' : 'visually-hidden'}>
          <strong>{happened}</strong>
          {details}
        </p>
        {reason && (
          <p className="record-reason small" dir="auto">
            {reason}
          </p>
        )}
      </div>
    </article>
  )
}
