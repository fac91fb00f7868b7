/** The record: posts and promises, newest first, by month. */
import type { RecordAnswer, RecordMeta } from '#domain/answers/public-answers.ts'
import { formatLongDay } from '#domain/days/day.ts'
import { RECORD_KINDS, type RecordEntry, type RecordKind } from '#domain/record/record-entry.ts'
import { KIND_NAMES } from '#domain/record/record-sentence.ts'
import { type PageProps, useApp, useQuery } from '../app-context.ts'
import { Empty, PageHeading } from '../components/frame/parts.tsx'
import { List } from '../components/list.tsx'
import { Prose } from '../components/prose.tsx'
import { type ListedEntry, RecordEntries, TONES } from '../components/record-entries.tsx'
import { Filter } from '../components/tag-filter.tsx'
import { type ListPart, type PartAnswers, partOf } from '../data/merge-posts.ts'
import { listAddressOf, recordKindsOf, recordQuery } from '../start/page-queries.ts'

export function RecordPage({ search }: PageProps) {
  const kinds = recordKindsOf(search)
  const { after } = listAddressOf(search)
  const { answer } = useQuery<RecordAnswer>(recordQuery(kinds, after))
  return (
    <>
      <PageHeading title="The Record">
        <p>
          What was promised and what was done, as the commits have it.{' '}
          <a href="/record.xml">Follow it as a feed</a>
        </p>
        {answer?.meta?.proof && <Proof {...answer.meta.proof} />}
      </PageHeading>
      <section aria-label="Entries">
        <KindFilter chosen={kinds} />
        <List<ListedEntry>
          path={recordHref(kinds)}
          address={{ tags: [], after }}
          queryPaths={({ after }) => [recordQuery(kinds, after)]}
          merge={recordPart}
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
