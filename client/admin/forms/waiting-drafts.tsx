/** What was typed and not saved, offered with the version it started from. */

import { momentWords } from '../frame/time-text.tsx'
import type { FormDraft } from './drafts.ts'

interface WaitingDraftListProps<D extends FormDraft> {
  drafts: readonly D[]
  onOpen: (draft: D) => void
  onDiscard: (draft: D) => void
}

export function WaitingDraftList<D extends FormDraft>({
  drafts,
  onOpen,
  onDiscard,
}: WaitingDraftListProps<D>) {
  if (drafts.length === 0) return null
  return (
    <section className="kept-drafts" aria-label="Unsaved texts">
      <h2 className="admin-subtitle">Unsaved texts</h2>
      <ul>
        {drafts.map((draft) => (
          <WaitingDraft
            key={draft.key}
            draft={draft}
            onOpen={() => onOpen(draft)}
            onDiscard={() => onDiscard(draft)}
          />
        ))}
      </ul>
    </section>
  )
}

interface WaitingDraftProps {
  draft: FormDraft
  onOpen: () => void
  onDiscard: () => void
}

function WaitingDraft({ draft, onOpen, onDiscard }: WaitingDraftProps) {
  const name = draft.fields.title.trim() || 'Untitled'
  return (
    <li className="kept-draft">
      <span className="kept-draft-words">
        <strong dir="auto">{name}</strong>
        <span className="meta">
          <span>{originWords(draft)}</span>
          <time dateTime={new Date(draft.keptAt).toISOString()}>{momentWords(draft.keptAt)}</time>
        </span>
      </span>
      <button
        type="button"
        className="button button-small button-primary"
        aria-label={`Continue ${name}`}
        onClick={onOpen}
      >
        Continue
      </button>
      <button
        type="button"
        className="button button-small"
        aria-label={`Discard ${name}`}
        onClick={onDiscard}
      >
        Discard
      </button>
    </li>
  )
}

/** What the writing is of, and the version it started from. */
function originWords(draft: FormDraft): string {
  const id = draft.kind === 'post' ? draft.postId : (draft.start?.id ?? null)
  const revision = draft.kind === 'post' ? draft.revision : draft.start?.revision
  if (id === null) return `new ${draft.kind}`
  return `edit of ${id}, started from version ${revision?.slice(0, 7) ?? 'unknown'}`
}
