/**
 * Write-ahead record of a save, flushed before its ref moves, from which a start after a crash
 * completes files and index. One file, overwritten in place, so that no folder needs a flush; a
 * checksum detects a torn or cleared record.
 */
import { createHash } from 'node:crypto'
import { join } from 'node:path'
import type { RepositoryAccess } from '../objects/repository-access.ts'
import type { TreeEntry } from '../objects/tree.ts'

export interface IntendedFile {
  /** From the top of the work tree. */
  path: string
  /** Blob id of the unconverted bytes in the work tree before the save; null for no file. */
  before: string | null
  after: TreeEntry | null
  /** Index entries of the path that we may replace; any other was staged by the author. */
  replaceable: readonly (TreeEntry | null)[]
}

export interface Intent {
  branch: string
  tip: string
  files: readonly IntendedFile[]
}

type Access = Pick<RepositoryAccess, 'io' | 'paths'>

const CLEARED = Buffer.from('-'.repeat(40))
const sha1 = (text: string) => createHash('sha1').update(text).digest('hex')

/** The file of the record, which must exist. */
export const intentFile = ({ paths }: Access) => join(paths.gap, 'intent')

export async function saveIntent(access: Access, intent: Intent): Promise<void> {
  const record = JSON.stringify(intent)
  await access.io.overwrite(intentFile(access), Buffer.from(`${sha1(record)} ${record}\n`), true)
}

/** The record, or null when there is none. */
export async function readIntent(access: Access): Promise<Intent | null> {
  const file = await access.io.read(intentFile(access))
  const [, sum, record = ''] = /^([0-9a-f]{40}) ([^\n]*)\n/.exec(file?.bytes.toString() ?? '') ?? []
  // The checksum proves that we wrote it, so its type is known.
  return sum === sha1(record) ? (JSON.parse(record) as Intent) : null
}

export async function clearIntent(access: Access): Promise<void> {
  // Unflushed: a record that comes back after a power cut is completed once more, harmlessly.
  await access.io.overwrite(intentFile(access), CLEARED, false)
}
