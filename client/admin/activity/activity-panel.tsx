/** What needs a person's look, how the repository stands to its remote, and every commit. */

import type { HistoryEntry, SiteStatus } from '#domain/answers/admin-answers.ts'
import { undo } from '../frame/messages.ts'
import { PanelHead } from '../frame/panel-head.tsx'
import { MomentText } from '../frame/parts.tsx'
import { sharingText, useStatus } from '../frame/status.ts'
import { CommitList } from '../versions/commit-list.tsx'
import { NeedsLook } from './needs-look.tsx'

export function ActivityPanel() {
  const { status } = useStatus()
  return (
    <>
      <PanelHead title="Activity" />
      {status && <NeedsLook status={status} />}
      {status && <Sharing sync={status.sync} />}
      <section aria-labelledby="commits">
        <h2 id="commits" className="admin-subtitle">
          Commits
        </h2>
        <CommitList
          path="/history"
          actions={(entry) =>
            // A merge names no files of its own and cannot be undone by itself.
            entry.files.length > 0 ? [{ label: 'Revert', onClick: () => revert(entry) }] : []
          }
        />
      </section>
    </>
  )
}

function revert({ commit, subject, files }: HistoryEntry): void {
  // One click would take the whole site away with the commit that it began with.
  if (files.length > 1 && !confirm(`Revert all ${files.length} files of “${subject}”?`)) return
  void undo(commit)
}

function Sharing({ sync }: { sync: SiteStatus['sync'] }) {
  const { remote, error, last_pull, last_push, files } = sync
  return (
    <section aria-labelledby="sharing">
      <h2 id="sharing" className="admin-subtitle">
        Sharing
      </h2>
      {remote === null ? (
        <p className="admin-hint">
          There is no remote: everything is in this server’s repository alone.
        </p>
      ) : (
        <p className={error ? 'admin-fault' : 'admin-hint'}>
          <code>{remote}</code>: {sharingText(sync)} {files.join(', ')}
        </p>
      )}
      {/* While sharing fails these are of the time before. */}
      {last_pull && (
        <p className="admin-hint">
          Last pull that worked: <MomentText at={last_pull} />
        </p>
      )}
      {last_push && (
        <p className="admin-hint">
          Last push that worked: <MomentText at={last_push} />
        </p>
      )}
    </section>
  )
}
