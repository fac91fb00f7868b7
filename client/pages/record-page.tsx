/** The record: posts and promises, newest first, by month. */

import { Link } from 'wouter'
import { postPath, projectPath } from '#domain/addresses.ts'
import type { RecordAnswer, RecordMeta } from '#domain/answers/public-answers.ts'
import { formatLongDay, formatMonth } from '#domain/days/day.ts'
import { commitUrl } from '#domain/record/commit-url.ts'
import { RECORD_KINDS, type RecordEntry, type RecordKind } from '#domain/record/record-entry.ts'
import { entryWords, KIND_NAMES } from '#domain/record/record-sentence.ts'
import { type PageProps, useApp, useQuery } from '../app-context.ts'
import { Empty, PageHeading } from '../components/frame/parts.tsx'
import { List, type ListPart, type PartAnswers, partOf } from '../components/list.tsx'
import { Prose } from '../components/prose.tsx'
import { Filter } from '../components/tag-filter.tsx'
import { listAddressOf, recordKindsOf, recordQuery } from '../start/page-queries.ts'

export function RecordPage({ search }: PageProps) {
  const kinds = recordKindsOf(search)
  const { after } = listAddressOf(search)
  const { answer } = useQuery<RecordAnswer>(recordQuery(kinds, after))
  return (
    <div className="split">
      <div>
        <PageHeading title="The Record">
          <p>
            What was promised and what was done, as the commits have it.{' '}
            <a href="/record.xml">Follow it as a feed</a>
          </p>
          {answer?.meta?.proof && <Proof {...answer.meta.proof} />}
        </PageHeading>
        <KindFilter chosen={kinds} />
      </div>
      <section aria-label="Entries">
        <List<ListedEntry>
          path={recordHref(kinds)}
          address={{ tags: [], after }}
          queryPaths={({ after }) => [recordQuery(kinds, after)]}
          merge={recordPart}
          loading="Loading the record..."
          failed="Failed to load the record"
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
    </div>
  )
}

function Proof({ authority, last_day, commit, path }: NonNullable<RecordMeta['proof']>) {
  const verify = `openssl ts -verify -in ${path} -data /dev/stdin -CAfile ca.pem`
  const html = `<pre><code>git cat-file commit ${commit} | ${verify}</code></pre>
<p>In a clone of the content, with the certificate of the authority’s root as <code>ca.pem</code>.
Once a certificate has expired, add <code>-no_check_time</code>.</p>`
  return (
    <div className="stack small">
      <p>{`Proven by ${authority} up to ${formatLongDay(last_day)}`}</p>
      <details>
        <summary>How to check</summary>
        <Prose html={html} />
      </details>
    </div>
  )
}

/** A part of the record, in which the entries of projects without a page are marked. */
function recordPart(answers: PartAnswers<RecordEntry>): ListPart<ListedEntry> {
  const part = partOf(answers)
  const gone = (answers[0]?.meta as RecordAnswer['meta'])?.gone ?? []
  const isGone = ({ kind, id }: RecordEntry) => kind !== 'posted' && gone.includes(id ?? '')
  return { ...part, items: part.items.map((entry) => ({ ...entry, isGone: isGone(entry) })) }
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
    const toggled = RECORD_KINDS.filter((other) => chosen.includes(other) !== (other === kind))
    const href = recordHref(toggled)
    return { name: KIND_NAMES[kind], color: TONES[kind], isOn: chosen.includes(kind), href }
  })
  return <Filter label="Filter by kind" chips={chips} path={recordHref([])} />
}

const TONES: Record<RecordKind, string> = {
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
type ListedEntry = RecordEntry & { isGone?: boolean }

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
  const { kind, day, title, reason, days_late, commit } = entry
  const { repository } = useApp().site
  const [happened, details] = entryWords(entry)
  // Posts logged on time are common; other entries are highlighted.
  const isRare = kind !== 'posted' || Boolean(days_late)
  const tone = TONES[kind === 'posted' && isRare ? 'done_late' : kind]
  const words = (
    <>
      <strong>{happened}</strong>
      {details}
    </>
  )
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
          {isRare && repository && commit ? (
            <a href={commitUrl(repository, commit)}>{words}</a>
          ) : (
            words
          )}
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
