/** Git's tree entries, as trees and diffs have them. */
import { RefusedTreeError } from './verify-path.ts'

export interface TreeEntry {
  /** `100644`, `100755`, `120000`, `40000` or `160000`. */
  mode: string
  id: string
}

/** Id of the empty tree, which git knows without an object. */
export const EMPTY_TREE = '4b825dc642cb6eb9a060e54bf8d69288fbee4904'

export const FOLDER_MODE = '40000'
export const SUBMODULE_MODE = '160000'
const FILE_MODES = new Set(['100644', '100755'])
const ID_BYTES = 20

/** Whether two entries are equal; null is no entry. */
export const isSameEntry = (a: TreeEntry | null, b: TreeEntry | null): boolean =>
  a?.id === b?.id && a?.mode === b?.mode

/** Whether an entry is a plain file, and no link, folder or submodule. */
export const isFile = (entry: TreeEntry | null): entry is TreeEntry =>
  entry !== null && FILE_MODES.has(entry.mode)

/** A file keeps its mode; a new one, or one that was a link, becomes a plain file. */
export const modeOf = (entry: TreeEntry | null): string => (isFile(entry) ? entry.mode : '100644')

/** Permission bits of a file of the work tree. */
export const permissionsOf = (mode: string): number => (mode === '100755' ? 0o755 : 0o644)

/** The entries of one folder by name; names are latin1 strings, since git's need not be UTF-8. */
export type Tree = ReadonlyMap<string, TreeEntry>

/** The name of a file or folder as trees have it. */
export const treeName = (name: string): string => Buffer.from(name).toString('latin1')

/** Mode as git normalizes it: old programs wrote leading zeros and other permissions. */
function canonicalMode(text: string): string {
  const mode = Number.parseInt(text, 8)
  if ((mode & 0o170000) !== 0o100000) return mode.toString(8)
  return mode & 0o100 ? '100755' : '100644'
}

/** @throws RefusedTreeError for a torn one */
export function parseTree(bytes: Buffer): Tree {
  const tree = new Map<string, TreeEntry>()
  for (let start = 0; start < bytes.length; ) {
    const space = bytes.indexOf(32, start)
    const zero = bytes.indexOf(0, space)
    const end = zero + 1 + ID_BYTES
    if (space < 0 || zero < 0 || end > bytes.length) {
      throw new RefusedTreeError('A commit has a torn folder, which git refuses.')
    }
    const mode = canonicalMode(bytes.toString('latin1', start, space))
    tree.set(bytes.toString('latin1', space + 1, zero), {
      mode,
      id: bytes.toString('hex', zero + 1, end),
    })
    start = end
  }
  return tree
}

/**
 * Parses `diff-tree` or `diff-index` with `--raw -z --no-renames`: each path with its new entry,
 * null if deleted; `isUnmerged` for a conflict in the index.
 */
export function parseRawDiff(answer: string) {
  const matches = answer.matchAll(/:\d+ (\d+) [0-9a-f]+ ([0-9a-f]+) (\w)\0([^\0]*)\0/g)
  return [...matches].map(([, mode = '', id = '', status, path = '']) => ({
    path,
    entry: status === 'D' ? null : { mode, id },
    isUnmerged: status === 'U',
  }))
}
