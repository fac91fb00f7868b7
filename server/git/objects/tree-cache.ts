/**
 * The bytes of trees by id, the recent ones in memory: a commit then reads nothing from git. Trees
 * never change under their id, so nothing here can be stale.
 */
import { MissingObjectError } from './failures.ts'
import type { ObjectReader } from './object-reader.ts'
import type { ReadTree } from './tree.ts'

const CACHE_BYTES_MAX = 16 * 1024 * 1024

export interface TreeCache {
  /** The tree's bytes. @throws MissingObjectError */
  read: ReadTree
  remember(id: string, bytes: Buffer): void
}

/** Keeps the most recently used trees, up to 16 MiB. */
export function createTreeCache(reader: ObjectReader): TreeCache {
  const trees = new Map<string, Buffer>()
  let size = 0

  function remember(id: string, bytes: Buffer): void {
    forget(id)
    trees.set(id, bytes)
    size += bytes.length
    for (const oldest of trees.keys()) {
      if (size <= CACHE_BYTES_MAX || oldest === id) break
      forget(oldest)
    }
  }

  function forget(id: string): void {
    size -= trees.get(id)?.length ?? 0
    trees.delete(id)
  }

  return {
    async read(id) {
      const known = trees.get(id)
      if (known) {
        remember(id, known)
        return known
      }
      const found = await reader.read(id)
      if (found?.type !== 'tree') throw new MissingObjectError(id)
      remember(id, found.body)
      return found.body
    },
    remember,
  }
}
