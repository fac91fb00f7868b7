/** The kinds of the record as chips: each is a link to the record with that kind added or taken away. */
import { RECORD_KINDS, type RecordKind } from '#domain/record/record-entry.ts'
import { KIND_LABELS, recordHref } from './record-words.ts'

export function KindFilter({ chosen }: { chosen: readonly RecordKind[] }) {
  const toggled = (kind: RecordKind) =>
    RECORD_KINDS.filter((other) => chosen.includes(other) !== (other === kind))
  return (
    <nav className="tag-filter" aria-label="Filter by kind">
      <ul className="chips">
        {RECORD_KINDS.map((kind) => (
          <li key={kind}>
            <a
              className={`chip kind-${kind}`}
              href={recordHref(toggled(kind))}
              aria-current={chosen.includes(kind) ? 'true' : undefined}
            >
              {KIND_LABELS[kind]}
            </a>
          </li>
        ))}
      </ul>
      {chosen.length > 0 && (
        <a className="button button-small" href={recordHref([])}>
          Clear Filter
        </a>
      )}
    </nav>
  )
}
