/**
 * Git's index, versions 2 and 3, read and changed without a process. Only what a commit of ours
 * needs: look up, set and remove entries in the raw bytes; everything else in the file stays.
 * Anything we do not know (version 4, split or sparse index) is `null`: then git itself does it.
 * Format: https://git-scm.com/docs/index-format
 */
import { createHash } from 'node:crypto'
import { Turns } from '../../workers/turns.ts'
import {
  clearSizeSince,
  comparePath,
  ENTRY_BYTES_MIN,
  entryLength,
  entryPath,
  type FoundEntry,
  formatEntry,
  isLeftOut,
  type NewEntry,
  readEntry,
} from './index-entry.ts'

const HEADER_BYTES = 12
const TRAILER_BYTES = 20
/** Resolve-undo survives; caches (tree, untracked, fsmonitor, offsets) would be wrong and go. */
const KEPT_EXTENSIONS = new Set(['REUC'])

export interface GitIndex {
  version: 2 | 3
  /** Entries from the first byte to the last, padding included. */
  entries: Buffer
  /** Where each entry starts. */
  starts: readonly number[]
  /** The extensions that we keep, as bytes. */
  extensions: Buffer
}

export const EMPTY_INDEX: GitIndex = {
  version: 2,
  entries: Buffer.alloc(0),
  starts: [],
  extensions: Buffer.alloc(0),
}

/** The parsed index, or null when only git should touch this one. */
export function parseIndex(file: Buffer): GitIndex | null {
  if (file.length < HEADER_BYTES + TRAILER_BYTES) return null
  const version = file.readUInt32BE(4)
  if (file.toString('latin1', 0, 4) !== 'DIRC' || (version !== 2 && version !== 3)) return null
  const bodyEnd = file.length - TRAILER_BYTES
  const trailer = file.subarray(bodyEnd)
  // index.skipHash leaves zeros there.
  if (!trailer.every((byte) => byte === 0) && !trailer.equals(hashOf(file.subarray(0, bodyEnd)))) {
    return null
  }
  const starts: number[] = []
  let at = HEADER_BYTES
  for (let left = file.readUInt32BE(8); left > 0; left -= 1) {
    if (at + ENTRY_BYTES_MIN > bodyEnd) return null
    starts.push(at - HEADER_BYTES)
    at += entryLength(file, at)
  }
  if (at > bodyEnd) return null
  const extensions = parseExtensions(file.subarray(at, bodyEnd))
  if (extensions === null) return null
  return { version, entries: file.subarray(HEADER_BYTES, at), starts, extensions }
}

/** What the index has for the path of a file. */
export function findIndexEntry(index: GitIndex, path: string): FoundEntry {
  const { entries, starts } = index
  const at = starts[place(index, path)]
  if (at === undefined || !entryPath(entries, at).equals(Buffer.from(path))) return null
  return readEntry(entries, at)
}

/** Every path with whether a sparse checkout leaves it out of the work tree. */
export function* listIndex({ entries, starts }: GitIndex): Generator<[path: string, out: boolean]> {
  for (const at of starts) yield [entryPath(entries, at).toString(), isLeftOut(entries, at)]
}

/**
 * The index with entries set or, with null, removed. Set entries have no stat data, as after
 * `git update-index --cacheinfo`: git compares the content once and fills it in.
 * @param writtenAt the second in which this index was written. An entry whose file was changed in
 *   that second or later may hide an edit behind an unchanged stat (git: "racily clean"), which the
 *   newer time of our file would hide for good: its size is cleared, so git compares the content.
 */
export async function changeIndex(
  index: GitIndex,
  changes: ReadonlyMap<string, NewEntry | null>,
  writtenAt: number,
): Promise<GitIndex> {
  const { entries, starts } = index
  const turns = new Turns()
  const edits: { path: Buffer; key: string; entry: NewEntry | null; at: number }[] = []
  for (const [path, entry] of changes) {
    if (turns.isDue()) await turns.pause()
    const bytes = Buffer.from(path)
    // One character a byte: strings are compared many times faster than Buffers.
    edits.push({ path: bytes, key: bytes.toString('latin1'), entry, at: place(index, path) })
  }
  edits.sort((a, b) => (a.key < b.key ? -1 : 1))
  const parts: Buffer[] = []
  const lengths: number[] = []
  let copied = 0
  const copyTo = (until: number) => {
    const from = starts[copied] ?? entries.length
    const to = starts[until] ?? entries.length
    if (to > from) parts.push(entries.subarray(from, to))
    for (let i = copied; i < until; i += 1) {
      lengths.push((starts[i + 1] ?? entries.length) - (starts[i] ?? 0))
    }
    copied = until
  }
  for (const { path, entry, at } of edits) {
    if (turns.isDue()) await turns.pause()
    copyTo(at)
    const start = starts[at]
    const exists = start !== undefined && entryPath(entries, start).equals(path)
    if (exists) copied = at + 1
    if (entry === null) continue
    const bytes = formatEntry(path, entry, exists ? { bytes: entries, at: start } : null)
    parts.push(bytes)
    lengths.push(bytes.length)
  }
  copyTo(starts.length)
  const changed = Buffer.concat(parts)
  const newStarts: number[] = []
  let next = 0
  for (const length of lengths) {
    if (turns.isDue()) await turns.pause()
    clearSizeSince(changed, next, writtenAt)
    newStarts.push(next)
    next += length
  }
  const isExtended = [...changes.values()].some((entry) => entry?.isLeftOut)
  const version = isExtended ? 3 : index.version
  return { ...index, version, entries: changed, starts: newStarts }
}

/** Whether a file at the path would stand where the index has a folder, or below a file of it. */
export function hasNameClash(index: GitIndex, path: string): boolean {
  const has = (name: string, isMatch: (found: string) => boolean) => {
    const at = index.starts[place(index, name)]
    return at !== undefined && isMatch(entryPath(index.entries, at).toString())
  }
  if (has(`${path}/`, (found) => found.startsWith(`${path}/`))) return true
  const names = path.split('/')
  return names.slice(1).some((_, depth) => {
    const folder = names.slice(0, depth + 1).join('/')
    return has(folder, (found) => found === folder)
  })
}

/** The index as the bytes of its file. */
export function formatIndex({ version, entries, starts, extensions }: GitIndex): Buffer {
  const header = Buffer.alloc(HEADER_BYTES)
  header.write('DIRC')
  header.writeUInt32BE(version, 4)
  header.writeUInt32BE(starts.length, 8)
  const body = Buffer.concat([header, entries, extensions])
  return Buffer.concat([body, hashOf(body)])
}

const hashOf = (bytes: Buffer) => createHash('sha1').update(bytes).digest()

/** Index of the first entry that does not sort before the path. */
function place({ entries, starts }: GitIndex, path: string): number {
  const wanted = Buffer.from(path)
  let low = 0
  let high = starts.length
  while (low < high) {
    const middle = (low + high) >> 1
    if (comparePath(entries, starts[middle] ?? 0, wanted) < 0) low = middle + 1
    else high = middle
  }
  return low
}

/** The extensions to keep, or null when one that must be understood is not. */
function parseExtensions(bytes: Buffer): Buffer | null {
  const kept: Buffer[] = []
  for (let at = 0; at < bytes.length; ) {
    if (at + 8 > bytes.length) return null
    const name = bytes.toString('latin1', at, at + 4)
    const end = at + 8 + bytes.readUInt32BE(at + 4)
    // A lower-case first letter means "do not touch what you do not understand".
    if (!/^[A-Z]/.test(name) || end > bytes.length) return null
    if (KEPT_EXTENSIONS.has(name)) kept.push(bytes.subarray(at, end))
    at = end
  }
  return Buffer.concat(kept)
}
