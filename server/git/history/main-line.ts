/**
 * What the checked-out branch itself went through: each commit against its first parent. So a merge
 * is one change, and what only ever stood on another branch is none.
 */
import type { SimpleGit } from 'simple-git'
import type { ObjectReader } from '../objects/object-reader.ts'
import type { Places } from '../objects/repository-paths.ts'
import type { CommitId, LineChange, MainLineReading } from '../repository.ts'
import { isId } from './history.ts'
import { LOG_OPTIONS, type LogRecord, parseLog } from './log-records.ts'
import { commitsSince } from './near-commits.ts'

/** Files deleted, and files added, by one commit among which git looks for edited renames. */
const RENAMES_MAX = 1_000

/** Commits that are read without a pause for requests between them. */
const SLICE_COMMITS = 500

interface MainLine {
  read(folder: string, range: { since: CommitId | null; to: CommitId }): Promise<MainLineReading>
}

/** The main line of one repository, as far as it concerns the content folder. */
export function createMainLine(parts: {
  git: SimpleGit
  places: Places
  reader: ObjectReader
}): MainLine {
  const { git, places, reader } = parts

  /** Whether the line to `to` went through `since`, rather than around it or from elsewhere. */
  async function wentThrough(since: CommitId, to: CommitId): Promise<boolean> {
    if (since === to) return true
    if (!isId(since) || (await reader.info(since))?.type !== 'commit') return false
    if ((await commitsSince(reader, { since, to })) !== null) return true
    const range = `${since}..${to}`
    const text = await git.raw(['log', '--first-parent', '--format=%P', range, '--'])
    const oldest = text.trimEnd().split('\n').at(-1) ?? ''
    return oldest.split(' ')[0] === since
  }

  return {
    async read(folder, { since, to }) {
      if (!isId(to)) return { isWhole: true, changes: [] }
      const isNext = since !== null && (await wentThrough(since, to))
      const text = await git.raw([
        'log',
        ...LOG_OPTIONS,
        '--first-parent',
        '-m',
        '-M',
        `-l${RENAMES_MAX}`,
        isNext ? `${since}..${to}` : to,
        '--',
        `${places.prefix}${folder}`,
      ])
      return { isWhole: !isNext, changes: await parseLine(text, places.prefix) }
    },
  }
}

/**
 * From git's newest first, in which it prints as it goes; it would be silent for long otherwise. A
 * long history is read in slices, with pauses for requests between them.
 */
async function parseLine(text: string, prefix: string): Promise<LineChange[]> {
  const steps: LineChange[][] = []
  for (const record of parseLog(text)) {
    if (steps.push(changesIn(record, prefix)) % SLICE_COMMITS === 0) {
      await new Promise(setImmediate)
    }
  }
  return steps.reverse().flat()
}

function changesIn({ commit, authoredAt, committedAt, files }: LogRecord, prefix: string) {
  // A rebase commits an old change anew: the change is as old as it says.
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
