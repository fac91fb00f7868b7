/** Git's tree entries, as diffs have them. */

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

/** Arguments that compare a commit, null for an empty tree, with a tree. */
export const treeDiff = (base: string | null, tree: string): string[] => [
  'diff-tree',
  '-r',
  ...RAW_DIFF,
  base ?? EMPTY_TREE,
  tree,
]

/** Parses `diff-tree` or `diff-index`: each changed path with its entries. */
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
