/** The record: what was promised and what was done, newest first, by month. */
import type { RecordAnswer } from '#domain/answers/public-answers.ts'
import type { RecordEntry } from '#domain/record/record-entry.ts'
import type { PageProps } from '../app-context.ts'
import { Empty } from '../components/frame/notices.tsx'
import { PageHeading } from '../components/frame/page-heading.tsx'
import { List } from '../components/list.tsx'
import { KindFilter, RecordEntries, recordHref } from '../components/record.tsx'
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
          queries={({ after }) => [recordQuery(kinds, after)]}
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
