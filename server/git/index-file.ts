/**
 * Git's index, versions 2 and 3, read and changed without a process. Only what a commit of ours
 * needs: look up, set and remove entries in the raw bytes; everything else in the file stays.
 * Anything we do not know (version 4, split or sparse index) is `null`: then git itself does it.
 * Format: https://git-scm.com/docs/index-format
 */
import { createHash } from 'node:crypto'
import type { TreeEntry } from './tree.ts'

const HEADER_BYTES = 12
const TRAILER_BYTES = 20
/** Stat data (40), id (20), flags (2): the fixed part of an entry. */
const FIXED_BYTES = 62
const MODE_AT = 24
const SIZE_AT = 36
const ID_AT = 40
const FLAGS_AT = 60
const MTIME_SECONDS_AT = 8
const EXTENDED_FLAG = 0x4000
const STAGE_MASK = 0x3000
const NAME_LENGTH_MAX = 0xfff
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
    if (at + FIXED_BYTES > bodyEnd) return null
    starts.push(at - HEADER_BYTES)
    const nul = file.indexOf(0, nameStart(file, at) + minimumNameLength(file, at))
    at += paddedLength(nul - at)
  }
  if (at > bodyEnd) return null
  const extensions = parseExtensions(file.subarray(at, bodyEnd))
  if (extensions === null) return null
  return { version, entries: file.subarray(HEADER_BYTES, at), starts, extensions }
}

/** The entry of a file (stage 0), null for none; `unmerged` when there are stages of a conflict. */
export function findIndexEntry(index: GitIndex, path: string): TreeEntry | 'unmerged' | null {
  const { entries, starts } = index
  const at = starts[place(index, path)]
  if (at === undefined || !pathAt(entries, at).equals(Buffer.from(path))) return null
  if (entries.readUInt16BE(at + FLAGS_AT) & STAGE_MASK) return 'unmerged'
  return {
    mode: entries.readUInt32BE(at + MODE_AT).toString(8),
    id: entries.toString('hex', at + ID_AT, at + ID_AT + 20),
  }
}

/**
 * The index with entries set or, with null, removed. Set entries have no stat data, as after
 * `git update-index --cacheinfo`: git compares the content once and fills it in.
 * @param writtenAt the second in which this index was written. An entry whose file was changed in
 *   that second or later may hide an edit behind an unchanged stat (git: "racily clean"), which the
 *   newer time of our file would hide for good: its size is cleared, so git compares the content.
 */
export function changeIndex(
  index: GitIndex,
  changes: ReadonlyMap<string, TreeEntry | null>,
  writtenAt: number,
): GitIndex {
  const { entries, starts } = index
  const edits = [...changes]
    .map(([path, entry]) => ({ path: Buffer.from(path), entry, at: place(index, path) }))
    .sort((a, b) => a.path.compare(b.path))
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
    copyTo(at)
    const start = starts[at]
    if (start !== undefined && pathAt(entries, start).equals(path)) copied = at + 1
    if (entry === null) continue
    const bytes = formatIndexEntry(path, entry)
    parts.push(bytes)
    lengths.push(bytes.length)
  }
  copyTo(starts.length)
  const changed = Buffer.concat(parts)
  let next = 0
  const newStarts = lengths.map((length) => {
    const start = next
    next += length
    if (changed.readUInt32BE(start + MTIME_SECONDS_AT) >= writtenAt) {
      changed.writeUInt32BE(0, start + SIZE_AT)
    }
    return start
  })
  return { ...index, entries: changed, starts: newStarts }
}

/** Whether a file at the path would stand where the index has a folder, or below a file of it. */
export function hasNameClash(index: GitIndex, path: string): boolean {
  const has = (name: string, isMatch: (found: string) => boolean) => {
    const at = index.starts[place(index, name)]
    return at !== undefined && isMatch(pathAt(index.entries, at).toString())
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
const paddedLength = (length: number) => (length + 8) & ~7
const flagsAt = (bytes: Buffer, at: number) => bytes.readUInt16BE(at + FLAGS_AT)
const nameStart = (bytes: Buffer, at: number) =>
  at + FIXED_BYTES + (flagsAt(bytes, at) & EXTENDED_FLAG ? 2 : 0)
const minimumNameLength = (bytes: Buffer, at: number) => flagsAt(bytes, at) & NAME_LENGTH_MAX

function pathAt(entries: Buffer, at: number): Buffer {
  const start = nameStart(entries, at)
  const length = minimumNameLength(entries, at)
  const end = length < NAME_LENGTH_MAX ? start + length : entries.indexOf(0, start + length)
  return entries.subarray(start, end)
}

/** Index of the first entry that does not sort before the path. */
function place({ entries, starts }: GitIndex, path: string): number {
  const wanted = Buffer.from(path)
  let low = 0
  let high = starts.length
  while (low < high) {
    const middle = (low + high) >> 1
    if (pathAt(entries, starts[middle] ?? 0).compare(wanted) < 0) low = middle + 1
    else high = middle
  }
  return low
}

function formatIndexEntry(path: Buffer, { mode, id }: TreeEntry): Buffer {
  const bytes = Buffer.alloc(paddedLength(FIXED_BYTES + path.length))
  bytes.writeUInt32BE(Number.parseInt(mode, 8), MODE_AT)
  bytes.write(id, ID_AT, 'hex')
  bytes.writeUInt16BE(Math.min(path.length, NAME_LENGTH_MAX), FLAGS_AT)
  path.copy(bytes, FIXED_BYTES)
  return bytes
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
