/** Parses and changes git's tree objects. */
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

/** Mode as git normalizes it: old programs wrote leading zeros and other permissions. */
const canonicalMode = (text: string): string =>
  text
    .replace(/^0+/, '')
    .replace(/^100([0-7])[0-7]{2}$/, (_, owner) => (Number(owner) & 1 ? '100755' : '100644'))

/** Offsets of each entry in the bytes of a tree. @throws RefusedTreeError for a torn one */
function* rawEntries(tree: Buffer) {
  for (let start = 0; start < tree.length; ) {
    const space = tree.indexOf(32, start)
    const zero = tree.indexOf(0, space)
    const end = zero + 1 + ID_BYTES
    if (space < 0 || zero < 0 || end > tree.length) {
      throw new RefusedTreeError('A commit has a torn folder, which git refuses.')
    }
    yield { start, space, zero, end, mode: canonicalMode(tree.toString('latin1', start, space)) }
    start = end
  }
}

/** The entries of one tree by name. @throws RefusedTreeError for a torn one */
export function parseTree(tree: Buffer): Map<string, TreeEntry> {
  const entries = new Map<string, TreeEntry>()
  for (const { space, zero, end, mode } of rawEntries(tree)) {
    const id = tree.toString('hex', zero + 1, end)
    entries.set(tree.toString('utf8', space + 1, zero), { mode, id })
  }
  return entries
}

/**
 * Sets entries of a tree or removes them (null). All others keep their bytes: names need not be
 * UTF-8. @throws RefusedTreeError for a torn one
 */
export function changeTree(tree: Buffer, changes: ReadonlyMap<string, TreeEntry | null>): Buffer {
  // Git sorts by bytes, a folder as `name/`; latin1 strings sort alike.
  const keyOf = (name: string, mode: string) => (mode === FOLDER_MODE ? `${name}/` : name)
  const entries = new Map<string, { key: string; bytes: Buffer }>()
  for (const { start, space, zero, end, mode } of rawEntries(tree)) {
    const name = tree.toString('latin1', space + 1, zero)
    entries.set(name, { key: keyOf(name, mode), bytes: tree.subarray(start, end) })
  }
  for (const [path, entry] of changes) {
    const name = Buffer.from(path).toString('latin1')
    if (entry === null) {
      entries.delete(name)
      continue
    }
    const { mode, id } = entry
    const bytes = Buffer.concat([Buffer.from(`${mode} ${path}\0`), Buffer.from(id, 'hex')])
    entries.set(name, { key: keyOf(name, mode), bytes })
  }
  const sorted = [...entries.values()].sort((a, b) => (a.key < b.key ? -1 : 1))
  return Buffer.concat(sorted.map(({ bytes }) => bytes))
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
