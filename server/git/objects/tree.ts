/**
 * Git's tree objects, kept as raw bytes: looking up or changing one entry scans the buffer once,
 * which for 10,000 files is faster than building and sorting a list. Names are handled as 'latin1'
 * strings, one character a byte, so that names which are not UTF-8 survive untouched.
 */
import { type GitObject, gitObject } from './objects.ts'
import { RefusedTreeError } from './verify-path.ts'

export interface TreeEntry {
  /** As in the tree: `100644`, `100755`, `120000`, `40000`, `160000`. */
  mode: string
  id: string
}

interface Span {
  name: string
  mode: string
  start: number
  end: number
}

const FOLDER_MODE = '40000'
const FILE_MODES = new Set(['100644', '100755'])

/** Whether two places of a tree have the same, null for nothing. */
export const isSameEntry = (a: TreeEntry | null, b: TreeEntry | null): boolean =>
  a?.id === b?.id && a?.mode === b?.mode

/** Whether an entry is a plain file, and no link, folder or submodule. */
export const isFile = (entry: TreeEntry): boolean => FILE_MODES.has(entry.mode)

/** One character a byte, as names are compared in trees and in the index. */
const byteName = (name: string): string => Buffer.from(name).toString('latin1')

function* entriesOf(tree: Buffer): Generator<Span> {
  let start = 0
  while (start < tree.length) {
    const space = tree.indexOf(32, start)
    const nul = tree.indexOf(0, space)
    const end = nul + 21
    if (space < 0 || nul < 0 || end > tree.length) {
      throw new RefusedTreeError('A commit has a torn folder, which git refuses.')
    }
    yield {
      mode: tree.toString('latin1', start, space),
      name: tree.toString('latin1', space + 1, nul),
      start,
      end,
    }
    start = end
  }
}

/** A byte name as text; null when it is not UTF-8. */
export function textName(name: string): string | null {
  const bytes = Buffer.from(name, 'latin1')
  const text = bytes.toString('utf8')
  return Buffer.from(text).equals(bytes) ? text : null
}

/** Whether git takes an entry of this mode for a folder, also where zeros stand before it. */
export const isFolderMode = (mode: string): boolean =>
  (Number.parseInt(mode, 8) & 0o170000) === 0o040000

// A folder sorts as if its name ended in a slash.
const sortKey = (name: string, mode: string) => (mode === FOLDER_MODE ? `${name}/` : name)

const formatEntry = (name: string, { mode, id }: TreeEntry) =>
  Buffer.concat([Buffer.from(`${mode} ${name}\0`, 'latin1'), Buffer.from(id, 'hex')])

/** Every entry of one tree, by byte name. */
export function* listTree(tree: Buffer): Generator<[name: string, entry: TreeEntry]> {
  for (const { name, mode, end } of entriesOf(tree)) {
    yield [name, { mode, id: tree.subarray(end - 20, end).toString('hex') }]
  }
}

/** The entry with this name (byte name), or null. */
function findEntry(tree: Buffer, name: string): TreeEntry | null {
  // Nearly all look-ups of absent names end here, without a scan.
  if (tree.indexOf(Buffer.from(` ${name}\0`, 'latin1')) < 0) return null
  for (const found of entriesOf(tree)) {
    if (found.name !== name) continue
    return { mode: found.mode, id: tree.subarray(found.end - 20, found.end).toString('hex') }
  }
  return null
}

/** The tree with entries (by byte name) set or, with null, removed. */
function editTree(tree: Buffer, edits: ReadonlyMap<string, TreeEntry | null>): Buffer {
  const added = [...edits]
    .flatMap(([name, entry]) =>
      entry === null ? [] : [{ key: sortKey(name, entry.mode), bytes: formatEntry(name, entry) }],
    )
    .sort((a, b) => (a.key < b.key ? -1 : 1))
  const parts: Buffer[] = []
  let runStart = 0
  let nextAdded = 0
  for (const { name, mode, start, end } of entriesOf(tree)) {
    const key = sortKey(name, mode)
    let insert = added[nextAdded]
    while (insert !== undefined && insert.key < key) {
      parts.push(tree.subarray(runStart, start), insert.bytes)
      runStart = start
      nextAdded += 1
      insert = added[nextAdded]
    }
    if (edits.has(name)) {
      parts.push(tree.subarray(runStart, start))
      runStart = end
    }
  }
  parts.push(tree.subarray(runStart), ...added.slice(nextAdded).map(({ bytes }) => bytes))
  return Buffer.concat(parts)
}

/** Gives a tree's bytes by id. */
export interface TreeReader {
  read(id: string): Promise<Buffer>
}

/** The entry at a path (`/` between names) below a tree, or null. */
export async function entryAt(
  trees: TreeReader,
  root: string | null,
  path: string,
): Promise<TreeEntry | null> {
  let entry: TreeEntry | null = root === null ? null : { mode: FOLDER_MODE, id: root }
  for (const name of byteName(path).split('/')) {
    if (entry?.mode !== FOLDER_MODE) return null
    entry = findEntry(await trees.read(entry.id), name)
  }
  return entry
}

/**
 * A tree with files at paths set or removed: its id and every new tree object. Folders that become
 * empty disappear, as git has none.
 */
export async function changeTree(
  trees: TreeReader,
  root: string | null,
  changes: ReadonlyMap<string, TreeEntry | null>,
): Promise<{ id: string; objects: GitObject[] }> {
  const byBytes = new Map([...changes].map(([path, entry]) => [byteName(path), entry]))
  const objects: GitObject[] = []
  const id = await changeFolder({ trees, objects }, root, byBytes)
  if (id !== null) return { id, objects }
  const empty = gitObject('tree', Buffer.alloc(0))
  return { id: empty.id, objects: [empty] }
}

async function changeFolder(
  context: { trees: TreeReader; objects: GitObject[] },
  folder: string | null,
  changes: ReadonlyMap<string, TreeEntry | null>,
): Promise<string | null> {
  const tree = folder === null ? Buffer.alloc(0) : await context.trees.read(folder)
  const edits = new Map<string, TreeEntry | null>()
  const below = new Map<string, Map<string, TreeEntry | null>>()
  for (const [path, entry] of changes) {
    const slash = path.indexOf('/')
    if (slash < 0) {
      edits.set(path, entry)
      continue
    }
    const name = path.slice(0, slash)
    const inner = below.get(name) ?? new Map<string, TreeEntry | null>()
    below.set(name, inner.set(path.slice(slash + 1), entry))
  }
  for (const [name, inner] of below) {
    const found = findEntry(tree, name)
    const id = await changeFolder(context, found?.mode === FOLDER_MODE ? found.id : null, inner)
    // A file is not removed because something below its name was asked to go.
    if (id !== null) edits.set(name, { mode: FOLDER_MODE, id })
    else if (found?.mode === FOLDER_MODE) edits.set(name, null)
  }
  const changed = editTree(tree, edits)
  if (changed.length === 0) return null
  const object = gitObject('tree', changed)
  context.objects.push(object)
  return object.id
}
