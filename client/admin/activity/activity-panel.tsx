/** The page Activity: what needs attention, and all commits. */
import type { ReactNode } from 'react'
import type { HistoryEntry, SiteStatus } from '#domain/answers/admin-answers.ts'
import type { Answer } from '#domain/answers/public-answers.ts'
import type {
  Displaced,
  DisplacedWithTexts,
  FileConflict,
  FileConflictVersions,
} from '#domain/answers/repair-answers.ts'
import { useApp, useQuery } from '../../app-context.ts'
import { ErrorState } from '../../components/frame/parts.tsx'
import { TextFile } from '../files/files-panel.tsx'
import { undo, write } from '../frame/messages.ts'
import { MomentText, Read, Row } from '../frame/parts.tsx'
import { useStatus } from '../frame/status.ts'
import { PanelHead } from '../panel-head.tsx'
import { CommitList, TwoTexts } from '../versions/two-texts.tsx'

export function ActivityPanel() {
  const { status } = useStatus()
  return (
    <>
      <PanelHead title="Activity" />
      <section aria-labelledby="problems">
        <h2 id="problems" className="admin-subtitle">
          Problems
        </h2>
        {status && <Problems status={status} />}
      </section>
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

const CONFLICTS = '/conflicts'

/** What needs attention: unreadable files, conflicts, displaced commits. */
function Problems({ status: { problems, displaced } }: { status: SiteStatus }) {
  const { queries } = useApp()
  const { answer, failure } = useQuery<Answer<FileConflict[]>>(CONFLICTS)
  const conflicts = answer?.data ?? []
  const copies = new Set(conflicts.map(({ copy }) => copy))
  const faulty = problems.filter(({ file, warning }) => !warning && !copies.has(file))
  const files = [...new Set(faulty.map(({ file }) => file))]
  const isEmpty = files.length + conflicts.length + displaced.length === 0
  return (
    <>
      {isEmpty && answer && <p className="admin-hint">Every content file can be read.</p>}
      {failure && <ErrorState text={failure.error} onRetry={() => queries.retry(CONFLICTS)} />}
      <Group hint="Files that cannot be read. They stay as they are until someone repairs them.">
        {files.map((file) => problemRow(file, faulty))}
      </Group>
      <Group hint="Two texts of one file: this server and the remote changed the same place. Nothing is lost: choose the text to keep.">
        {conflicts.map(conflictRow)}
      </Group>
      <Group hint="Changes no longer on the branch: they had been saved here, then the history was rewritten. Git keeps them, whatever you do with this list.">
        {displaced.map(displacedRow)}
      </Group>
    </>
  )
}

function Group({ hint, children }: { hint: string; children: readonly ReactNode[] }) {
  if (children.length === 0) return null
  return (
    <div className="stack list-start">
      <p className="admin-hint">{hint}</p>
      <ul className="admin-rows">{children}</ul>
    </div>
  )
}

/** Files that can be edited as text; folders and other names cannot. */
const TEXT_FILE = /\.(?:md|yaml)$/

function problemRow(file: string, problems: SiteStatus['problems']) {
  const ofFile = problems.filter((problem) => problem.file === file)
  const repair = {
    label: 'Repair',
    content: (close: () => void) => (
      <TextFile path={file} line={ofFile[0]?.line ?? null} onClose={close} />
    ),
  }
  return (
    <Row key={file} subject={file} actions={TEXT_FILE.test(file) ? [repair] : []}>
      {ofFile.map(({ line, reason }) => (
        <p key={`${line} ${reason}`}>
          {line !== null && <span className="warning">Line {line}</span>} {reason}
        </p>
      ))}
    </Row>
  )
}

function conflictRow({ id, file }: FileConflict) {
  const choose = { label: 'Choose a text', content: () => <ConflictFile id={id} /> }
  return (
    <Row key={id} subject={file} actions={[choose]}>
      <p>
        The text of the remote is at this path. The other is a copy beside it, which of a post is a
        draft that you can edit before.
      </p>
    </Row>
  )
}

function ConflictFile({ id }: { id: string }) {
  const path = `/conflicts/${encodeURIComponent(id)}`
  return (
    <Read<FileConflictVersions> path={path} name="both texts">
      {({ site, other }) => {
        /** @param text null keeps the site's text */
        const resolve = (text: string | null, title: string) => {
          const description = `${other.path} has one text now. The copy is gone.`
          return write<FileConflict>({
            method: 'POST',
            path: `${path}/resolve`,
            body: { text, revision: site.revision, other_revision: other.revision },
            saved: () => ({ title, description }),
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
      }}
    </Read>
  )
}

function displacedRow(change: Displaced) {
  const { commit, subject, date, files } = change
  return (
    <Row
      key={commit}
      subject={subject}
      actions={[
        { label: 'Compare', content: () => <DisplacedTexts change={change} /> },
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
  return write<Displaced>({
    method: 'PATCH',
    path: `/displaced/${commit}`,
    body: { discarded },
    saved: () => ({
      title: discarded ? 'Discarded' : 'Undone',
      description: discarded ? `Git keeps “${subject}”.` : subject,
      undo: discarded ? () => void discard(change, false) : undefined,
    }),
    failed: 'Failed to discard',
  })
}

const FITS = 'underlined is what would come back, struck through is what would go.'
const CLASHES =
  'changed at the same place since. Struck through is what only the site has; underlined is what only the displaced text has.'

/** The files of a displaced commit; where they clash with the site's, the whole commit is chosen. */
function DisplacedTexts({ change }: { change: Displaced }) {
  const choices = {
    'Keep what the site has': () => discard(change),
    'Take what was displaced': () => restore(change, true),
  }
  return (
    <Read<DisplacedWithTexts> path={`/displaced/${change.commit}`} name="the displaced texts">
      {({ texts }) => {
        const hasClash = texts.some(({ fits }) => !fits)
        return texts.map(({ path, now, wanted, fits, result }, index) => (
          <TwoTexts
            key={path}
            hint={`${path}: ${fits ? FITS : CLASHES}`}
            before={now ?? ''}
            after={(fits ? result : wanted) ?? ''}
            choices={hasClash && index === texts.length - 1 ? choices : {}}
          />
        ))
      }}
    </Read>
  )
}
