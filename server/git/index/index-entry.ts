/**
 * One entry in the raw bytes of git's index, versions 2 and 3: stat data (40 bytes), id (20), flags
 * (2, or 4 in an extended entry), name, then NULs up to a multiple of eight.
 */
import type { TreeEntry } from '../objects/tree.ts'

/** Stat data, id and flags. */
export const ENTRY_BYTES_MIN = 62
const MODE_AT = 24
const SIZE_AT = 36
const ID_AT = 40
const FLAGS_AT = 60
const MTIME_SECONDS_AT = 8
const EXTENDED_FLAG = 0x4000
const STAGE_MASK = 0x3000
/** The author's "assume unchanged". */
const ASSUMED_FLAG = 0x8000
/** In the second flags: not in the work tree, and in the index without content as yet. */
const LEFT_OUT_FLAG = 0x4000
const INTENDED_FLAG = 0x2000
const NAME_LENGTH_MAX = 0xfff

/**
 * What the index may have for a path: an entry, `unmerged` when there are stages of a conflict,
 * `intended` after `git add --intent-to-add` (a name without content, so nothing is staged), or null.
 */
export type FoundEntry = TreeEntry | 'unmerged' | 'intended' | null

/** The first and the second flags of an entry. */
type EntryFlags = readonly [flags: number, more: number]

const NO_FLAGS: EntryFlags = [0, 0]

/** An entry to set. */
export interface NewEntry extends TreeEntry {
  /** Left out of the work tree by a sparse checkout. */
  isLeftOut?: boolean
}

const flagsAt = (bytes: Buffer, at: number) => bytes.readUInt16BE(at + FLAGS_AT)
const moreFlagsAt = (bytes: Buffer, at: number) =>
  flagsAt(bytes, at) & EXTENDED_FLAG ? bytes.readUInt16BE(at + ENTRY_BYTES_MIN) : 0
const nameStart = (bytes: Buffer, at: number) =>
  at + ENTRY_BYTES_MIN + (flagsAt(bytes, at) & EXTENDED_FLAG ? 2 : 0)
const nameLengthMin = (bytes: Buffer, at: number) => flagsAt(bytes, at) & NAME_LENGTH_MAX
const paddedLength = (length: number) => (length + 8) & ~7

/** Bytes from the start of the entry at `at` to that of the next one. */
export function entryLength(bytes: Buffer, at: number): number {
  const nul = bytes.indexOf(0, nameStart(bytes, at) + nameLengthMin(bytes, at))
  return paddedLength(nul - at)
}

function pathEnd(bytes: Buffer, at: number): number {
  const end = nameStart(bytes, at) + nameLengthMin(bytes, at)
  return nameLengthMin(bytes, at) < NAME_LENGTH_MAX ? end : bytes.indexOf(0, end)
}

/** The path of the entry at `at`. */
export const entryPath = (bytes: Buffer, at: number): Buffer =>
  bytes.subarray(nameStart(bytes, at), pathEnd(bytes, at))

/** How the path of the entry at `at` sorts against another: as `compare` of a Buffer. */
export const comparePath = (bytes: Buffer, at: number, path: Buffer): number =>
  bytes.compare(path, 0, path.length, nameStart(bytes, at), pathEnd(bytes, at))

/** What the entry at `at` says of its path. */
export function readEntry(bytes: Buffer, at: number): FoundEntry {
  if (flagsAt(bytes, at) & STAGE_MASK) return 'unmerged'
  if (moreFlagsAt(bytes, at) & INTENDED_FLAG) return 'intended'
  return {
    mode: bytes.readUInt32BE(at + MODE_AT).toString(8),
    id: bytes.toString('hex', at + ID_AT, at + ID_AT + 20),
  }
}

/** Whether a sparse checkout leaves the file of the entry out of the work tree. */
export const isLeftOut = (bytes: Buffer, at: number): boolean =>
  (moreFlagsAt(bytes, at) & LEFT_OUT_FLAG) !== 0

/** The flags that say how the author treats the file, and nothing of its content. */
const keptFlags = (bytes: Buffer, at: number): EntryFlags => [
  flagsAt(bytes, at) & ASSUMED_FLAG,
  moreFlagsAt(bytes, at) & LEFT_OUT_FLAG,
]

/**
 * An entry without stat data; one that is left out may stand in version 3 alone.
 * @param old where in which bytes the entry stands that it replaces, whose marks of the author's stay
 */
export function formatEntry(
  path: Buffer,
  { mode, id, isLeftOut: isNewOut = false }: NewEntry,
  old: { bytes: Buffer; at: number } | null,
): Buffer {
  const [flags, kept] = old === null ? NO_FLAGS : keptFlags(old.bytes, old.at)
  const more = kept | (isNewOut ? LEFT_OUT_FLAG : 0)
  const nameAt = ENTRY_BYTES_MIN + (more === 0 ? 0 : 2)
  const bytes = Buffer.alloc(paddedLength(nameAt + path.length))
  bytes.writeUInt32BE(Number.parseInt(mode, 8), MODE_AT)
  bytes.write(id, ID_AT, 'hex')
  const extended = more === 0 ? 0 : EXTENDED_FLAG
  bytes.writeUInt16BE(flags | extended | Math.min(path.length, NAME_LENGTH_MAX), FLAGS_AT)
  if (more !== 0) bytes.writeUInt16BE(more, ENTRY_BYTES_MIN)
  path.copy(bytes, nameAt)
  return bytes
}

/** Clears the size of an entry whose file was changed in that second (epoch) or later. */
export function clearSizeSince(bytes: Buffer, at: number, second: number): void {
  if (bytes.readUInt32BE(at + MTIME_SECONDS_AT) >= second) bytes.writeUInt32BE(0, at + SIZE_AT)
}
