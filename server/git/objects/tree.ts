/** Git's tree entries, as diffs have them, and the diff of two trees. */
import { randomUUID } from 'node:crypto'
import { type Git, GitFailure } from './git-process.ts'
import { OpenCommand, type OpenOptions } from './open-command.ts'
import type { RepositoryAccess } from './repository-access.ts'

export interface TreeEntry {
  /** `100644`, `100755`, `120000` or `160000`. */
  mode: string
  id: string
}

/** An entry before and after a change; null is no entry. */
export interface EntryChange {
  before: TreeEntry | null
  after: TreeEntry | null
  /** Of the index: a merge left a conflict. */
  isUnmerged: boolean
}

/** Id of the empty tree, which git knows without an object. */
export const EMPTY_TREE = '4b825dc642cb6eb9a060e54bf8d69288fbee4904'

export const SUBMODULE_MODE = '160000'
const FILE_MODES = new Set(['100644', '100755'])

/** Whether two entries are equal; null is no entry. */
export const isSameEntry = (a: TreeEntry | null, b: TreeEntry | null): boolean =>
  a?.id === b?.id && a?.mode === b?.mode

/** Whether an entry is a plain file, and no link or submodule. */
export const isFile = (entry: TreeEntry): boolean => FILE_MODES.has(entry.mode)

/** Permission bits of a file of the work tree. */
export const permissionsOf = (mode: string): number => (mode === '100755' ? 0o755 : 0o644)

/** Arguments of the commands whose answer `parseRawDiff` takes. */
export const RAW_DIFF = ['--raw', '-z', '--no-abbrev', '--no-renames'] as const

/** Git repeats a line that names no trees, so this one ends an answer. No path has it in it. */
const END = `end ${randomUUID()}`

/** The process for `diffTrees`. @param env added to git's environment */
export const openTreeDiffs = (git: Git, env?: OpenOptions['env']): OpenCommand =>
  new OpenCommand(git, ['diff-tree', '--stdin', '-r', ...RAW_DIFF], { env })

/**
 * Compares two trees, each by its id or its commit's; null is the empty tree.
 * @returns each changed path with its entries @throws GitFailure
 */
export async function diffTrees(
  { io, reader, treeDiffs }: Pick<RepositoryAccess, 'io' | 'reader' | 'treeDiffs'>,
  before: string | null,
  after: string,
): Promise<Map<string, EntryChange>> {
  const ids = await Promise.all(
    [before ?? EMPTY_TREE, after].map((name) => reader.idOf(`${name}^{tree}`)),
  )
  io.step('git diff-tree')
  const trees = ids.join(' ')
  const request = `${trees}\n${END}\n`
  const [output] = await treeDiffs.request(request, (answer) => answer.until(END))
  // Git says nothing of a tree that it does not find.
  if (!ids.includes(null) && output.startsWith(trees)) return parseRawDiff(output)
  throw new GitFailure('diff-tree', null, `missing: ${before} or ${after}`)
}

/** Parses a raw diff: each changed path with its entries. */
export function parseRawDiff(answer: string): Map<string, EntryChange> {
  const lines = answer.matchAll(/:(\d+) (\d+) ([0-9a-f]+) ([0-9a-f]+) (\w)\0([^\0]*)\0/g)
  return new Map(
    [...lines].map(([, oldMode, mode, oldId, id, status, path = '']) => [
      path,
      {
        before: entryOf(oldMode, oldId),
        after: status === 'D' ? null : entryOf(mode, id),
        isUnmerged: status === 'U',
      },
    ]),
  )
}

const entryOf = (mode = '', id = ''): TreeEntry | null => (/^0+$/.test(mode) ? null : { mode, id })
