/**
 * What a write is about to do, on the disk before its ref moves, so that a start after a crash can
 * complete file and index. One file, overwritten in place: a length and checksum
 * in front tell a whole record from a torn or cleared one, and no folder needs a flush.
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

const HEADER = /^([0-9a-f]{40}) (\d{10})\n/
const HEADER_BYTES = 52
const sha1 = (bytes: Buffer) => createHash('sha1').update(bytes).digest('hex')

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
    const body = Buffer.from(JSON.stringify(intent))
    const header = `${sha1(body)} ${String(body.length).padStart(10, '0')}\n`
    const record = Buffer.concat([Buffer.from(header), body])
    await this.#io.overwrite(this.#path, record, true)
    if (!this.#isOnDisk) await this.#io.sync(this.#gap)
    this.#isOnDisk = true
  }

  /** The record, or null when there is none. */
  async read(): Promise<Intent | null> {
    const file = await this.#io.read(this.#path)
    const header = file && HEADER.exec(file.bytes.toString('latin1', 0, HEADER_BYTES))
    if (!file || !header) return null
    const body = file.bytes.subarray(HEADER_BYTES, HEADER_BYTES + Number(header[2]))
    // The checksum shows that we wrote it, so its shape is known.
    return sha1(body) === header[1] ? (JSON.parse(body.toString()) as Intent) : null
  }

  async clear(): Promise<void> {
    // Unflushed: a record that comes back after a power cut is completed once more, harmlessly.
    const cleared = Buffer.from('-'.repeat(HEADER_BYTES))
    await this.#io.overwrite(this.#path, cleared, false)
  }
}
