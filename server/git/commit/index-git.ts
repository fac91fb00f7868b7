/**
 * What git itself tells of and does to an index that we do not read: of version 4, split, sparse or
 * with an extension that we do not know.
 */
import { open } from 'node:fs/promises'
import { Turns } from '../../workers/turns.ts'
import type { FoundEntry, NewEntry } from '../index/index-entry.ts'
import type { Git } from '../objects/git-process.ts'
import type { Io } from '../objects/io.ts'

interface ListedEntry {
  path: string
  entry: FoundEntry
  isLeftOut: boolean
  isAssumed: boolean
}

/** Paths that are named to git; a command line holds so many and not every number. */
const PATHS_MAX = 100
/** As git keeps them in memory and prints them. */
const INTENDED = 0x20000000
const LEFT_OUT = 0x40000000
const ASSUMED = 0x8000
const LINE = /(\d+) ([0-9a-f]+) (\d)\t([^\0]*)\0 {2}ctime:[^\0]*?\bflags: ([0-9a-f]+)\n/g

/**
 * The entries of an index file: those of these paths, or all where no paths, or many, are given.
 * @throws GitFailure
 */
export async function listWithGit(
  git: Git,
  indexFile: string,
  paths: readonly string[] = [],
): Promise<ListedEntry[]> {
  const chosen = paths.length > PATHS_MAX ? [] : paths
  const options = ['-s', '-z', '--debug', ...(chosen.length > 0 ? ['--', ...chosen] : [])]
  const listed = await git.run(['ls-files', ...options], { env: { GIT_INDEX_FILE: indexFile } })
  const entries: ListedEntry[] = []
  const turns = new Turns()
  for (const [, mode = '', id = '', stage, path = '', hex] of listed.toString().matchAll(LINE)) {
    if (turns.isDue()) await turns.pause()
    const flags = Number.parseInt(hex ?? '0', 16)
    const staged = stage === '0' ? { mode, id } : ('unmerged' as const)
    entries.push({
      path,
      entry: flags & INTENDED ? ('intended' as const) : staged,
      isLeftOut: (flags & LEFT_OUT) !== 0,
      isAssumed: (flags & ASSUMED) !== 0,
    })
  }
  return entries
}

/**
 * Sets entries of an index file or, with null, removes them, and flushes it. Marks of the author on
 * the entries that were listed stay. @throws GitFailure
 */
export async function changeWithGit(
  { git, io }: { git: Git; io: Io },
  indexFile: string,
  { changes, listed }: { changes: ReadonlyMap<string, NewEntry | null>; listed: ListedEntry[] },
): Promise<void> {
  const env = { GIT_INDEX_FILE: indexFile }
  const lines = [...changes].map(([path, entry]) =>
    entry === null ? `0 ${'0'.repeat(40)}\t${path}\0` : `${entry.mode} ${entry.id}\t${path}\0`,
  )
  io.step('git update-index')
  await git.run(['update-index', '-z', '--index-info'], { env, input: lines.join('') })
  const marks = new Map<string, Set<string>>([
    ['--skip-worktree', new Set()],
    ['--assume-unchanged', new Set()],
  ])
  const mark = (name: string, path: string) => marks.get(name)?.add(path)
  for (const { path, isLeftOut, isAssumed } of listed) {
    if ((changes.get(path) ?? null) === null) continue
    if (isLeftOut) mark('--skip-worktree', path)
    if (isAssumed) mark('--assume-unchanged', path)
  }
  for (const [path, entry] of changes) if (entry?.isLeftOut) mark('--skip-worktree', path)
  for (const [option, marked] of marks) {
    if (marked.size === 0) continue
    const input = [...marked].map((path) => `${path}\0`).join('')
    await git.run(['update-index', option, '-z', '--stdin'], { env, input })
  }
  const file = await open(indexFile, 'r')
  await file.sync()
  await file.close()
}
