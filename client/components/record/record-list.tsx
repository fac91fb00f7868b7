/** Entries of the record below their months, each on its day. */
import { formatMonth } from '#domain/days/day.ts'
import type { RecordEntry } from '#domain/record/record-entry.ts'
import { postHref } from '../post-card.tsx'
import { entryWords, formatMonthOf } from './record-words.ts'

interface RecordListProps {
  /** Newest first. */
  entries: readonly RecordEntry[]
  /** The entry that stands above the first one. */
  before: RecordEntry | null
}

export function RecordList({ entries, before }: RecordListProps) {
  const months = new Map<string, RecordEntry[]>()
  for (const entry of entries) {
    const month = formatMonthOf(entry.day)
    months.set(month, [...(months.get(month) ?? []), entry])
  }
  const last = before && formatMonthOf(before.day)
  return [...months].map(([month, ofMonth]) => (
    <div key={month} className="record-month">
      {/* A month that began in the part above goes on. */}
      {month !== last && <h2 className="section-title">{month}</h2>}
      <ol className="record-list">
        {ofMonth.map((entry, index) => (
          <li
            key={`${entry.kind} ${entry.id} ${entry.commit ?? ''} ${entry.to ?? ''} ${entry.day}`}
          >
            <Entry entry={entry} isFirst={(ofMonth[index - 1] ?? before)?.day !== entry.day} />
          </li>
        ))}
      </ol>
    </div>
  ))
}

/** @param isFirst whether it is the first one of its day. */
function Entry({ entry, isFirst }: { entry: RecordEntry; isFirst: boolean }) {
  const { kind, day, id, title, reason } = entry
  const [happened, more] = entryWords(entry)
  return (
    <article className={`record-entry kind-${kind}`}>
      <p className="record-day">
        <time dateTime={day} className={isFirst ? undefined : 'visually-hidden'}>
          {formatMonth(day)} {Number(day.slice(8))}
        </time>
      </p>
      <div className="record-what">
        <p className="record-title" dir="auto">
          <a href={kind === 'posted' ? postHref(id) : `/projects#${encodeURIComponent(id)}`}>
            {title}
          </a>
        </p>
        <p className="meta meta-dots">
          <span>
            <strong>{happened}</strong>
            {more}
          </span>
        </p>
        {reason && (
          <p className="record-reason" dir="auto">
            {reason}
          </p>
        )}
      </div>
    </article>
  )
}
