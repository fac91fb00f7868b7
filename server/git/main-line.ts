/**
 * What the checked-out branch itself went through: each commit against its first parent. So a merge
 * is one change, and what only ever stood on another branch is none.
 */
import type { SimpleGit } from 'simple-git'
import { isId } from './history.ts'
import type { ObjectReader } from './object-reader.ts'
import type { Places } from './places.ts'
import type { CommitId, LineChange, MainLineReading } from './repository.ts'

/** Files deleted, and files added, by one commit among which git looks for edited renames. */
const RENAMES_MAX = 1_000

/** Commits that are read without a pause for requests between them. */
const SLICE_COMMITS = 500

const FORMAT = '--format=%x1e%H%x1f%at%x1f%ct%x1f'

export interface MainLine {
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
        FORMAT,
        '--raw',
        '-z',
        '--no-abbrev',
        '--no-color',
        '--no-ext-diff',
        '--root',
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
  const changes: LineChange[] = []
  const records = text.split('\x1e').slice(1).reverse()
  for (const [index, record] of records.entries()) {
    if (index % SLICE_COMMITS === SLICE_COMMITS - 1) await new Promise(setImmediate)
    const [commit = '', authored = '', committed = '', raw = ''] = record.split('\x1f')
    // A rebase commits an old change anew: the change is as old as it says.
    const at = Math.min(Number(authored), Number(committed)) * 1000
    const step = { commit: ownText(commit), at }
    for (const file of parseFiles(raw, prefix)) changes.push({ ...step, ...file })
  }
  return changes
}

/** `:100644 100644 <before> <after> R086 NUL old NUL new NUL …` as `--raw -z` prints it. */
function parseFiles(text: string, prefix: string): Omit<LineChange, 'commit' | 'at'>[] {
  const fields = text.replace(/^[\n\0]+/, '').split('\0')
  const files: Omit<LineChange, 'commit' | 'at'>[] = []
  for (let at = 0; at + 1 < fields.length; ) {
    const found = /^:\d+ (\d+) ([0-9a-f]+) ([0-9a-f]+) ([A-Z])/.exec(fields[at] ?? '')
    if (!found) break
    const [, mode = '', before = '', after = '', status] = found
    const isRename = status === 'R'
    const path = fields[at + (isRename ? 2 : 1)] ?? ''
    const from = isRename ? (fields[at + 1] ?? '') : path
    at += isRename ? 3 : 2
    files.push({
      path: ownText(path.slice(prefix.length)),
      from: isRename ? ownText(from.slice(prefix.length)) : null,
      before: blobOf(before),
      // A link's text is a path, and a submodule has none: neither was ever content.
      after: mode.startsWith('100') ? blobOf(after) : null,
    })
  }
  return files
}

const blobOf = (id: string) => (/^0+$/.test(id) ? null : ownText(id))

/** A copy of a piece of git's answer: as a slice it would keep all of that in memory. */
const ownText = (text: string) => Buffer.from(text).toString()
