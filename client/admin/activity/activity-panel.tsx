/** The page Activity: what needs attention, and all commits. */
import type { ReactNode } from 'react'
import type { HistoryEntry, SiteStatus } from '#domain/answers/admin-answers.ts'
import type {
  Displaced,
  DisplacedText,
  DisplacedWithTexts,
  FileConflict,
  FileConflictVersions,
} from '#domain/answers/repair-answers.ts'
import { ErrorState } from '../../components/frame/parts.tsx'
import { TextFile } from '../files/files-panel.tsx'
import { undo, write } from '../frame/messages.ts'
import { PanelHead } from '../frame/panel-head.tsx'
import { MomentText, ReadState, Row } from '../frame/parts.tsx'
import { useStatus } from '../frame/status.ts'
import { useLiveRead, useRead } from '../frame/use-read.ts'
import { CommitList, TwoTexts, type TwoTextsProps } from '../versions/two-texts.tsx'

export function ActivityPanel() {
  const { status } = useStatus()
  return (
    <>
      <PanelHead title="Activity" />
      {status && <Problems status={status} />}
      <section aria-labelledby="commits">
        <h2 id="commits" className="admin-subtitle">
          Commits
        </h2>
        <CommitList
          path="/history"
          actions={(entry) =>
            // A merge lists no files and cannot be reverted.
            entry.files.length > 0 ? [{ label: 'Revert', onClick: () => revert(entry) }] : []
          }
        />
      </section>
    </>
  )
}

function revert({ commit, subject, files }: HistoryEntry): void {
  // Reverting the first commit would remove the whole site.
  if (files.length > 1 && !confirm(`Revert all ${files.length} files of “${subject}”?`)) return
  void undo(commit)
}

/** What needs attention: unreadable files, conflicts, displaced commits. */
function Problems({ status: { problems, displaced } }: { status: SiteStatus }) {
  const read = useLiveRead<FileConflict[]>('/conflicts')
  const conflicts = read.data
  const copies = new Set(conflicts?.map(({ copy }) => copy))
  const faulty = problems.filter(({ file }) => !copies.has(file))
  const isFine = faulty.length + displaced.length === 0 && conflicts?.length === 0
  // Only the list of conflicts tells which files are copies of a conflict.
  const isKnown = conflicts || read.error !== null
  return (
    <section className="stack" aria-labelledby="problems">
      <h2 id="problems" className="admin-subtitle">
        Problems
      </h2>
      {read.error !== null && conflicts === null && (
        <ErrorState text={read.error} onRetry={read.reload} />
      )}
      {isFine && <p className="admin-hint">Every content file can be read.</p>}
      <Group hint="Files that cannot be read. They stay as they are until someone repairs them.">
        {isKnown &&
          [...new Set(faulty.map(({ file }) => file))].map((file) => problemRow(file, faulty))}
      </Group>
      <Group hint="Two texts of one file: this server and the remote changed the same place. Nothing is lost: choose the text to keep.">
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

/** Files that can be edited as text; folders and other names cannot. */
const TEXT_FILE = /\.(?:md|yaml)$/

function problemRow(file: string, problems: SiteStatus['problems']) {
  const own = problems.filter((problem) => problem.file === file)
  const repair = {
    label: 'Repair',
    content: (close: () => void) => (
      <TextFile path={file} line={own[0]?.line ?? null} onClose={close} />
    ),
  }
  return (
    <Row key={file} about={file} actions={TEXT_FILE.test(file) ? [repair] : []}>
      {own.map(({ line, reason }) => (
        <p key={`${line} ${reason}`}>
          {line !== null && <span className="warning">Line {line}</span>} {reason}
        </p>
      ))}
    </Row>
  )
}

function conflictRow(conflict: FileConflict) {
  const { id, file } = conflict
  const choose = { label: 'Choose a text', content: () => <ConflictFile id={id} /> }
  return (
    <Row key={id} about={file} actions={[choose]}>
      <p>
        The text of the remote is at this path. The other is a copy beside it, which of a post is a
        draft that you can edit before.
      </p>
    </Row>
  )
}

function ConflictFile({ id }: { id: string }) {
  const path = `/conflicts/${encodeURIComponent(id)}`
  const read = useLiveRead<FileConflictVersions>(path)
  if (!read.data) return <ReadState read={read} name="both texts" />
  const { site, other } = read.data
  /** @param text null keeps the site's text */
  const resolve = (text: string | null, title: string) => {
    return write<FileConflict>({
      method: 'POST',
      path: `${path}/resolve`,
      body: { text, revision: site.revision, other_revision: other.revision },
      saved: () => ({ title, description: `${other.path} has one text now. The copy is gone.` }),
      failed: 'Failed to resolve the conflict',
    })
  }
  return (
    <TwoTexts
      hint="Struck through is what only the site’s text has; underlined is what only the other has."
      before={site.text}
      after={other.text}
      choices={{
        'Keep the site’s text': () => resolve(null, 'The site’s text stays'),
        'Take the other text': () => resolve(other.text, 'The other text was taken'),
      }}
    />
  )
}

function displacedRow(change: Displaced) {
  const { commit, subject, date, files } = change
  return (
    <Row
      key={commit}
      about={subject}
      actions={[
        { label: 'Look', content: () => <DisplacedTexts change={change} /> },
        { label: 'Restore', onClick: () => restore(change, false) },
        { label: 'Discard', isDanger: true, onClick: () => discard(change) },
      ]}
    >
      <p className="meta">
        <MomentText at={date} />
        <span>{commit.slice(0, 7)}</span>
        <span>{files.join(', ')}</span>
      </p>
    </Row>
  )
}

/** @param whole where a merge clashes, true takes the displaced text instead of failing */
function restore({ commit, subject }: Displaced, whole: boolean) {
  return write<Displaced>({
    method: 'POST',
    path: `/displaced/${commit}/restore`,
    body: { whole },
    saved: () => ({ title: 'Restored', description: subject }),
    failed: 'Failed to restore',
  })
}

/** Removes a change from the list, or with `discarded` false adds it again; git keeps it. */
function discard(change: Displaced, discarded = true) {
  const { commit, subject } = change
  const run = () => void discard(change, false)
  return write<Displaced>({
    method: 'PATCH',
    path: `/displaced/${commit}`,
    body: { discarded },
    saved: () =>
      discarded
        ? {
            title: 'Discarded',
            description: `Git keeps “${subject}”.`,
            action: { label: 'Undo', run },
          }
        : { title: 'Undone', description: subject },
    failed: 'Failed to discard',
  })
}

function DisplacedTexts({ change }: { change: Displaced }) {
  const read = useRead<DisplacedWithTexts>(`/displaced/${change.commit}`)
  if (!read.data) return <ReadState read={read} name="the displaced texts" />
  const { texts } = read.data
  const [site, displaced] =
    texts.length > 1
      ? ['Keep all of the site’s texts', 'Take all displaced texts']
      : ['Keep the site’s text', 'Take the displaced text']
  const choices = { [site]: () => discard(change), [displaced]: () => restore(change, true) }
  const hasClash = texts.some(({ fits }) => !fits)
  // A choice is one of the whole commit, so it is below the last file.
  return texts.map((text, index) => (
    <FileDiff
      key={text.path}
      text={text}
      choices={hasClash && index === texts.length - 1 ? choices : {}}
    />
  ))
}

function FileDiff({ text, choices }: Pick<TwoTextsProps, 'choices'> & { text: DisplacedText }) {
  const { path, now, wanted, fits, result } = text
  const fitting = 'underlined is what would come back, struck through is what would go.'
  const clashing =
    'changed at the same place since. Struck through is what only the site has; underlined is what only the displaced text has.'
  return (
    <TwoTexts
      hint={`${path}: ${fits ? fitting : clashing}`}
      before={now ?? ''}
      after={(fits ? result : wanted) ?? ''}
      choices={choices}
    />
  )
}
