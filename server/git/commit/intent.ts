/**
 * What a write is about to do, on the disk before its ref moves, so that a start after a crash can
 * complete file and index. One file, overwritten in place, so that no folder needs a flush. Its first
 * line is the record; the checksum in front of it tells a whole one from a torn or cleared one.
 */
import { createHash } from 'node:crypto'
import { join } from 'node:path'
import type { Io } from '../objects/io.ts'
import type { TreeEntry } from '../objects/tree.ts'

export interface IntendedFile {
  /** From the top of the work tree. */
  path: string
  /** Blob id of the bytes in the work tree before, as they stand; null for no file. */
  before: string | null
  after: TreeEntry | null
  /** Entries that the index may hold for the path and that are then ours to replace. */
  replaceable: readonly (TreeEntry | null)[]
}

export interface Intent {
  branch: string
  tip: string
  files: readonly IntendedFile[]
}

const CLEARED = Buffer.from('-'.repeat(40))
const sha1 = (text: string) => createHash('sha1').update(text).digest('hex')

/** The record in our folder of one repository. */
export class IntentRecord {
  readonly #io: Io
  readonly #gap: string
  readonly #path: string
  #isOnDisk = false

  constructor({ io, gap }: { io: Io; gap: string }) {
    this.#io = io
    this.#gap = gap
    this.#path = join(gap, 'intent')
  }

  async save(intent: Intent): Promise<void> {
    const record = JSON.stringify(intent)
    await this.#io.overwrite(this.#path, Buffer.from(`${sha1(record)} ${record}\n`), true)
    if (!this.#isOnDisk) await this.#io.sync(this.#gap)
    this.#isOnDisk = true
  }

  /** The record, or null when there is none. */
  async read(): Promise<Intent | null> {
    const file = await this.#io.read(this.#path)
    const [, sum, record = ''] =
      /^([0-9a-f]{40}) ([^\n]*)\n/.exec(file?.bytes.toString() ?? '') ?? []
    // The checksum shows that we wrote it, so its shape is known.
    return sum === sha1(record) ? (JSON.parse(record) as Intent) : null
  }

  async clear(): Promise<void> {
    // Unflushed: a record that comes back after a power cut is completed once more, harmlessly.
    await this.#io.overwrite(this.#path, CLEARED, false)
  }
}
