/** The record: what was promised and what was done, newest first, by month. */
import type { ReactNode } from 'react'
import type { RecordAnswer } from '#domain/answers/public-answers.ts'
import type { RecordKind } from '#domain/record/record-entry.ts'
import { type PageProps, useApp } from '../app-context.ts'
import { Empty, Failure, failureText, Waiting } from '../components/frame/notices.tsx'
import { PageHeading } from '../components/frame/page-heading.tsx'
import { PartedList } from '../components/load-more.tsx'
import { KindFilter } from '../components/record/kind-filter.tsx'
import { RecordList } from '../components/record/record-list.tsx'
import { recordHref } from '../components/record/record-words.ts'
import { listAddressOf } from '../data/list-address.ts'
import { useFailureToast, useQuery } from '../data/use-query.ts'
import { recordKindsOf, recordQuery } from '../start/page-queries.ts'

const FAILED = 'Failed to load the record'

export function RecordPage({ search }: PageProps) {
  const kinds = recordKindsOf(search)
  return (
    <>
      <PageHeading title="The Record">
        <p>What was promised and what was done, as the commits have it.</p>
        <p className="record-ways">
          <a href="/record.xml">Follow it as a feed</a>
        </p>
      </PageHeading>
      <div className="record">
        <section className="record-main" aria-label="Entries">
          <KindFilter chosen={kinds} />
          <PartedList
            path={recordHref(kinds)}
            address={{ tags: [], after: listAddressOf(search).after }}
            older="Earlier entries."
            renderPart={(after, more, above) => (
              <Part kinds={kinds} after={after} above={above} more={more} />
            )}
          />
        </section>
      </div>
    </>
  )
}

interface PartProps {
  kinds: readonly RecordKind[]
  after: string | null
  /** The cursor of the part above; undefined where this is the first. */
  above: string | null | undefined
  more: (next: string | null) => ReactNode
}

function Part({ kinds, after, above, more }: PartProps) {
  const { queries } = useApp()
  const path = recordQuery(kinds, after)
  const state = useQuery<RecordAnswer>(path)
  // The part above is there already; the first one asks for nothing more than itself.
  const upper = useQuery<RecordAnswer>(above === undefined ? path : recordQuery(kinds, above))
  useFailureToast(state, FAILED)
  if (state.status === 'loading') return <Waiting text="Loading the record..." shape="entry" />
  if (state.status === 'failed') {
    const text = failureText(state.failure, FAILED)
    return <Failure text={text} onRetry={() => queries.retry(path)} />
  }
  const { data: entries, meta } = state.answer
  if (entries.length === 0) {
    return kinds.length > 0 ? (
      <Empty title="Nothing of this kind is on record." />
    ) : (
      <Empty title="Nothing on record yet">It begins with the first post or deadline.</Empty>
    )
  }
  return (
    <>
      <RecordList
        entries={entries}
        before={(above === undefined ? null : upper.answer?.data.at(-1)) ?? null}
      />
      {more(meta?.next_cursor ?? null)}
    </>
  )
}
