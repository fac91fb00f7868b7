/**
 * The bytes of trees by id, the recent ones in memory: a commit then reads nothing from git. Trees
 * never change under their id, so nothing here can be stale.
 */
import { BoundedMap } from '../../bounded-map.ts'
import { MissingObjectError } from './failures.ts'
import type { ObjectReader } from './object-reader.ts'

const CACHE_BYTES_MAX = 16 * 1024 * 1024
/** One that is larger counts so much: read again for each of its files it would take for ever. */
const TREE_BYTES_MAX = CACHE_BYTES_MAX / 2

/** Keeps the most recently used trees, up to 16 MiB, or two that are larger. */
export class TreeCache {
  readonly #trees = new BoundedMap<string, Buffer>(CACHE_BYTES_MAX, ({ length }) =>
    Math.min(length, TREE_BYTES_MAX),
  )
  readonly #reader: ObjectReader

  constructor(reader: ObjectReader) {
    this.#reader = reader
  }

  /** The tree's bytes. @throws MissingObjectError */
  async read(id: string): Promise<Buffer> {
    const known = this.#trees.get(id)
    if (known) return known
    const found = await this.#reader.read(id)
    if (found?.type !== 'tree') throw new MissingObjectError(id)
    this.#trees.set(id, found.body)
    return found.body
  }

  remember(id: string, bytes: Buffer): void {
    this.#trees.set(id, bytes)
  }
}
