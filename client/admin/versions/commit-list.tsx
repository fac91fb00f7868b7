/** Commits, newest first: of all content or of one post, each with what can be done with it. */
import { useState } from 'react'
import type { HistoryEntry } from '#domain/answers/admin-answers.ts'
import { Button, MomentText, ReadList, Row, type RowAction } from '../frame/parts.tsx'
import { useStatus } from '../frame/status.ts'
import { useRead } from '../frame/use-read.ts'

const SHOWN = 20

interface CommitListProps {
  /** Of the API: `/history`, or that of one post. */
  path: string
  actions: (entry: HistoryEntry) => readonly RowAction[]
}

export function CommitList({ path, actions }: CommitListProps) {
  // Another commit is another list.
  const commit = useStatus(({ status }) => status?.commit)
  const read = useRead<readonly HistoryEntry[]>(path, commit)
  const [shown, setShown] = useState(SHOWN)
  return (
    <>
      <ReadList name="commits" read={{ ...read, data: read.data?.slice(0, shown) ?? null }}>
        {(entry) => (
          <Row key={entry.commit} about={entry.subject} actions={actions(entry)}>
            <p className="meta">
              <MomentText at={entry.date} />
              <span>{entry.author}</span>
              <span>{entry.commit.slice(0, 7)}</span>
              <span>{filesText(entry.files)}</span>
            </p>
          </Row>
        )}
      </ReadList>
      {read.data && read.data.length > shown && (
        <p>
          <Button onClick={() => setShown(shown + SHOWN)}>Load more</Button>
        </p>
      )}
    </>
  )
}

function filesText(files: readonly string[]): string {
  const [first = ''] = files
  return files.length === 1 ? first : files.length === 0 ? 'a merge' : `${files.length} files`
}
