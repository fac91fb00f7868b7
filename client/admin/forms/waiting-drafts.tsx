/** What was typed and not saved, offered with what became of its post or project since. */
import { MomentText } from '../frame/time-text.tsx'
import type { FormDraft } from './drafts.ts'
import type { WaitingDrafts } from './use-waiting-drafts.ts'

interface WaitingDraftListProps<D extends FormDraft> {
  waiting: WaitingDrafts<D>
  /** The current revision of a post or project; undefined where it is not known. */
  revisionOf: (id: string) => string | undefined
  onOpen: (draft: D) => void
}

export function WaitingDraftList<D extends FormDraft>({
  waiting: { drafts, take, discard },
  revisionOf,
  onOpen,
}: WaitingDraftListProps<D>) {
  if (drafts.length === 0) return null
  const goOn = async (draft: D) => {
    const taken = await take(draft)
    if (taken) onOpen(taken)
  }
  return (
    <section className="kept-drafts" aria-label="Unsaved texts">
      <h2 className="admin-subtitle">Unsaved texts</h2>
      <ul>
        {drafts.map((draft) => (
          <WaitingDraft
            key={draft.key}
            draft={draft}
            revision={revisionOf(idOf(draft) ?? '')}
            onOpen={() => void goOn(draft)}
            onDiscard={() => discard(draft)}
          />
        ))}
      </ul>
    </section>
  )
}

interface WaitingDraftProps {
  draft: FormDraft
  /** The current revision of what the draft edits; undefined where it is not known. */
  revision: string | undefined
  onOpen: () => void
  onDiscard: () => void
}

function WaitingDraft({ draft, revision, onOpen, onDiscard }: WaitingDraftProps) {
  const name = draft.fields.title.trim() || 'Untitled'
  return (
    <li className="kept-draft">
      <span className="kept-draft-words">
        <strong dir="auto">{name}</strong>
        <span className="meta meta-dots">
          <span>{originWords(draft, revision)}</span>
          <MomentText at={draft.keptAt} />
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

/** What the writing is an edit of; null for something new. */
const idOf = (draft: FormDraft) =>
  draft.kind === 'post' ? draft.postId : (draft.start?.id ?? null)

/** What the writing is of, and whether that has changed since. */
function originWords(draft: FormDraft, revision: string | undefined): string {
  const id = idOf(draft)
  if (id === null) return `new ${draft.kind}`
  const started = draft.kind === 'post' ? draft.revision : draft.start?.revision
  if (revision === undefined) return `changes to “${id}”`
  return started === revision
    ? `changes to “${id}”; what is saved has not changed since`
    : `changes to “${id}”; what is saved has changed since: a save puts both together, or asks`
}
