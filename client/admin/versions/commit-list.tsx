/** Commits, newest first: of all content or of one post, each with what can be done with it. */
import { type ReactNode, useState } from 'react'
import type { HistoryEntry } from '#domain/answers/admin-answers.ts'
import { MomentText, ReadList } from '../frame/parts.tsx'
import { useStatus } from '../frame/status.ts'
import { useRead } from '../frame/use-read.ts'

const SHOWN = 20

interface CommitListProps {
  /** Of the API: `/history`, or that of one post. */
  path: string
  children: (entry: HistoryEntry) => ReactNode
}

export function CommitList({ path, children }: CommitListProps) {
  // Another commit is another list.
  const commit = useStatus(({ status }) => status?.commit)
  const read = useRead<readonly HistoryEntry[]>(path, commit)
  const [shown, setShown] = useState(SHOWN)
  return (
    <ReadList name="commits" read={read}>
      {(entries) => (
        <>
          <ul className="admin-rows">
            {entries.slice(0, shown).map((entry) => (
              <li key={entry.commit} className="admin-row">
                <div className="admin-row-words">
                  <p className="admin-row-title" dir="auto">
                    {entry.subject}
                  </p>
                  <p className="meta meta-dots">
                    <MomentText at={entry.date} />
                    <span>{entry.author}</span>
                    <span>{entry.commit.slice(0, 7)}</span>
                    <span>{filesText(entry.files)}</span>
                  </p>
                </div>
                {children(entry)}
              </li>
            ))}
          </ul>
          {entries.length > shown && (
            <button type="button" className="button" onClick={() => setShown(shown + SHOWN)}>
              Load more
            </button>
          )}
        </>
      )}
    </ReadList>
  )
}

function filesText(files: readonly string[]): string {
  const [first = ''] = files
  return files.length === 1 ? first : files.length === 0 ? 'a merge' : `${files.length} files`
}
