/** What needs a person's look, and every commit. */
import type { ReactNode } from 'react'
import type { HistoryEntry, SiteStatus } from '#domain/answers/admin-answers.ts'
import type { FileConflict } from '#domain/answers/repair-answers.ts'
import { Failure } from '../../components/frame/notices.tsx'
import { TextFile } from '../files/files-panel.tsx'
import { undo } from '../frame/messages.ts'
import { PanelHead } from '../frame/panel-head.tsx'
import { Row } from '../frame/parts.tsx'
import { useStatus } from '../frame/status.ts'
import { useLiveRead } from '../frame/use-read.ts'
import { CommitList } from '../versions/commit-list.tsx'
import { conflictRow, displacedRow } from './two-versions.tsx'

export function ActivityPanel() {
  const { status } = useStatus()
  return (
    <>
      <PanelHead title="Activity" />
      {status && <NeedsLook status={status} />}
      <section aria-labelledby="commits">
        <h2 id="commits" className="admin-subtitle">
          Commits
        </h2>
        <CommitList
          path="/history"
          actions={(entry) =>
            // A merge lists no files and cannot be undone by itself.
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

/** Files that cannot be read, two texts of one file, displaced commits. */
function NeedsLook({ status: { problems, displaced } }: { status: SiteStatus }) {
  const read = useLiveRead<FileConflict[]>('/conflicts')
  const conflicts = read.data
  const copies = new Set(conflicts?.map(({ copy }) => copy))
  const faulty = problems.filter(({ file }) => !copies.has(file))
  const isFine = faulty.length + displaced.length === 0 && conflicts?.length === 0
  // Which files are drafts of a conflict is known with the conflicts.
  const isKnown = conflicts || read.fault !== null
  return (
    <section className="stack" aria-labelledby="problems">
      <h2 id="problems" className="admin-subtitle">
        Problems
      </h2>
      {read.fault !== null && conflicts === null && (
        <Failure text={read.fault} onRetry={() => void read.reload()} />
      )}
      {isFine && <p className="admin-hint">Every content file can be read.</p>}
      <Group hint="Files that cannot be read. They stay as they are until someone repairs them.">
        {isKnown &&
          [...new Set(faulty.map(({ file }) => file))].map((file) => fileRow(file, faulty))}
      </Group>
      <Group hint="Two texts of one file: this server and the remote changed the same place. Nothing is lost: choose the text that is to stand.">
        {conflicts?.map(conflictRow)}
      </Group>
      <Group hint="Changes no longer on the branch: they had been saved here, then the history was rewritten. Git keeps them, whatever you do with this list.">
        {displaced.map(displacedRow)}
      </Group>
    </section>
  )
}

interface GroupProps {
  hint: string
  children: readonly ReactNode[] | null | undefined | false
}

function Group({ hint, children }: GroupProps) {
  if (!children || children.length === 0) return null
  return (
    <div className="stack">
      <p className="admin-hint">{hint}</p>
      <ul className="admin-rows">{children}</ul>
    </div>
  )
}

/** What can be shown as text; a folder, or a name that is not read, cannot. */
const IS_TEXT = /\.(?:md|yaml)$/

function fileRow(file: string, problems: SiteStatus['problems']) {
  const own = problems.filter((problem) => problem.file === file)
  const repair = {
    label: 'Repair',
    content: (close: () => void) => (
      <TextFile path={file} line={own[0]?.line ?? null} onClose={close} />
    ),
  }
  return (
    <Row key={file} about={file} actions={IS_TEXT.test(file) ? [repair] : []}>
      {own.map(({ line, reason }) => (
        <p key={`${line} ${reason}`}>
          {line !== null && <span className="warning">Line {line}</span>} {reason}
        </p>
      ))}
    </Row>
  )
}
