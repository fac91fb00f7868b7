/** Everything git remembers, with a way back from each commit, and what needs a person's look. */
import { useState } from 'react'
import type { HistoryEntry } from '#domain/answers/admin-answers.ts'
import { Failure } from '../../components/frame/notices.tsx'
import { NeedsLook } from '../conflicts/needs-look.tsx'
import { undo } from '../frame/messages.ts'
import { Sharing } from '../frame/sharing.tsx'
import { refreshStatus, useStatus } from '../frame/status.ts'
import { MomentText } from '../frame/time-text.tsx'
import { useLoaded } from '../frame/use-loaded.ts'

const SHOWN = 50

export function ActivityPanel() {
  const { status, reachable } = useStatus()
  // Asked once: the status, which comes first, names the commit after which to ask again.
  const path = status || !reachable ? '/history' : null
  const { data: entries, fault, reload } = useLoaded<HistoryEntry[]>(path, status?.commit)
  const [shown, setShown] = useState(SHOWN)
  return (
    <>
      {status && <NeedsLook status={status} />}
      {status && (
        <section aria-labelledby="sharing">
          <h2 id="sharing" className="admin-subtitle">
            Sharing
          </h2>
          <Sharing sync={status.sync} />
        </section>
      )}
      <section aria-labelledby="commits" aria-busy={!entries}>
        <h2 id="commits" className="admin-subtitle">
          Commits
        </h2>
        {fault !== null && <Failure text={fault} onRetry={() => void reload()} />}
        <ul className="admin-rows">
          {entries?.slice(0, shown).map((entry) => (
            <CommitRow key={entry.commit} entry={entry} onChanged={() => void refreshStatus()} />
          ))}
        </ul>
        {entries?.length === 0 && <p className="admin-hint">No commits yet.</p>}
        {entries && entries.length > shown && (
          <button type="button" className="button" onClick={() => setShown(shown + SHOWN)}>
            Load more
          </button>
        )}
      </section>
    </>
  )
}

function CommitRow({ entry, onChanged }: { entry: HistoryEntry; onChanged: () => void }) {
  const [busy, setBusy] = useState(false)
  const { subject, date, author, commit, files } = entry
  const revert = async () => {
    // One click would take the whole site away with the commit that it began with.
    if (files.length > 1 && !confirm(`Revert all ${files.length} files of “${subject}”?`)) return
    setBusy(true)
    await undo(commit, onChanged)
    setBusy(false)
  }
  return (
    <li className="admin-row">
      <div className="admin-row-words">
        <p className="admin-row-title" dir="auto">
          {subject}
        </p>
        <p className="meta meta-dots">
          <MomentText at={date} />
          <span>{author}</span>
          <span>{commit.slice(0, 7)}</span>
          <span>{filesWords(files)}</span>
        </p>
      </div>
      {/* A merge names no files of its own and cannot be undone by itself. */}
      {files.length > 0 && (
        <div className="admin-row-buttons">
          <button
            type="button"
            className="button button-small"
            aria-label={`Revert: ${subject}`}
            disabled={busy}
            onClick={() => void revert()}
          >
            Revert
          </button>
        </div>
      )}
    </li>
  )
}

function filesWords(files: readonly string[]): string {
  const [first = ''] = files
  return files.length === 1 ? first : files.length === 0 ? 'a merge' : `${files.length} files`
}
