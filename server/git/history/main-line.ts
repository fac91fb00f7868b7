/**
 * What the checked-out branch itself went through: each commit against its first parent. So a merge
 * is one step, and what only ever stood on another branch is none.
 */
import { parseCommitTime } from '../objects/commit-object.ts'
import { type LogRecord, readLog } from '../objects/log-records.ts'
import { isId } from '../objects/object-id.ts'
import type { RepositoryAccess } from '../objects/repository-access.ts'
import type { CommitId, LineCommit, MainLineReading } from '../repository.ts'
import { RENAMES } from './history.ts'

/** For what git says of a whole line before it prints. */
const LINE_MS_MAX = 60_000

type Deps = Pick<RepositoryAccess, 'git' | 'paths' | 'reader'>

/** See `mainLine` of the door. */
export async function readMainLine(
  deps: Deps,
  folders: readonly string[],
  { since, to }: { since: CommitId | null; to: CommitId },
): Promise<MainLineReading> {
  if (!isId(to)) return { isWhole: true, beganAt: null, commits: [] }
  const { prefix } = deps.paths
  const isNext = since !== null && (await wentThrough(deps, since, to))
  const range = isNext ? `${since}..${to}` : to
  const options = ['--first-parent', '-m', ...RENAMES, range, '--']
  const paths = folders.map((folder) => `${prefix}${folder}`)
  const commits: LineCommit[] = []
  // Newest first, in which git prints as it goes; it would be silent for long otherwise.
  await readLog(deps.git, [...options, ...paths], (record) =>
    commits.push(lineCommit(record, prefix)),
  )
  commits.reverse()
  return { isWhole: !isNext, beganAt: isNext ? null : await beginningOf(deps, to), commits }
}

/** When the line's first commit was made; null when git does not say so. */
async function beginningOf({ git }: Deps, to: CommitId): Promise<number | null> {
  const args = ['log', '--first-parent', '--max-parents=0', '--format=%ct', to, '--']
  const text = await git.text(args, { timeLimitMs: LINE_MS_MAX })
  const seconds = text.trim().split('\n').at(-1) ?? ''
  return /^\d+$/.test(seconds) ? parseCommitTime(`${seconds} +0000`).at : null
}

/** Whether the line to `to` went through `since`, rather than around it or from elsewhere. */
async function wentThrough({ git, reader }: Deps, since: CommitId, to: CommitId): Promise<boolean> {
  if (since === to) return true
  if (!isId(since) || (await reader.info(since))?.type !== 'commit') return false
  const args = ['log', '--first-parent', '--format=%P', `${since}..${to}`, '--']
  const text = await git.text(args, { timeLimitMs: LINE_MS_MAX })
  const oldest = text.trimEnd().split('\n').at(-1) ?? ''
  return oldest.split(' ')[0] === since
}

function lineCommit(record: LogRecord, prefix: string): LineCommit {
  const { commit, parents, date, authoredAt, committedAt, body, files } = record
  const contentPath = (path: string) => ownText(path.slice(prefix.length))
  return {
    commit: ownText(commit),
    parent: parents[0] === undefined ? null : ownText(parents[0]),
    date,
    authoredAt,
    committedAt,
    isMerge: parents.length > 1,
    body: ownText(body),
    changes: files
      .map(({ path, from, mode, before, after }) => ({
        path: contentPath(path),
        from: from && contentPath(from),
        before: before && ownText(before),
        // A link's text is a path, and a submodule has none: neither was ever content.
        after: after !== null && mode.startsWith('100') ? ownText(after) : null,
      }))
      .sort((a, b) => (a.path < b.path ? -1 : 1)),
  }
}

/** A copy of a piece of git's answer: as a slice it would keep all of that in memory. */
const ownText = (text: string) => Buffer.from(text).toString()
