/** How the repository stands to its remote, in full. */
import type { SiteStatus } from '#domain/answers/admin-answers.ts'
import { sharingWords } from './sharing-words.ts'
import { MomentText } from './time-text.tsx'

export function Sharing({ sync }: { sync: SiteStatus['sync'] }) {
  const { remote, last_pull, last_push, files } = sync
  if (remote === null) {
    return (
      <p className="admin-hint">
        There is no remote: everything is in this server’s repository alone.
      </p>
    )
  }
  const { tone, text } = sharingWords(sync)
  return (
    <dl className="sharing">
      <dt>Remote</dt>
      <dd>{remote}</dd>
      <dt>State</dt>
      <dd>
        <span className={`status tone-${tone}`}>{text}</span>
        {files.length > 0 && (
          <ul className="sharing-files">
            {files.map((file) => (
              <li key={file}>
                <code className="problem-place">{file}</code>
              </li>
            ))}
          </ul>
        )}
      </dd>
      <dt>Not yet shared</dt>
      <dd>{commitCount(sync.ahead)}</dd>
      <dt>Not yet here</dt>
      <dd>{commitCount(sync.behind)}</dd>
      <dt>Last pull</dt>
      <dd>{momentHere(last_pull)}</dd>
      <dt>Last push</dt>
      <dd>{momentHere(last_push)}</dd>
    </dl>
  )
}

function commitCount(count: number): string {
  if (count === 0) return 'nothing'
  return count === 1 ? '1 commit' : `${count} commits`
}

/** When something was done last. */
function momentHere(at: string | null) {
  if (at === null) return 'not since the server started'
  return <MomentText at={at} />
}
