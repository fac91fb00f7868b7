/**
 * What the checked-out branch itself went through: each commit against its first parent. So a merge
 * is one step, and what only ever stood on another branch is none. `nearLine` reads a few commits in
 * process, as after a save; for more, `readMainLine` asks git once.
 */
import { parseCommitTime } from '../objects/commit-object.ts'
import type { Git } from '../objects/git-process.ts'
import { type LogRecord, readLog } from '../objects/log-records.ts'
import { type CommitHead, commitHead, commitStory, commitsSince } from '../objects/near-commits.ts'
import type { ObjectReader } from '../objects/object-reader.ts'
import { isId } from '../objects/objects.ts'
import type { RepositoryPaths } from '../objects/repository-paths.ts'
import { entryAt } from '../objects/tree.ts'
import type { TreeCache } from '../objects/tree-cache.ts'
import { diffTrees } from '../objects/tree-diff.ts'
import { RefusedTreeError } from '../objects/verify-path.ts'
import type { CommitId, LineChange, LineCommit, MainLineReading } from '../repository.ts'

/** For what git says of a whole line before it prints. */
const LINE_MS_MAX = 60_000

interface Deps {
  git: Git
  paths: RepositoryPaths
  reader: ObjectReader
  trees: TreeCache
}

type Range = { since: CommitId | null; to: CommitId }

/** See `mainLine` of the door. */
export async function readMainLine(
  deps: Deps,
  folders: readonly string[],
  { since, to }: Range,
): Promise<MainLineReading> {
  if (!isId(to)) return { isWhole: true, beganAt: null, commits: [] }
  const { prefix } = deps.paths
  const isNext = since !== null && (await wentThrough(deps, since, to))
  const options = ['--first-parent', '-m', '--no-renames']
  const range = isNext ? `${since}..${to}` : to
  const paths = folders.map((folder) => `${prefix}${folder}`)
  const commits: LineCommit[] = []
  // Newest first, in which git prints as it goes; it would be silent for long otherwise.
  await readLog(deps.git, [...options, range, '--', ...paths], (record) =>
    commits.push(lineCommit(record, prefix)),
  )
  commits.reverse()
  return { isWhole: !isNext, beganAt: isNext ? null : await beginningOf(deps, to), commits }
}

/** See `nearLine` of the door. */
export async function nearLine(
  deps: Omit<Deps, 'git'>,
  folders: readonly string[],
  { since, to }: Range,
): Promise<LineCommit[] | null> {
  if (since === to) return []
  if (since === null || !isId(since) || !isId(to)) return null
  const heads = await commitsSince(deps.reader, { since, to })
  if (heads === null) return null
  const commits: LineCommit[] = []
  let before = await commitHead(deps.reader, since)
  for (const head of heads.reverse()) {
    const commit = before && (await nearCommit(deps, folders, { before, head }))
    if (commit === null) return null
    if (commit.changes.length > 0) commits.push(commit)
    before = head
  }
  return commits
}

/** A commit as git would tell it; null when only git can. */
async function nearCommit(
  { trees, paths }: Omit<Deps, 'git'>,
  folders: readonly string[],
  { before, head }: { before: CommitHead; head: CommitHead },
): Promise<LineCommit | null> {
  const story = commitStory(head)
  if (story === null) return null
  const changes: LineChange[] = []
  try {
    for (const folder of folders) {
      const place = `${paths.prefix}${folder}`
      const [from, to] = await Promise.all(
        [before, head].map(({ tree }) => entryAt(trees, tree, place)),
      )
      const idOf = (entry: typeof from) => (entry?.mode === '40000' ? entry.id : null)
      for (const [path, change] of await diffTrees(trees, idOf(from ?? null), idOf(to ?? null))) {
        const isFile = change.after?.mode.startsWith('100') === true
        const after = isFile ? (change.after?.id ?? null) : null
        changes.push({ path: `${folder}/${path}`, before: change.before?.id ?? null, after })
      }
    }
  } catch (error) {
    if (error instanceof RefusedTreeError) return null
    throw error
  }
  const { id: commit, parents } = head
  return { commit, ...story, isMerge: parents.length > 1, changes: changes.sort(byPath) }
}

const byPath = (a: LineChange, b: LineChange) => (a.path < b.path ? -1 : 1)

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
  if ((await commitsSince(reader, { since, to })) !== null) return true
  const args = ['log', '--first-parent', '--format=%P', `${since}..${to}`, '--']
  const text = await git.text(args, { timeLimitMs: LINE_MS_MAX })
  const oldest = text.trimEnd().split('\n').at(-1) ?? ''
  return oldest.split(' ')[0] === since
}

function lineCommit(record: LogRecord, prefix: string): LineCommit {
  const { commit, parents, date, authoredAt, committedAt, body, files } = record
  return {
    commit: ownText(commit),
    date,
    authoredAt,
    committedAt,
    isMerge: parents.length > 1,
    body: ownText(body),
    changes: files
      .map(({ path, mode, before, after }) => ({
        path: ownText(path.slice(prefix.length)),
        before: before && ownText(before),
        // A link's text is a path, and a submodule has none: neither was ever content.
        after: after !== null && mode.startsWith('100') ? ownText(after) : null,
      }))
      .sort(byPath),
  }
}

/** A copy of a piece of git's answer: as a slice it would keep all of that in memory. */
const ownText = (text: string) => Buffer.from(text).toString()
