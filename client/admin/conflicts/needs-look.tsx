/** What needs a person's look: files that cannot be read, two texts of one file, displaced commits. */
import type { ReactNode } from 'react'
import type { SiteStatus } from '#domain/answers/admin-answers.ts'
import type { FileConflict } from '#domain/answers/repair-answers.ts'
import { FileProblems } from '../files/file-problems.tsx'
import { refreshStatus } from '../frame/status.ts'
import { useLoaded } from '../frame/use-loaded.ts'
import { ConflictChoices } from './conflict-choices.tsx'
import { DisplacedCommits } from './displaced-commits.tsx'

const COPY = /-conflict-[0-9a-f]{7}\.md$/

export function NeedsLook({ status }: { status: SiteStatus }) {
  const { problems, displaced, commit } = status
  // A commit may have made a conflict, or ended one.
  const { data, reload } = useLoaded<FileConflict[]>('/conflicts', commit)
  const conflicts = data ?? []
  const copies = new Set(conflicts.map(({ copy }) => copy))
  // Until it is known which drafts are copies, none is shown as a file at fault.
  const isCopy = (file: string) => (data === null ? COPY.test(file) : copies.has(file))
  const faulty = problems.filter(({ file }) => !isCopy(file))
  const changed = () => {
    void reload()
    void refreshStatus()
  }
  return (
    <section aria-labelledby="problems">
      <h2 id="problems" className="admin-subtitle">
        Problems
      </h2>
      {faulty.length + conflicts.length + displaced.length === 0 && (
        <p className="admin-hint">Every content file can be read.</p>
      )}
      <div className="needs-look">
        <Group title="Files" isEmpty={faulty.length === 0}>
          <p className="admin-hint">
            They stay as they are until someone repairs them. Everything that can be read is served.
          </p>
          <FileProblems problems={faulty} />
        </Group>
        <Group title="Two texts of one file" isEmpty={conflicts.length === 0}>
          <p className="admin-hint">
            This server and the remote changed the same place. Nothing is lost: choose the text that
            is to stand.
          </p>
          <ConflictChoices conflicts={conflicts} onChanged={changed} />
        </Group>
        <Group title="Changes no longer on the branch" isEmpty={displaced.length === 0}>
          <p className="admin-hint">
            They had been saved here, then the history was rewritten. Git keeps them, whatever you
            do with this list.
          </p>
          <DisplacedCommits changes={displaced} onChanged={changed} />
        </Group>
      </div>
    </section>
  )
}

interface GroupProps {
  title: string
  isEmpty: boolean
  children: ReactNode
}

function Group({ title, isEmpty, children }: GroupProps) {
  if (isEmpty) return null
  return (
    <div className="needs-group">
      <h3 className="needs-title">{title}</h3>
      {children}
    </div>
  )
}
