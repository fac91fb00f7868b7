/**
 * What the checked-out branch itself went through: each commit against its first parent. So a merge
 * is one change, and what only ever stood on another branch is none.
 */

import { LOG_OPTIONS, type LogRecord, parseLog } from '../objects/log-records.ts'
import { commitsSince } from '../objects/near-commits.ts'
import type { ObjectReader } from '../objects/object-reader.ts'
import { isId } from '../objects/objects.ts'
import type { RepositoryPaths } from '../objects/repository-paths.ts'
import type { CommitId, LineChange, MainLineReading } from '../repository.ts'

/** Files deleted, and files added, by one commit among which git looks for edited renames. */
const RENAMES_MAX = 1_000

/** Commits and files of commits that are read without a pause for requests between them. */
const SLICE_RECORDS = 2_000

interface Deps {
  /** Runs a command of git that only reads. */
  log(args: string[]): Promise<string>
  paths: RepositoryPaths
  reader: ObjectReader
}

/** See `mainLine` of the door. */
export async function readMainLine(
  deps: Deps,
  folder: string,
  { since, to }: { since: CommitId | null; to: CommitId },
): Promise<MainLineReading> {
  if (!isId(to)) return { isWhole: true, changes: [] }
  const { prefix } = deps.paths
  const isNext = since !== null && (await wentThrough(deps, since, to))
  const options = ['--first-parent', '-m', '-M', `-l${RENAMES_MAX}`]
  const range = isNext ? `${since}..${to}` : to
  const args = ['log', ...LOG_OPTIONS, ...options, range, '--', `${prefix}${folder}`]
  return { isWhole: !isNext, changes: await parseLine(await deps.log(args), prefix) }
}

/** Whether the line to `to` went through `since`, rather than around it or from elsewhere. */
async function wentThrough({ log, reader }: Deps, since: CommitId, to: CommitId): Promise<boolean> {
  if (since === to) return true
  if (!isId(since) || (await reader.info(since))?.type !== 'commit') return false
  if ((await commitsSince(reader, { since, to })) !== null) return true
  const text = await log(['log', '--first-parent', '--format=%P', `${since}..${to}`, '--'])
  const oldest = text.trimEnd().split('\n').at(-1) ?? ''
  return oldest.split(' ')[0] === since
}

/**
 * From git's newest first, in which it prints as it goes; it would be silent for long otherwise. A
 * long history is read in slices, with pauses for requests between them.
 */
async function parseLine(text: string, prefix: string): Promise<LineChange[]> {
  const steps: LineChange[][] = []
  let sincePause = 0
  for (const record of parseLog(text)) {
    steps.push(changesIn(record, prefix))
    sincePause += 1 + record.files.length
    if (sincePause < SLICE_RECORDS) continue
    sincePause = 0
    await new Promise(setImmediate)
  }
  return steps.reverse().flat()
}

function changesIn({ commit, authoredAt, committedAt, files }: LogRecord, prefix: string) {
  // A rebase makes a new commit of an old change: the change keeps its own date.
  const step = { commit: ownText(commit), at: Math.min(authoredAt, committedAt) }
  return files.map(({ path, from, mode, before, after }) => ({
    ...step,
    path: ownText(path.slice(prefix.length)),
    from: from && ownText(from.slice(prefix.length)),
    before: before && ownText(before),
    // A link's text is a path, and a submodule has none: neither was ever content.
    after: after !== null && mode.startsWith('100') ? ownText(after) : null,
  }))
}

/** A copy of a piece of git's answer: as a slice it would keep all of that in memory. */
const ownText = (text: string) => Buffer.from(text).toString()
