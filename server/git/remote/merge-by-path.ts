/**
 * Brings two histories together path by path: what one side changed is taken, what
 * both changed is merged by the rules handed in, and where that fails the remote's text stays at the
 * path and ours becomes a copy beside it. An edit beats a delete. Writes nothing.
 */

import type { ObjectReader } from '../objects/object-reader.ts'
import { blobId } from '../objects/objects.ts'
import { isSameEntry, type TreeEntry } from '../objects/tree.ts'
import type { EntryChange } from '../objects/tree-diff.ts'
import type { FileSides, MergeConflict, MergeRules } from '../repository.ts'
import type { Conversions } from '../worktree/conversion.ts'

interface MergedPaths {
  /** What has to change in our tree. */
  entries: Map<string, TreeEntry | null>
  /** Bytes that no object holds yet, by blob id. */
  blobs: Map<string, Buffer>
  conflicts: MergeConflict[]
}

const isFile = (entry: TreeEntry | null): entry is TreeEntry =>
  entry?.mode.startsWith('100') ?? false

/** @param sides what each side changed since they parted, by path */
export async function mergeByPath(options: {
  ours: ReadonlyMap<string, EntryChange>
  theirs: ReadonlyMap<string, EntryChange>
  reader: ObjectReader
  /** Texts that a filter hides are merged in the clear and hidden again. */
  conversions: Pick<Conversions, 'toGit' | 'toText'>
  rules: MergeRules
  /** Whether anything stands at a path in either tree or on the disk. */
  isTaken: (path: string) => Promise<boolean>
}): Promise<MergedPaths> {
  const { ours, theirs, reader, conversions, rules, isTaken } = options
  const merged: MergedPaths = { entries: new Map(), blobs: new Map(), conflicts: [] }

  async function textOf(path: string, entry: TreeEntry | null): Promise<Buffer | null> {
    const blob = isFile(entry) ? await reader.read(entry.id) : null
    return blob && conversions.toText(path, blob.body)
  }

  /** Notes the bytes of a file as a blob, and gives its id. */
  async function keep(path: string, bytes: Buffer, committed: string | null): Promise<string> {
    const blob = await conversions.toGit(path, bytes, committed)
    const id = blobId(blob)
    merged.blobs.set(id, blob)
    return id
  }

  async function keepCopy(sides: FileSides, revision: string): Promise<void> {
    const copy = rules.copy(sides, revision)
    const isFree = copy !== null && copy.bytes !== null && !(await isTaken(copy.path))
    if (isFree && copy.bytes !== null) {
      const id = await keep(copy.path, copy.bytes, null)
      merged.entries.set(copy.path, { mode: '100644', id })
    }
    merged.conflicts.push({ file: sides.path, copy: copy?.path ?? null })
  }

  async function mergeFile(path: string, own: EntryChange, their: EntryChange): Promise<void> {
    const [base, mine, other] = await Promise.all(
      [own.before, own.after, their.after].map((entry) => textOf(path, entry)),
    )
    if (!mine || !other || !own.after || !their.after) {
      // Links, submodules and files too large to be content: the remote's, ours is in the history.
      merged.entries.set(path, their.after)
      merged.conflicts.push({ file: path, copy: null })
      return
    }
    const sides = { path, base: base ?? null, ours: mine, theirs: other }
    const bytes = rules.merge(sides)
    if (bytes === null) await keepCopy(sides, own.after.id)
    const isTheirs = bytes === null || bytes.equals(other)
    const isOurs = bytes?.equals(mine) ?? false
    const known = isTheirs ? their.after.id : isOurs ? own.after.id : null
    const id = known ?? (await keep(path, bytes ?? other, own.after.id))
    // One side may have changed the mode alone.
    const mode = own.after.mode === own.before?.mode ? their.after.mode : own.after.mode
    if (isSameEntry({ mode, id }, own.after)) return
    merged.entries.set(path, { mode, id })
  }

  for (const [path, their] of theirs) {
    const own = ours.get(path)
    if (own === undefined || own.after === null) merged.entries.set(path, their.after)
    else if (their.after !== null && !isSameEntry(own.after, their.after)) {
      await mergeFile(path, own, their)
    }
  }
  for (const [path, entry] of merged.entries) {
    // Both deleted it.
    const own = ours.get(path)
    if (own && isSameEntry(own.after, entry)) merged.entries.delete(path)
  }
  return merged
}
