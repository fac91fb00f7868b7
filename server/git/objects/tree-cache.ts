/**
 * The bytes of trees by id, the recent ones in memory: a commit then reads nothing from git. Trees
 * never change under their id, so nothing here can be stale.
 */
import { MissingObjectError } from './failures.ts'
import type { ObjectReader } from './object-reader.ts'

const CACHE_BYTES_MAX = 16 * 1024 * 1024

/** Keeps the most recently used trees, up to 16 MiB. */
export class TreeCache {
  readonly #trees = new Map<string, Buffer>()
  #size = 0
  readonly #reader: ObjectReader

  constructor(reader: ObjectReader) {
    this.#reader = reader
  }

  /** The tree's bytes. @throws MissingObjectError */
  async read(id: string): Promise<Buffer> {
    const known = this.#trees.get(id)
    if (known) {
      this.remember(id, known)
      return known
    }
    const found = await this.#reader.read(id)
    if (found?.type !== 'tree') throw new MissingObjectError(id)
    this.remember(id, found.body)
    return found.body
  }

  remember(id: string, bytes: Buffer): void {
    this.#forget(id)
    this.#trees.set(id, bytes)
    this.#size += bytes.length
    for (const oldest of this.#trees.keys()) {
      if (this.#size <= CACHE_BYTES_MAX || oldest === id) break
      this.#forget(oldest)
    }
  }

  #forget(id: string): void {
    this.#size -= this.#trees.get(id)?.length ?? 0
    this.#trees.delete(id)
  }
}
