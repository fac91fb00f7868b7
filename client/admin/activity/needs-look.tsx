/** What needs a person's look: files that cannot be read, two texts of one file, displaced commits. */
import { type ReactNode, useState } from 'react'
import type { SiteStatus } from '#domain/answers/admin-answers.ts'
import type { FileConflict, FileProblem } from '#domain/answers/repair-answers.ts'
import { Failure } from '../../components/frame/notices.tsx'
import { TextFile } from '../files/text-file.tsx'
import { RowButton } from '../frame/parts.tsx'
import { refreshStatus } from '../frame/status.ts'
import { useLiveRead } from '../frame/use-read.ts'
import { ConflictRow } from './conflict-row.tsx'
import { DisplacedRow } from './displaced-row.tsx'

export function NeedsLook({ status }: { status: SiteStatus }) {
  const { problems, displaced } = status
  const read = useLiveRead<FileConflict[]>('/conflicts')
  const conflicts = read.data
  const copies = new Set(conflicts?.map(({ copy }) => copy))
  const faulty = problems.filter(({ file }) => !copies.has(file))
  const isFine = faulty.length + displaced.length === 0 && conflicts?.length === 0
  return (
    <section className="stack" aria-labelledby="problems">
      <h2 id="problems" className="admin-subtitle">
        Problems
      </h2>
      {read.fault !== null && conflicts === null && (
        <Failure text={read.fault} onRetry={() => void read.reload()} />
      )}
      {isFine && <p className="admin-hint">Every content file can be read.</p>}
      {/* Which files are drafts of a conflict is known with the conflicts. */}
      {(conflicts || read.fault !== null) && <FileProblems problems={faulty} />}
      <Group
        title="Two texts of one file"
        hint="This server and the remote changed the same place. Nothing is lost: choose the text that is to stand."
      >
        {conflicts?.map((conflict) => (
          <ConflictRow key={conflict.id} conflict={conflict} />
        ))}
      </Group>
      <Group
        title="Changes no longer on the branch"
        hint="They had been saved here, then the history was rewritten. Git keeps them, whatever you do with this list."
      >
        {displaced.map((change) => (
          <DisplacedRow key={change.commit} change={change} />
        ))}
      </Group>
    </section>
  )
}

interface GroupProps {
  title: string
  hint: string
  children: readonly ReactNode[] | undefined
}

function Group({ title, hint, children = [] }: GroupProps) {
  if (children.length === 0) return null
  return (
    <div>
      <h3 className="admin-row-title">{title}</h3>
      <p className="admin-hint">{hint}</p>
      <ul className="admin-rows">{children}</ul>
    </div>
  )
}

/** What can be shown as text; a folder, or a name that is not read, cannot. */
const IS_TEXT = /\.(?:md|yaml)$/

function FileProblems({ problems }: { problems: readonly FileProblem[] }) {
  const [open, setOpen] = useState<FileProblem | null>(null)
  // A file that is open stays, also when its last problem has gone.
  const isListed = !open || problems.some(({ file }) => file === open.file)
  const listed = isListed ? problems : [...problems, open]
  const files = [...new Set(listed.map(({ file }) => file))]
  return (
    <Group
      title="Files"
      hint="They stay as they are until someone repairs them. Everything that can be read is served."
    >
      {files.map((file) => {
        const isOpen = open?.file === file
        const own = listed.filter((problem) => problem.file === file)
        const [first] = own
        return (
          <li key={file} className="admin-row">
            <div className="admin-row-words">
              <code className="problem-place">{file}</code>
              {isOpen ||
                own.map(({ line, reason }) => (
                  <p key={`${line} ${reason}`}>
                    {line !== null && <span className="problem-place">Line {line}</span>} {reason}
                  </p>
                ))}
            </div>
            {IS_TEXT.test(file) && first && (
              <RowButton
                label="Repair"
                about={file}
                expanded={isOpen}
                onClick={() => setOpen(isOpen ? null : first)}
              />
            )}
            {isOpen && (
              <TextFile
                path={file}
                line={open?.line ?? null}
                onClose={() => setOpen(null)}
                onSaved={() => void refreshStatus()}
              />
            )}
          </li>
        )
      })}
    </Group>
  )
}
