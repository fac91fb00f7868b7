/**
 * Git's tree objects, kept as raw bytes. Names are handled as 'latin1' strings, one character a byte,
 * so that names which are not UTF-8 survive untouched.
 */
import { RefusedTreeError } from './verify-path.ts'

export interface TreeEntry {
  /** `100644`, `100755`, `120000`, `40000` or `160000`. */
  mode: string
  id: string
}

interface Span {
  name: string
  mode: string
  start: number
  end: number
}

const ID_BYTES = 20
const SPACE = 32

export const FOLDER_MODE = '40000'
const FILE_MODES = new Set(['100644', '100755'])
const MODES = new Set([...FILE_MODES, FOLDER_MODE, '120000', '160000'])

/** Whether two places of a tree have the same, null for nothing. */
export const isSameEntry = (a: TreeEntry | null, b: TreeEntry | null): boolean =>
  a?.id === b?.id && a?.mode === b?.mode

/** Whether an entry is a plain file, and no link, folder or submodule. */
export const isFile = (entry: TreeEntry | null): entry is TreeEntry =>
  entry !== null && FILE_MODES.has(entry.mode)

/** One character a byte, as names are compared in trees and in the index. */
export const byteName = (name: string): string => Buffer.from(name).toString('latin1')

/** Every entry with its place in the bytes. @throws RefusedTreeError */
export function* entriesOf(tree: Buffer): Generator<Span> {
  for (let start = 0; start < tree.length; ) {
    const entry = entryFrom(tree, start)
    yield entry
    start = entry.end
  }
}

/** @throws RefusedTreeError where no entry starts */
function entryFrom(tree: Buffer, start: number): Span {
  const space = tree.indexOf(SPACE, start)
  const end = entryEnd(tree, start)
  return {
    mode: canonicalMode(tree.toString('latin1', start, space)),
    name: tree.toString('latin1', space + 1, end - ID_BYTES - 1),
    start,
    end,
  }
}

/** As git takes it: old programs wrote zeros before it and other permissions. */
function canonicalMode(text: string): string {
  if (MODES.has(text)) return text
  const mode = Number.parseInt(text, 8)
  const kind = (mode & 0o170000).toString(8)
  if (kind === '100000') return mode & 0o100 ? '100755' : '100644'
  return MODES.has(kind) ? kind : '160000'
}

/** Where the entry ends that starts there, byte by byte: faster than two searches in so few. */
function entryEnd(tree: Buffer, start: number): number {
  let at = start
  while (tree[at] !== SPACE && at < tree.length) at += 1
  while (tree[at] !== 0 && at < tree.length) at += 1
  const end = at + 1 + ID_BYTES
  if (end <= tree.length) return end
  throw new RefusedTreeError('A commit has a torn folder, which git refuses.')
}

/** Where the entries of a tree start, as long as its bytes are in memory. */
const startsOfTrees = new WeakMap<Buffer, Uint32Array>()

function startsOf(tree: Buffer): Uint32Array {
  const known = startsOfTrees.get(tree)
  if (known) return known
  const found: number[] = []
  for (let start = 0; start < tree.length; start = entryEnd(tree, start)) found.push(start)
  const starts = Uint32Array.from(found)
  startsOfTrees.set(tree, starts)
  return starts
}

/** A byte name as text; null when it is not UTF-8. */
export function textName(name: string): string | null {
  const bytes = Buffer.from(name, 'latin1')
  const text = bytes.toString('utf8')
  return Buffer.from(text).equals(bytes) ? text : null
}

/** What an entry is sorted by: a folder as if its name ended in a slash. */
export const sortKey = ({ name, mode }: { name: string; mode: string }): string =>
  mode === FOLDER_MODE ? `${name}/` : name

/** Every entry of one tree, by byte name. */
export function* listTree(tree: Buffer): Generator<[name: string, entry: TreeEntry]> {
  for (const entry of entriesOf(tree)) yield [entry.name, entryOf(tree, entry)]
}

/** What stands at such a place of a tree. */
export const entryOf = (tree: Buffer, { mode, end }: Span): TreeEntry => ({
  mode,
  id: tree.toString('hex', end - ID_BYTES, end),
})

/** The entry with this name (byte name), or null. */
export function findEntry(tree: Buffer, name: string): TreeEntry | null {
  return findKey(tree, name, name) ?? findKey(tree, name, `${name}/`)
}

/** Among the sorted entries: for thousands of files each look has to cost next to nothing. */
function findKey(tree: Buffer, name: string, key: string): TreeEntry | null {
  const starts = startsOf(tree)
  let low = 0
  let high = starts.length
  while (low < high) {
    const middle = (low + high) >> 1
    const entry = entryFrom(tree, starts[middle] ?? 0)
    if (entry.name === name) return entryOf(tree, entry)
    if (sortKey(entry) < key) low = middle + 1
    else high = middle
  }
  return null
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
