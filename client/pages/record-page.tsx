/** The record: posts and promises, newest first, by month. */
import { Link } from 'wouter'
import type { RecordAnswer } from '#domain/answers/public-answers.ts'
import { addDays, formatLongDay, formatMonth } from '#domain/days/day.ts'
import { formatDays } from '#domain/project.ts'
import { RECORD_KINDS, type RecordEntry, type RecordKind } from '#domain/record/record-entry.ts'
import { type PageProps, useApp } from '../app-context.ts'
import { Empty, PageHeading } from '../components/frame/parts.tsx'
import { List } from '../components/list.tsx'
import { postHref } from '../components/post-card.tsx'
import { projectHref } from '../components/project-board.tsx'
import { Filter } from '../components/tag-filter.tsx'
import { listAddressOf } from '../data/list-address.ts'
import { partOf } from '../data/merge-posts.ts'
import { recordKindsOf, recordQuery } from '../start/page-queries.ts'

export function RecordPage({ search }: PageProps) {
  const kinds = recordKindsOf(search)
  return (
    <>
      <PageHeading title="The Record">
        <p>
          What was promised and what was done, as the commits have it.{' '}
          <a href="/record.xml">Follow it as a feed</a>
        </p>
      </PageHeading>
      <section aria-label="Entries">
        <KindFilter chosen={kinds} />
        <List
          path={recordHref(kinds)}
          address={{ tags: [], after: listAddressOf(search).after }}
          queryPaths={({ after }) => [recordQuery(kinds, after)]}
          merge={([answer]) => partOf<RecordEntry>(answer as RecordAnswer)}
          loading="Loading the record..."
          failed="Failed to load the record"
          shape="rows"
          older="Earlier entries."
          empty={
            kinds.length > 0 ? (
              <Empty title="Nothing of this kind is on record." />
            ) : (
              <Empty title="Nothing on record yet">
                It begins with the first post or deadline.
              </Empty>
            )
          }
        >
          {(entries) => <RecordEntries entries={entries} />}
        </List>
      </section>
    </>
  )
}

const KINDS: Record<RecordKind, readonly [label: string, tone: string]> = {
  posted: ['Posted', 'tone-posted'],
  promised: ['Promised', 'tone-blue'],
  moved: ['Moved', 'tone-yellow'],
  goal_changed: ['Goal changed', 'tone-yellow'],
  kept: ['Kept', 'tone-green'],
  missed: ['Missed', 'tone-red'],
  done_late: ['Done late', 'tone-orange'],
  given_up: ['Given up', 'tone-gray'],
  break: ['Break', 'tone-gray'],
}

/** Address of the record with only these kinds, or with all if empty. */
function recordHref(kinds: readonly RecordKind[]): string {
  const search = new URLSearchParams(kinds.map((kind) => ['kind', kind]))
  return kinds.length > 0 ? `/record?${search}` : '/record'
}

function KindFilter({ chosen }: { chosen: readonly RecordKind[] }) {
  const { site } = useApp()
  const kinds = RECORD_KINDS.filter(
    (kind) => kind !== 'break' || site.breaks || chosen.includes(kind),
  )
  const chips = kinds.map((kind) => {
    const [name, color] = KINDS[kind]
    const toggled = RECORD_KINDS.filter((other) => chosen.includes(other) !== (other === kind))
    return { name, color, isOn: chosen.includes(kind), href: recordHref(toggled) }
  })
  return <Filter label="Filter by kind" chips={chips} path={recordHref([])} />
}

/** @param entries newest first */
function RecordEntries({ entries }: { entries: readonly RecordEntry[] }) {
  const months = new Map<string, RecordEntry[]>()
  for (const entry of entries) {
    // 'November 2026'
    const month = formatLongDay(entry.day).replace(/ \d+,/, '')
    months.set(month, [...(months.get(month) ?? []), entry])
  }
  return [...months].map(([month, ofMonth]) => (
    <div key={month} className="record-month">
      <h2 className="section-title">{month}</h2>
      <ol>
        {ofMonth.map((entry, index) => (
          <li
            key={`${entry.kind} ${entry.id} ${entry.commit ?? ''} ${entry.to ?? ''} ${entry.day}`}
          >
            <Entry entry={entry} isFirst={ofMonth[index - 1]?.day !== entry.day} />
          </li>
        ))}
      </ol>
    </div>
  ))
}

/** @param isFirst whether it is the first entry of its day */
function Entry({ entry, isFirst }: { entry: RecordEntry; isFirst: boolean }) {
  const { kind, day, id, title, reason, days_late } = entry
  const [happened, details] = entryWords(entry)
  // Posts logged on time are common; other entries are highlighted.
  const isRare = kind !== 'posted' || Boolean(days_late)
  const [, tone] = KINDS[kind === 'posted' && isRare ? 'done_late' : kind]
  return (
    <article className={`record-entry ${tone} ${isRare ? 'record-rare' : ''}`}>
      <p className="record-day muted">
        <time dateTime={day} className={isFirst ? undefined : 'visually-hidden'}>
          {formatMonth(day)} {Number(day.slice(8))}
        </time>
      </p>
      <div className="record-what">
        {id !== null && (
          <p className="record-title" dir="auto">
            <Link href={kind === 'posted' ? postHref(id) : projectHref(id)}>{title}</Link>
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

/** What happened, in two parts that read as one: 'Moved' and ' from … to …'. */
function entryWords({ kind, day, from, to, days_late }: RecordEntry): [string, string] {
  const late = days_late ? formatDays(days_late) : null
  const [label] = KINDS[kind]
  if (kind === 'posted') return ['Posted', late ? `, logged ${late} later` : '']
  if (kind === 'done_late') return ['Completed', late ? ` ${late} late` : ' late']
  // The entry's day is the day after the due date.
  if (kind === 'missed') return ['Missed', `, was due ${formatLongDay(addDays(day, -1))}`]
  if (kind === 'promised') return ['Promised', to ? ` for ${formatLongDay(to)}` : '']
  if (kind === 'goal_changed') return [label, ` from ${from ?? 'none'} to ${to ?? 'none'}`]
  if (from && to) return [label, ` from ${formatLongDay(from)} to ${formatLongDay(to)}`]
  return [label, '']
}
