/**
 * Brings two histories together path by path: what one side changed is taken, what
 * both changed is merged by the rules handed in, and where that fails the remote's text stays at the
 * path and ours becomes a copy beside it. An edit beats a delete. Writes nothing.
 */

import type { ObjectReader } from '../objects/object-reader.ts'
import { blobId } from '../objects/objects.ts'
import { isFile, isSameEntry, type TreeEntry } from '../objects/tree.ts'
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

interface Merge {
  /** What each side changed since they parted, by path. */
  ours: ReadonlyMap<string, EntryChange>
  theirs: ReadonlyMap<string, EntryChange>
  reader: ObjectReader
  /** Filtered (for example encrypted) texts are decoded, merged and encoded again. */
  conversions: Pick<Conversions, 'toGit' | 'toText'>
  rules: MergeRules
  /** Whether anything stands at a path in either tree or on the disk. */
  isTaken: (path: string) => Promise<boolean>
}

export async function mergeByPath(merge: Merge): Promise<MergedPaths> {
  const { ours, theirs } = merge
  const merged: MergedPaths = { entries: new Map(), blobs: new Map(), conflicts: [] }
  for (const [path, their] of theirs) {
    const own = ours.get(path)
    if (own === undefined || own.after === null) merged.entries.set(path, their.after)
    else if (their.after !== null && !isSameEntry(own.after, their.after)) {
      await mergeFile(merge, merged, { path, own, their })
    }
  }
  for (const [path, entry] of merged.entries) {
    // Both deleted it.
    const own = ours.get(path)
    if (own && isSameEntry(own.after, entry)) merged.entries.delete(path)
  }
  return merged
}

async function mergeFile(
  merge: Merge,
  merged: MergedPaths,
  { path, own, their }: { path: string; own: EntryChange; their: EntryChange },
): Promise<void> {
  const [base, mine, other] = await Promise.all(
    [own.before, own.after, their.after].map((entry) => textOf(merge, path, entry)),
  )
  if (!mine || !other || !own.after || !their.after) {
    // Links, submodules and files too large to be content: the remote's, ours is in the history.
    merged.entries.set(path, their.after)
    merged.conflicts.push({ file: path, copy: null })
    return
  }
  const sides = { path, base: base ?? null, ours: mine, theirs: other }
  const bytes = await merge.rules.merge(sides)
  if (bytes === null) await keepCopy(merge, merged, { sides, revision: own.after.id })
  const isTheirs = bytes === null || bytes.equals(other)
  const isOurs = bytes?.equals(mine) ?? false
  const known = isTheirs ? their.after.id : isOurs ? own.after.id : null
  const file = { path, bytes: bytes ?? other, committed: own.after.id }
  const id = known ?? (await keep(merge, merged, file))
  // One side may have changed the mode alone.
  const mode = own.after.mode === own.before?.mode ? their.after.mode : own.after.mode
  if (isSameEntry({ mode, id }, own.after)) return
  merged.entries.set(path, { mode, id })
}

async function textOf(
  { reader, conversions }: Merge,
  path: string,
  entry: TreeEntry | null,
): Promise<Buffer | null> {
  const blob = isFile(entry) ? await reader.read(entry.id) : null
  return blob && conversions.toText(path, blob.body)
}

/** Notes the bytes of a file as a blob, and gives its id. */
async function keep(
  { conversions }: Merge,
  { blobs }: MergedPaths,
  { path, bytes, committed }: { path: string; bytes: Buffer; committed: string | null },
): Promise<string> {
  const blob = await conversions.toGit(path, bytes, committed)
  const id = blobId(blob)
  blobs.set(id, blob)
  return id
}

async function keepCopy(
  merge: Merge,
  merged: MergedPaths,
  { sides, revision }: { sides: FileSides; revision: string },
): Promise<void> {
  const copy = merge.rules.copy(sides, revision)
  if (copy !== null && copy.bytes !== null && !(await merge.isTaken(copy.path))) {
    const { path, bytes } = copy
    const id = await keep(merge, merged, { path, bytes, committed: null })
    merged.entries.set(path, { mode: '100644', id })
  }
  merged.conflicts.push({ file: sides.path, copy: copy?.path ?? null })
}
